import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merger, openMerger } from '../../../src/engine/merging/merger.ts';
import { MergeError } from '../../../src/pdf/index.ts';
import { isLong } from '../../helpers/is-long.ts';
import { randomFrom } from '../../helpers/seeded-random.ts';
import { openTestEngine } from '../test-engine.ts';
import { damagePdf } from './damage-pdf.ts';
import { findDifferences } from './find-differences.ts';
import { listHandMade, type NamedPdf } from './hand-made.ts';
import { openViewer, type Viewer, type ViewerFacts } from './open-viewer.ts';
import { storeOtherwise } from './store-otherwise.ts';

const seed = Number(process.env.PLATEN_TEST_SEED ?? 20_261);
/** Of each original. */
const [variantsEach, damagedEach] = [3, 5];
/** Of so many files the short form takes one. It meets each kind of damage. */
const shortSteps = { sound: 31, damaged: 13 };
const fileLimitMs = 30_000;

let merger: Merger;
let viewer: Viewer;
beforeAll(async () => {
  merger = openMerger();
  viewer = await openViewer();
});
afterAll(async () => {
  viewer.close();
  await merger.close();
});

const folder = new URL('../../fixtures/pdf/', import.meta.url);
const packaged = new URL('../../../node_modules/bwip-js/examples/bwip-js.pdf', import.meta.url);

/** The files that all others are made of. */
async function listOriginals(): Promise<NamedPdf[]> {
  const fixtures = readdirSync(folder).map((name) => ({ name, pdf: readFileSync(new URL(name, folder)) }));
  const originals = [...listHandMade(), ...fixtures, { name: 'bwip-js.pdf', pdf: readFileSync(packaged) }];
  return isLong ? [...originals, ...(await printExamples())] : originals;
}

/** The documents of examples/ as Chromium prints them. */
async function printExamples(): Promise<NamedPdf[]> {
  const examples = new URL('../../../examples/', import.meta.url);
  const engine = openTestEngine();
  try {
    const printed: NamedPdf[] = [];
    for (const name of readdirSync(examples).filter((file) => file.endsWith('.html'))) {
      const html = readFileSync(new URL(name, examples), 'utf8');
      const { pdf } = await engine.render({ parts: { html }, options: { outline: true } }, { account: 'corpus' });
      printed.push({ name, pdf: Buffer.from(pdf) });
    }
    return printed;
  } finally {
    await engine.close();
  }
}

interface Corpus {
  sound: NamedPdf[];
  damaged: NamedPdf[];
}

async function buildCorpus(): Promise<Corpus> {
  const originals = await listOriginals();
  const choose = randomFrom(seed);
  /** Where each original makes `each` files: the originals and the indexes of those that are made. */
  const choosePart = (each: number, step: number) =>
    originals
      .flatMap((original) => Array.from({ length: each }, () => original))
      .map((original, index) => ({ original, index }))
      .filter(({ index }) => isLong || index % step === 0);
  const corpus: Corpus = { sound: choosePart(1, shortSteps.sound).map(({ original }) => original), damaged: [] };
  for (const { original, index } of choosePart(variantsEach, shortSteps.sound)) {
    const stored = await storeOtherwise(original, index);
    if (stored !== undefined) corpus.sound.push(stored);
  }
  for (const { original, index } of choosePart(damagedEach, shortSteps.damaged))
    corpus.damaged.push(damagePdf(original, index, choose));
  return corpus;
}

/** What became of a file: nothing to tell, a difference without a warning, or a refusal though a viewer opens it. */
type Outcome = { kind: 'same' | 'neither' } | { kind: 'differs' | 'refused'; what: string };

async function mergeAlone({ pdf }: NamedPdf): Promise<Outcome> {
  const before = await viewer.read(pdf);
  const options = { outline: true, producer: 'corpus' };
  try {
    const merged = await merger.open().merge([{ pdf, foreign: true }], options, AbortSignal.timeout(fileLimitMs));
    if (before === undefined) return { kind: 'neither' };
    const after = await viewer.read(merged.pdf);
    const compare = (facts: ViewerFacts) => findDifferences(facts, after, merged.warnings);
    // PDFium draws a font that it must guess a little otherwise from its second reading on.
    const differences = compare(before).length === 0 ? [] : compare((await viewer.read(pdf)) ?? before);
    return differences.length === 0 ? { kind: 'same' } : { kind: 'differs', what: differences.join('; ') };
  } catch (error) {
    if (!(error instanceof MergeError)) throw error;
    return before === undefined ? { kind: 'neither' } : { kind: 'refused', what: error.message };
  }
}

/** The outcomes of all files, two at a time. A crash or a file that takes too long is an error with its name. */
async function mergeAll(files: readonly NamedPdf[]): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const { name } = file;
      const outcome = await mergeAlone(file).catch((cause: unknown) => {
        throw new Error(`${name}: ${cause}`, { cause });
      });
      outcomes.set(name, outcome);
    }
  };
  await Promise.all([work(), work()]);
  return outcomes;
}

function list(outcomes: ReadonlyMap<string, Outcome>, kind: Outcome['kind']): string[] {
  return [...outcomes].flatMap(([name, outcome]) =>
    outcome.kind === kind ? [`${name}: ${'what' in outcome ? outcome.what : ''}`] : [],
  );
}

test('foreign PDFs come out as they went in, or with a warning', { timeout: 600_000 }, async () => {
  const { sound, damaged } = await buildCorpus();
  const outcomes = await mergeAll([...sound, ...damaged]);
  const soundNames = new Set(sound.map(({ name }) => name));
  const refused = list(outcomes, 'refused');
  console.info(`${sound.length} sound and ${damaged.length} damaged files with PLATEN_TEST_SEED=${seed}`);
  console.info(`${refused.length} refused though PDFium opens them\n${refused.join('\n')}`);
  expect(list(outcomes, 'differs')).toEqual([]);
  expect([...outcomes].filter(([name, { kind }]) => soundNames.has(name) && kind !== 'same')).toEqual([]);
});
