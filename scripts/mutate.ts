// Changes one place of the sources at a time, and checks whether the nearest tests notice. `--count N` places (40), drawn with `--seed N`
// (1) from all of src, or from each `--under FOLDER`, or from the files that commits `--since TIME` changed; `--minutes N` bounds the run.
// `--at FILE:LINE` tries every change of a line instead. First the tests run on the unchanged sources: if they fail, nothing is tried and
// it exits with 2. Prints the tests of each source, the survivors and the score. Exits with 1 if the score is below `--least N` percent
// (0). Run it in a clean tree: it writes into src.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findTests, readImporters } from './mutants/find-tests.ts';
import { listMutants, type Mutant } from './mutants/list-mutants.ts';

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
const testLimitMs = 300_000;
const baselineLimitMs = 1_200_000;
/** How many files of tests run before the others. */
const nearest = 4;
const endAt = performance.now() + Number(values.minutes) * 60_000;
const random = seededRandom(Number(values.seed));

const drawn = values.at?.flatMap(listAt) ?? drawMutants(listSources(), Number(values.count));
const tests = chooseTests(new Set(drawn.map(({ file }) => file)));
const all = [...new Set([...tests.values()].flat())];
const baseline = run(all, baselineLimitMs);
if (all.length > 0 && baseline.status !== 0) {
  process.stdout.write(
    `${baseline.stdout}${baseline.stderr}\nThe tests fail on the unchanged sources, so nothing was tried. Repair them first.\n`,
  );
  process.exit(2);
}
let [killed, survived] = [0, 0];
for (const { file, mutant } of drawn) {
  if (performance.now() > endAt) break;
  const isKilled = notices(file, mutant, tests.get(file) ?? []);
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
function listAt(place: string): { file: string; mutant: Mutant }[] {
  const [file = '', line] = place.split(':');
  const source = readFileSync(file, 'utf8');
  return listMutants(source).flatMap((mutant) => (lineOf(source, mutant) === Number(line) ? [{ file, mutant }] : []));
}

function lineOf(source: string, { start }: Mutant): number {
  return source.slice(0, start).split('\n').length;
}

function drawMutants(files: readonly string[], count: number): { file: string; mutant: Mutant }[] {
  const all = files.flatMap((file) => listMutants(readFileSync(file, 'utf8')).map((mutant) => ({ file, mutant })));
  return Array.from({ length: Math.min(count, all.length) }, () =>
    all.splice(Math.floor(random() * all.length), 1),
  ).flat();
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
      process.stdout.write(`${file}: ${found.join(' ') || 'no tests'}\n`);
      return [file, found];
    }),
  );
}

/** Whether a test fails with a mutant in its file. The nearest tests run first: they are often enough. */
function notices(file: string, { start, end, text }: Mutant, found: readonly string[]): boolean {
  const source = readFileSync(file, 'utf8');
  const restore = () => writeFileSync(file, source);
  process.once('exit', restore);
  try {
    writeFileSync(file, source.slice(0, start) + text + source.slice(end));
    const groups = [found.slice(0, nearest), found.slice(nearest)].filter((group) => group.length > 0);
    return groups.some((group) => run(group, testLimitMs).status !== 0);
  } finally {
    restore();
    process.off('exit', restore);
  }
}

function run(files: readonly string[], timeout: number): { status: number | null; stdout: string; stderr: string } {
  // A test that fails for lack of time, on a busy machine, says nothing of a mutant.
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', '--retry', '1', ...files];
  return spawnSync(process.execPath, words, { timeout, encoding: 'utf8', maxBuffer: 2 ** 26 });
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
