// Changes one place of the sources at a time, and checks whether the tests of that place notice. `--count N` places (40), drawn with
// `--seed N` (1) from all of src, or from each `--under FOLDER`, or from the files that commits `--since TIME` changed. `--minutes N` (60)
// bounds the run: what was not killed by then counts as a survivor. `--at FILE:LINE` tries every change of a line instead. A change that
// the type checker refuses is drawn again: it could not be merged. Tests that fail on the unchanged sources too are named, and kill
// nothing. Prints the nearest tests of each source, the survivors and the score. Exits with 1 if the score is below `--least N` percent
// (0). Run it in a clean tree: it writes into src.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { findTests, isQuick, readImporters } from './mutants/find-tests.ts';
import { listMutants, type Mutant } from './mutants/list-mutants.ts';
import { UnitTests } from './mutants/unit-tests.ts';

/** Where a source changes. */
interface Place {
  file: string;
  mutant: Mutant;
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    under: { type: 'string', multiple: true, default: ['src'] },
    since: { type: 'string' },
    least: { type: 'string', default: '0' },
    at: { type: 'string', multiple: true },
  },
});
// More than all tests of a source need on a busy machine: what takes longer hangs.
const testLimitMs = 300_000;
const unitTests = new UnitTests(120_000);
process.once('exit', () => unitTests.stop());
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
/** The files of tests that run in each round, the nearest first. What starts nothing is often enough. */
const rounds: ((found: readonly string[]) => string[])[] = [
  (found) => found.filter(isQuick).slice(0, 20),
  (found) => found.filter(isQuick).slice(20),
  (found) => found.filter((test) => !isQuick(test)).slice(0, 4),
  (found) => found.filter((test) => !isQuick(test)).slice(4),
];
const endAt = performance.now() + Number(values.minutes) * 60_000;
const random = seededRandom(Number(values.seed));

runTypes('--build');
const drawn = values.at
  ? await keepTyped(values.at.flatMap(listAt))
  : await drawMutants(listSources(), Number(values.count));
const tests = chooseTests(new Set(drawn.map(({ file }) => file)));
/** Whether a file of tests passes on the unchanged sources, where that was tried. */
const passes = new Map<string, boolean>();
const report = join(mkdtempSync(join(tmpdir(), 'platen-mutants-')), 'report.json');
let alive = drawn;
// Each round for all mutants: what is cheap says the most before the time is up.
for (const choose of rounds) {
  const survivors: Place[] = [];
  for (const place of alive) {
    const isKilled = performance.now() < endAt && (await fails(place, choose(tests.get(place.file) ?? [])));
    if (isKilled) print('killed', place);
    else survivors.push(place);
  }
  alive = survivors;
}
unitTests.stop();
const isLate = performance.now() >= endAt;
for (const place of alive) print(isLate ? 'not killed in time' : 'survived', place);
const killed = drawn.length - alive.length;
const score = drawn.length === 0 ? 100 : (100 * killed) / drawn.length;
process.stdout.write(`\n${killed} of ${drawn.length} killed, ${score.toFixed(0)} %\n`);
rmSync(dirname(report), { recursive: true });
process.exitCode = score < Number(values.least) ? 1 : 0;

function print(what: string, { file, mutant }: Place): void {
  const source = readFileSync(file, 'utf8');
  const change = `${source.slice(mutant.start, mutant.end).split('\n')[0]?.slice(0, 80)} → ${mutant.text}`;
  process.stdout.write(`${what.padEnd(8)} ${file}:${lineOf(source, mutant)} ${change}\n`);
}

/** The sources that may be changed: those with programs, and no tables of types. */
function listSources(): string[] {
  const { under, since } = values;
  const all = globSync(under.map((folder) => `${folder}/**/*.ts`)).filter((file) => !/\.d\.ts$/.test(file));
  if (since === undefined) return all.sort();
  const log = execFileSync('git', ['log', `--since=${since}`, '--name-only', '--format='], { encoding: 'utf8' });
  const changed = new Set(log.split('\n'));
  return all.filter((file) => changed.has(file)).sort();
}

