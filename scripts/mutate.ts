// Changes one place of the sources at a time, and looks whether the nearest tests notice. `--count N` places (40), drawn with `--seed N` (1)
// from all of src, or from each `--under FOLDER`, or from the files that commits `--since TIME` changed; `--minutes N` bounds the run. Prints the
// survivors and the score. Exits 1 if the score is below `--least N` percent (0). Run it in a clean tree: it writes into src.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { listMutants, type Mutant } from './mutants/list-mutants.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    under: { type: 'string', multiple: true, default: ['src'] },
    since: { type: 'string' },
    least: { type: 'string', default: '0' },
  },
});
const testLimitMs = 300_000;
const endAt = performance.now() + Number(values.minutes) * 60_000;
const random = seededRandom(Number(values.seed));

const drawn = drawMutants(listSources(), Number(values.count));
let [killed, survived] = [0, 0];
for (const { file, mutant } of drawn) {
  if (performance.now() > endAt) break;
  const tests = findTests(file);
  const isKilled = tests.length > 0 && !passes(file, mutant, tests);
  if (isKilled) killed += 1;
  else survived += 1;
  const source = readFileSync(file, 'utf8');
  const line = source.slice(0, mutant.start).split('\n').length;
  const change = `${source.slice(mutant.start, mutant.end).split('\n')[0]?.slice(0, 80)} → ${mutant.text}`;
  process.stdout.write(
    `${isKilled ? 'killed  ' : 'survived'} ${file}:${line} ${change} (${tests.length} files of tests)\n`,
  );
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

function drawMutants(files: readonly string[], count: number): { file: string; mutant: Mutant }[] {
  const all = files.flatMap((file) => listMutants(readFileSync(file, 'utf8')).map((mutant) => ({ file, mutant })));
  return Array.from({ length: Math.min(count, all.length) }, () =>
    all.splice(Math.floor(random() * all.length), 1),
  ).flat();
}

/** The mirrored tests of a source, else those of the nearest folder that has any. */
function findTests(file: string): string[] {
  const name = basename(file, '.ts');
  for (
    let folder = dirname(file).replace(/^src/, 'test');
    folder !== 'test' && folder !== '.';
    folder = dirname(folder)
  ) {
    if (!existsSync(folder)) continue;
    const inFolder = globSync(`${folder}/*.test.ts`).filter((test) => !/\.(?:faults|browser)\.test\.ts$/.test(test));
    const mirrored = inFolder.filter((test) => basename(test).startsWith(`${name}.`));
    if (mirrored.length > 0) return mirrored;
    if (inFolder.length > 0) return inFolder;
  }
  return [];
}

/** Whether tests pass with a mutant in its file. */
function passes(file: string, { start, end, text }: Mutant, tests: readonly string[]): boolean {
  const source = readFileSync(file, 'utf8');
  const restore = () => writeFileSync(file, source);
  process.once('exit', restore);
  try {
    writeFileSync(file, source.slice(0, start) + text + source.slice(end));
    const words = ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', ...tests];
    return spawnSync(process.execPath, words, { stdio: 'ignore', timeout: testLimitMs }).status === 0;
  } finally {
    restore();
    process.off('exit', restore);
  }
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
