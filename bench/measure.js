import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';

/** The middle of a list of numbers; undefined of none. */
export function median(numbers) {
  return percentile(numbers, 50);
}

/** A percentile by nearest rank; undefined of no numbers. */
export function percentile(numbers, rank) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil((rank / 100) * sorted.length) - 1))];
}

/** Wall time of an asynchronous piece of work, in milliseconds. */
export async function time(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Runs a command to its end and gives its wall time in milliseconds. Throws when it fails or takes longer than the limit. */
export function timeCommand([file, ...args], { env = process.env, cwd, limitMs = 120_000 } = {}) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    // Its own group: where it is a script around a program, both must end.
    const child = spawn(file, args, { env, cwd, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    const kill = () => killGroup(child);
    process.once('exit', kill);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      kill();
    }, limitMs);
    let said = '';
    child.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-4000);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      const wall = performance.now() - started;
      clearTimeout(timer);
      process.off('exit', kill);
      if (code === 0) resolve(wall);
      else if (late) reject(new Error(`${file} took more than ${limitMs / 1000} s`));
      else reject(new Error(`${file} ended with ${code ?? signal}: ${findError(said)}`));
    });
  });
}

/** The line that tells what went wrong, of what a program said at its end. */
export function findError(said) {
  const lines = said.trim().split('\n');
  return lines.find((line) => /error/i.test(line)) ?? lines.at(-1);
}

function killGroup({ pid }) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/**
 * Times several sides alternately, A B C C B A …, after one round that does not count, so that a machine that changes its
 * speed changes it for all. Gives the list of times per side; of a side that fails, an empty one after `leaveOut` was told.
 */
export async function alternate(sides, rounds, leaveOut) {
  const times = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  const left = { ...sides };
  for (let round = 0; round <= rounds; round++) {
    const entries = Object.entries(left);
    for (const [name, run] of round % 2 === 0 ? entries : entries.reverse()) {
      try {
        const figure = await run();
        if (round > 0) times[name].push(figure);
      } catch (error) {
        leaveOut(name, error);
        delete left[name];
        times[name] = [];
      }
    }
  }
  return times;
}

/** Sends `count` jobs over `clients` at once; gives documents per second and the latencies. */
export async function load(job, clients, count) {
  let left = count;
  const result = await loadWhile(job, clients, () => left-- > 0);
  return { ...result, p50: percentile(result.latencies, 50), p99: percentile(result.latencies, 99) };
}

/** The same for so many milliseconds; what has begun by then is finished and counted. */
export function loadFor(job, clients, ms) {
  const end = performance.now() + ms;
  return loadWhile(job, clients, () => performance.now() < end);
}

async function loadWhile(job, clients, goesOn) {
  const latencies = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (goesOn()) latencies.push(await time(job));
    }),
  );
  return { perSecond: (latencies.length * 1000) / (performance.now() - started), latencies };
}

/** Whether a program is on the PATH. */
export async function isThere(program) {
  return timeCommand(['sh', '-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  );
}
