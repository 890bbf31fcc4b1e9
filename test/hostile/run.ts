import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findUncovered } from './coverage.ts';
import { readNamespace } from './namespaces.ts';
import { allRows } from './rows/index.ts';

// The attack suite: `node test/hostile/run.ts [N R01 ...]`. Builds namespaces that nothing can leave and runs the rows of the
// acceptance list in there, in several lanes at once: each has its own namespaces, canaries and services, so that nothing
// that one row does can show in another's. Exit 0: all passed; 1: a row failed; 2: no namespaces can be built here.

/** Most rows wait for something, so more lanes than processors are of use; with more than these, deadlines are missed. */
const laneLimit = 3;

const probe =
  'unshare --net true && ip link add app0 type veth peer name internet0 && ip rule add uidrange 1-1 lookup 100';
const built = spawnSync('unshare', ['--net', '--mount', 'sh', '-c', probe], { encoding: 'utf8' });
if (built.status !== 0) {
  const why = built.error?.message ?? built.stderr.trim();
  console.error(`Cannot build namespaces here (needs root, unshare and iproute2): ${why}`);
  process.exit(2);
}

const wanted = process.argv.slice(2);
/** The rows that wait for a lane, by their places in the list. */
const rows = [...allRows.entries()]
  .filter(([, { id }]) => wanted.length === 0 || wanted.some((word) => id.startsWith(word)))
  .map(([index]) => index);
if (rows.length === 0) throw new Error(`No row is named ${wanted.join(' or ')}.`);
const total = rows.length;
const started = performance.now();
let failed = 0;
let opening: Promise<unknown> = Promise.resolve();
for (const row of findUncovered()) report('coverage', [row]);
await Promise.all(Array.from({ length: Math.min(laneLimit, Math.ceil(total / 4)) }, runLane));
const seconds = Math.round((performance.now() - started) / 1000);
console.log(`\n${total} rows, ${failed} failures, in ${seconds} s`);
process.exitCode = failed > 0 ? 1 : 0;

/**
 * Opens a lane once the one before is open, because each starts its own services and browsers. Where a busy machine misses one of
 * their deadlines, it is opened once more.
 */
function openLane(): Promise<ChildProcess> {
  const lane = opening.then(startLane).catch(startLane);
  opening = lane.catch(() => undefined);
  return lane;
}

async function startLane(): Promise<ChildProcess> {
  const app = fileURLToPath(new URL('app.ts', import.meta.url));
  const lane = spawn('unshare', ['--net', '--mount', process.execPath, app], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PLATEN_HOSTILE_OUTSIDE: readNamespace() },
  });
  await nextAnswer(lane);
  return lane;
}

/** Gives rows to one lane until there are no more. */
async function runLane(): Promise<void> {
  let name = 'the start of a lane';
  let lane: ChildProcess | undefined;
  try {
    lane = await openLane();
    for (let index = rows.shift(); index !== undefined; index = rows.shift()) {
      const { id, input } = allRows[index] ?? { id: '', input: '' };
      name = `${id} ${input}`;
      const start = performance.now();
      lane.send({ index });
      const wrong = await nextAnswer(lane);
      report(`${name} (${Math.round(performance.now() - start)} ms)`, wrong);
    }
    name = 'K03 the keys after everything, in logs, metrics and files';
    lane.send({ index: -1 });
    report(name, await nextAnswer(lane));
  } catch (error) {
    report(name, [String(error)]);
    lane?.kill();
  }
}

/** What was wrong with the last row. Throws where the lane ended instead. */
async function nextAnswer(lane: ChildProcess): Promise<string[]> {
  const abort = new AbortController();
  const { signal } = abort;
  const ended = once(lane, 'exit', { signal }).then(([code]) => {
    throw new Error(`the lane ended with ${code}`);
  });
  ended.catch(() => {});
  const message = once(lane, 'message', { signal }).then(([{ wrong }]) => wrong);
  message.catch(() => {});
  return Promise.race([message, ended]).finally(() => abort.abort());
}

function report(name: string, wrong: readonly string[]): void {
  console.log([`${wrong.length === 0 ? 'ok  ' : 'FAIL'} ${name}`, ...wrong.map((line) => `       ${line}`)].join('\n'));
  if (wrong.length > 0) failed += 1;
}
