// Merges the files of veraPDF's corpus as PDFs of users, each under the standard that it tests, and asks veraPDF about every result:
// node .ci/verapdf/check-corpus.ts [folder of the corpus ...]. The corpus is at $PLATEN_VERAPDF_CORPUS, and is only read.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { type Conformance, MergeError, mergePdfs } from '../../src/pdf/index.ts';
import { askVerapdf, type Flavour, type Verdict } from './ask-verapdf.ts';

/** The standard that the files of a folder test. */
interface Standard {
  /** Default: its name. */
  folder?: string;
  flavour: Flavour;
  conformance: Conformance;
  /** The fewest correct files that must not be refused. */
  leastPassing: number;
  /** The false claims that are known. None may come on top of them. */
  mostFalse: number;
}

const standards: Readonly<Record<string, Standard>> = {
  'PDF_UA-1': { flavour: 'ua1', conformance: { pdfUa: 1 }, leastPassing: 141, mostFalse: 0 },
  'PDF_A-2a': { flavour: '2a', conformance: { pdfA: { part: 2, level: 'A' } }, leastPassing: 11, mostFalse: 0 },
  'PDF_A-2b': { flavour: '2b', conformance: { pdfA: { part: 2, level: 'B' } }, leastPassing: 377, mostFalse: 0 },
  'PDF_A-2u': { flavour: '2u', conformance: { pdfA: { part: 2, level: 'U' } }, leastPassing: 12, mostFalse: 0 },
  // The corpus has no folder of part 4.
  'PDF_A-2b as part 4': {
    folder: 'PDF_A-2b',
    flavour: '4',
    conformance: { pdfA: { part: 4 } },
    leastPassing: 373,
    mostFalse: 0,
  },
  'PDF_A-3b': { flavour: '3b', conformance: { pdfA: { part: 3, level: 'B' } }, leastPassing: 7, mostFalse: 0 },
};

/** What became of a file: its result passes, it was refused, or its result claims what it is not. */
type Outcome = 'pass' | 'refused' | 'false';

interface CorpusFile {
  path: string;
  /** Whether the file itself keeps the standard, as its name says. */
  isCorrect: boolean;
  /** Where its result is; undefined for a file that was refused. */
  result?: string;
  /** Why it was refused, or what veraPDF finds in its result. */
  reasons: string[];
}

const corpus = process.env.PLATEN_VERAPDF_CORPUS;
if (corpus === undefined)
  throw new Error('set PLATEN_VERAPDF_CORPUS to a checkout of github.com/veraPDF/veraPDF-corpus');
const folder = mkdtempSync(join(tmpdir(), 'platen-corpus-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

function mergeFile(path: string, { conformance, flavour }: Standard, number: number): CorpusFile {
  const file = { path, isCorrect: basename(path).includes('-pass-'), reasons: [] };
  try {
    const metadata = { title: 'A file of the corpus' };
    const options = { outline: true, producer: 'platen', metadata, conformance };
    const { pdf } = mergePdfs([{ pdf: readFileSync(path), foreign: true }], options);
    const result = join(folder, `${flavour}-${number}.pdf`);
    writeFileSync(result, pdf);
    return { ...file, result };
  } catch (error) {
    if (!(error instanceof MergeError)) throw new Error(`${path}: ${error}`, { cause: error });
    return { ...file, reasons: [error.message, ...error.faults.map(({ code, detail }) => `${code}: ${detail}`)] };
  }
}

/** Tries all files of a standard. Returns whether no claim is false but the known ones, and enough correct files pass. */
function checkStandard(name: string, standard: Standard): boolean {
  const from = join(corpus as string, standard.folder ?? name);
  const paths = readdirSync(from, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.pdf'))
    .sort();
  const files = paths.map((path, number) => mergeFile(join(from, path), standard, number));
  const results = files.flatMap(({ result }) => (result === undefined ? [] : [result]));
  const verdicts = new Map<string, Verdict>(
    askVerapdf(results.map((file) => ({ file, flavours: [standard.flavour] }))).map((verdict) => [
      verdict.file,
      verdict,
    ]),
  );
  const counts = { correct: { pass: 0, refused: 0, false: 0 }, faulty: { pass: 0, refused: 0, false: 0 } };
  for (const { path, isCorrect, result, reasons } of files) {
    const verdict = result === undefined ? undefined : verdicts.get(result);
    const outcome: Outcome = result === undefined ? 'refused' : verdict?.passes ? 'pass' : 'false';
    counts[isCorrect ? 'correct' : 'faulty'][outcome]++;
    const isNotable = outcome === 'false' || (outcome === 'refused') === isCorrect;
    process.stdout.write(`${outcome.padEnd(7)}  ${standard.flavour.padEnd(3)}  ${basename(path)}\n`);
    if (isNotable)
      for (const reason of [...reasons, ...(verdict?.failures ?? [])]) process.stdout.write(`    ${reason}\n`);
  }
  const falseClaims = counts.correct.false + counts.faulty.false;
  const isEnough = counts.correct.pass >= standard.leastPassing;
  for (const [kind, { pass, refused, false: wrong }] of Object.entries(counts)) {
    process.stdout.write(`== ${name}, ${kind} files: ${pass} pass, ${refused} refused, ${wrong} false\n`);
  }
  if (!isEnough) process.stdout.write(`== WRONG: of the correct files ${standard.leastPassing} must pass\n`);
  if (falseClaims > standard.mostFalse) process.stdout.write(`== WRONG: ${standard.mostFalse} claims may be false\n`);
  return falseClaims <= standard.mostFalse && isEnough;
}

const wanted = process.argv.slice(2);
for (const [name, standard] of Object.entries(standards)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  if (!checkStandard(name, standard)) process.exitCode = 1;
}