/** Every change of a line, named as `file:line`. */
function listAt(place: string): Place[] {
  const [file = '', line] = place.split(':');
  const source = readFileSync(file, 'utf8');
  return listMutants(source).flatMap((mutant) => (lineOf(source, mutant) === Number(line) ? [{ file, mutant }] : []));
}

function lineOf(source: string, { start }: Mutant): number {
  return source.slice(0, start).split('\n').length;
}

async function drawMutants(files: readonly string[], count: number): Promise<Place[]> {
  const all = files.flatMap((file) => listMutants(readFileSync(file, 'utf8')).map((mutant) => ({ file, mutant })));
  const drawn: Place[] = [];
  while (drawn.length < count && all.length > 0)
    drawn.push(...(await keepTyped(all.splice(Math.floor(random() * all.length), 1))));
  return drawn;
}

/** Those that the type checker takes. */
async function keepTyped(places: readonly Place[]): Promise<Place[]> {
  const typed: Place[] = [];
  for (const place of places) {
    const [folder = '', module = ''] = place.file.split('/');
    const status = await withMutant(place, () => runTypes('--noEmit', '--project', `${folder}/${module}`));
    if (status === 0) typed.push(place);
  }
  return typed;
}

function runTypes(...words: string[]): number | null {
  return spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', ...words], { stdio: 'ignore' }).status;
}

/** The tests of each source, which it prints. Tests of the whole program, and those that need minutes, are left out. */
function chooseTests(files: ReadonlySet<string>): Map<string, string[]> {
  const known = globSync('test/**/*.test.ts').filter(
    (test) => !/\.(?:docs|fresh|faults)\.test\.ts$|^test\/e2e\//.test(test),
  );
  const importers = readImporters('.');
  return new Map(
    [...files].map((file) => {
      const found = findTests(file, known.sort(), importers);
      process.stdout.write(`${file}: ${found.slice(0, 4).join(' ') || 'no tests'} (${found.length} in all)\n`);
      return [file, found];
    }),
  );
}

/** Whether a test of a group fails because of a mutant. */
async function fails(place: Place, group: readonly string[]): Promise<boolean> {
  const sound = group.filter((test) => passes.get(test) !== false);
  if (sound.length === 0) return false;
  const failed = await withMutant(place, () => run(sound));
  if (failed === undefined) return false;
  for (const test of failed) {
    if (!passes.has(test)) passes.set(test, (await run([test])) === undefined);
    if (passes.get(test)) return true;
    process.stdout.write(`left out, because it fails on the unchanged sources: ${test}\n`);
  }
  return failed.length === 0 || fails(place, sound);
}

/** What a task returns while a mutant is in its file. */
async function withMutant<T>({ file, mutant: { start, end, text } }: Place, task: () => T | Promise<T>): Promise<T> {
  const source = readFileSync(file, 'utf8');
  const write = (content: string) => {
    writeFileSync(file, content);
    unitTests.noteChange(file);
  };
  const restore = () => write(source);
  process.once('exit', restore);
  try {
    write(source.slice(0, start) + text + source.slice(end));
    return await task();
  } finally {
    restore();
    process.off('exit', restore);
  }
}

/** Runs tests until one fails. Returns the files that failed, none of them if the run itself did, or nothing if all passed. */
async function run(files: readonly string[]): Promise<string[] | undefined> {
  return files.every(isQuick) ? unitTests.run(files) : runSlow(files);
}

function runSlow(files: readonly string[]): string[] | undefined {
  rmSync(report, { force: true });
  // A test that fails for lack of time, on a busy machine, says nothing of a mutant.
  const words = ['run', '--retry', '1', '--bail', '1', '--reporter=json', `--outputFile=${report}`, ...files];
  const options = { timeout: testLimitMs, stdio: 'ignore' } as const;
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...words], options);
  if (status === 0) return undefined;
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; status: string }[];
  };
  return testResults.filter((result) => result.status === 'failed').map(({ name }) => relative('.', name));
}

/** Numbers from 0 to 1 that are the same for a seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
