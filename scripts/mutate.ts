// Changes one place of the sources at a time, and checks whether the tests of that place notice. `--count N` places (40), drawn with
// `--seed N` (1) from all of src, or from each `--under FOLDER`, or from the files that commits `--since TIME` changed; `--minutes N`
// bounds the run. `--at FILE:LINE` tries every change of a line instead. A change that the type checker refuses is drawn again: it could
// not be merged. Tests that fail on the unchanged sources too are named, and kill nothing. Prints the nearest tests of each source, the
// survivors and the score. Exits with 1 if the score is below `--least N` percent (0). Run it in a clean tree: it writes into src.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { findTests, isQuick, readImporters } from './mutants/find-tests.ts';
import { listMutants, type Mutant } from './mutants/list-mutants.ts';

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
const testLimitMs = 900_000;
/** How many files of tests run before the others: of those that start nothing, and of those that start something. */
const nearest = { quick: 20, slow: 4 };
const endAt = performance.now() + Number(values.minutes) * 60_000;
const random = seededRandom(Number(values.seed));

runTypes('--build');
const drawn = values.at?.flatMap(listAt).filter(isTyped) ?? drawMutants(listSources(), Number(values.count));
const tests = chooseTests(new Set(drawn.map(({ file }) => file)));
/** Whether a file of tests passes on the unchanged sources, where that was tried. */
const passes = new Map<string, boolean>();
const report = join(mkdtempSync(join(tmpdir(), 'platen-mutants-')), 'report.json');
let [killed, survived] = [0, 0];
for (const place of drawn) {
  if (performance.now() > endAt) break;
  const { file, mutant } = place;
  const isKilled = notices(place, tests.get(file) ?? []);
  if (isKilled) killed += 1;
  else survived += 1;
  const source = readFileSync(file, 'utf8');
  const line = lineOf(source, mutant);
  const change = `${source.slice(mutant.start, mutant.end).split('\n')[0]?.slice(0, 80)} → ${mutant.text}`;
  process.stdout.write(`${isKilled ? 'killed  ' : 'survived'} ${file}:${line} ${change}\n`);
}
const done = killed + survived;
const score = done === 0 ? 100 : (100 * killed) / done;
process.stdout.write(
  `\n${killed} of ${done} killed, ${score.toFixed(0)} %; ${drawn.length - done} left out for lack of time\n`,
);
rmSync(dirname(report), { recursive: true });
process.exitCode = score < Number(values.least) ? 1 : 0;

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

function drawMutants(files: readonly string[], count: number): Place[] {
  const all = files.flatMap((file) => listMutants(readFileSync(file, 'utf8')).map((mutant) => ({ file, mutant })));
  const drawn: Place[] = [];
  while (drawn.length < count && all.length > 0)
    drawn.push(...all.splice(Math.floor(random() * all.length), 1).filter(isTyped));
  return drawn;
}

/** Whether the type checker takes a mutant. */
function isTyped(place: Place): boolean {
  const [folder = '', module = ''] = place.file.split('/');
  return withMutant(place, () => runTypes('--noEmit', '--project', `${folder}/${module}`)) === 0;
}

function runTypes(...words: string[]): number | null {
  return spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', ...words], { stdio: 'ignore' }).status;
}

/** The tests of each source, which it prints. Those that need minutes, or a build of the program, are left out. */
function chooseTests(files: ReadonlySet<string>): Map<string, string[]> {
  const known = globSync('test/**/*.test.ts').filter(
    (test) => !/\.(?:browser|docs)\.test\.ts$|^test\/(?:e2e|faults)\//.test(test),
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

/** Whether a test fails with a mutant in its file. The nearest tests run first, of those that start nothing more: they are often enough. */
function notices(place: Place, found: readonly string[]): boolean {
  const quick = found.filter(isQuick);
  const slow = found.filter((test) => !isQuick(test));
  const groups = [
    quick.slice(0, nearest.quick),
    slow.slice(0, nearest.slow),
    quick.slice(nearest.quick),
    slow.slice(nearest.slow),
  ];
  return groups.some((group) => fails(place, group));
}

/** Whether a test of a group fails because of a mutant. */
function fails(place: Place, group: readonly string[]): boolean {
  const sound = group.filter((test) => passes.get(test) !== false);
  if (sound.length === 0) return false;
  const failed = withMutant(place, () => run(sound));
  if (failed === undefined) return false;
  for (const test of failed) {
    if (!passes.has(test)) passes.set(test, run([test]) === undefined);
    if (passes.get(test)) return true;
    process.stdout.write(`left out, because it fails on the unchanged sources: ${test}\n`);
  }
  return failed.length === 0 || fails(place, sound);
}

/** What a task returns while a mutant is in its file. */
function withMutant<T>({ file, mutant: { start, end, text } }: Place, task: () => T): T {
  const source = readFileSync(file, 'utf8');
  const restore = () => writeFileSync(file, source);
  process.once('exit', restore);
  try {
    writeFileSync(file, source.slice(0, start) + text + source.slice(end));
    return task();
  } finally {
    restore();
    process.off('exit', restore);
  }
}

/** Runs tests until one fails. Returns the files that failed, none of them if the run itself did, or nothing if all passed. */
function run(files: readonly string[]): string[] | undefined {
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
