import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mergeOrRepair } from '../../../src/engine/merging/merge-or-repair.ts';
import { MergeError } from '../../../src/pdf/index.ts';
import { isLong } from '../../helpers/is-long.ts';
import { randomFrom } from '../../helpers/seeded-random.ts';
import { checkPdf } from '../../pdf/run-qpdf.ts';
import { damagePdf } from './damage-pdf.ts';
import { listHandMade, type NamedPdf } from './hand-made.ts';

const seed = Number(process.env.PLATEN_TEST_SEED ?? 20_261);
const mutants = 600;
/** Of so many mutants the short form takes one. It meets each kind of damage. */
const shortStep = 10;

/** What qpdf says of files that every reader reads alike: nothing of them is lost or repaired. */
const harmless =
  /extraneous whitespace|output may still be valid|reported number of objects|appears more than once|invalid xref table entry/;

function listMutants(): NamedPdf[] {
  const folder = new URL('../../fixtures/pdf/', import.meta.url);
  const fixtures = readdirSync(folder).map((name) => ({ name, pdf: readFileSync(new URL(name, folder)) }));
  const originals = [...listHandMade(), ...fixtures];
  const choose = randomFrom(seed);
  const all = Array.from({ length: mutants }, (_, index) =>
    damagePdf(originals[(index * 7) % originals.length] as NamedPdf, index, choose),
  );
  return all.filter((_, index) => isLong || index % shortStep === 0);
}

test('what is accepted of damaged PDFs is sound, and says what was not', { timeout: 600_000 }, async () => {
  const unsound: string[] = [];
  const silent: string[] = [];
  let accepted = 0;
  for (const { name, pdf } of listMutants()) {
    const merged = await mergeOrRepair([{ pdf, foreign: true }], { outline: true, producer: 'mutants' }).catch(
      (error: unknown) => {
        if (!(error instanceof MergeError)) throw new Error(name, { cause: error });
      },
    );
    if (merged === undefined) continue;
    accepted++;
    const left = await checkPdf(merged.pdf);
    if (left !== '') unsound.push(`${name}: ${left}`);
    if (merged.warnings.some(({ code }) => code === 'pdf_repaired')) continue;
    const damage = (await checkPdf(pdf)).split('\n').filter((line) => line.includes('WARN') && !harmless.test(line));
    if (damage.length > 0) silent.push(`${name}: ${damage.join('; ')}`);
  }
  console.info(`${accepted} mutants accepted with PLATEN_TEST_SEED=${seed}`);
  expect(accepted).toBeGreaterThan(0);
  expect(unsound).toEqual([]);
  expect(silent).toEqual([]);
});
