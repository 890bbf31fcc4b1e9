// Renders documents that claim PDF/A and PDF/UA, and asks veraPDF about them and about mutants of one. Needs the built program.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { makeSigningAuthority } from '../../test/helpers/signing-authority.ts';
import { askVerapdf, type Question, type Verdict } from './ask-verapdf.ts';
import { type ClaimingDocument, listDocuments, ofSecondPart } from './documents.ts';
import { type Mutant, mutants, mutate } from './mutants.ts';

process.chdir(join(import.meta.dirname, '../..'));
const folder = mkdtempSync(join(tmpdir(), 'platen-conformance-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const fileOf = (name: string) => join(folder, `${name.replace(/\W+/g, '-')}.pdf`);

function render(name: string, given: readonly string[]): void {
  const all = ['bin/platen.js', 'render', 'pdf', ...given, '-o', fileOf(name), '--quiet'];
  execFileSync(process.execPath, all, { stdio: ['ignore', 'ignore', 'inherit'] });
}

function renderDocument({ name, arguments: given, request }: ClaimingDocument): Question['file'] {
  if (request === undefined) render(name, given);
  else {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(request));
    render(name, ['--input', file]);
  }
  return fileOf(name);
}

function writeMutant({
  name,
  of = 'e-invoice',
  change,
}: Pick<Mutant, 'name'> & { of?: string; change?: Mutant['change'] }): string {
  const file = fileOf(`mutant ${name}`);
  writeFileSync(file, mutate(readFileSync(fileOf(of)), change));
  return file;
}

const sound = 'source of another';
render(sound, ['examples/ticket.html']);
const accessible = 'accessible source of another';
render(accessible, ['examples/ticket.html', '--pdf-ua']);
const authority = makeSigningAuthority();
process.on('exit', () => authority.remove());
const { cert, key } = authority.issue('ACME Ltd');
const signer = ['--sign', cert, '--sign-key', key];
const questions: Question[] = [];
for (const document of listDocuments(fileOf(sound), fileOf(accessible), signer)) {
  questions.push({ file: renderDocument(document), flavours: document.flavours });
}
questions.push({ file: writeMutant({ name: 'unchanged' }), flavours: ['3b', 'ua1'] });
questions.push({ file: writeMutant({ name: 'everything', of: 'everything' }), flavours: ['ua1'] });
const second = `everything${ofSecondPart}`;
questions.push({ file: writeMutant({ name: second, of: second }), flavours: ['ua2'] });
const sane = questions.length;
for (const mutant of mutants) questions.push({ file: writeMutant(mutant), flavours: [mutant.flavour] });

const verdicts = askVerapdf(questions);
const files = new Set(questions.slice(0, sane).map(({ file }) => file));
const rules = new Map(mutants.map(({ name, rule }) => [fileOf(`mutant ${name}`), rule]));

/** What is wrong with a verdict; undefined where it is the one that is wanted. */
function findFault({ file, passes, failures }: Verdict): string | undefined {
  if (files.has(file)) return passes ? undefined : failures.join('\n    ');
  const rule = rules.get(file) ?? '';
  if (failures.some((failure) => failure.startsWith(`${rule} `))) return undefined;
  return `it must break ${rule}, and ${passes ? 'passes' : `breaks\n    ${failures.join('\n    ')}`}`;
}

for (const verdict of verdicts) {
  const fault = findFault(verdict);
  const name = verdict.file.slice(folder.length + 1);
  process.stdout.write(`${fault === undefined ? 'ok' : 'WRONG'}  ${verdict.flavour}  ${name}\n`);
  if (fault === undefined) continue;
  process.stdout.write(`    ${fault}\n`);
  process.exitCode = 1;
}
