import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';

/** The middle of a list of numbers. */
export function median(numbers) {
  return percentile(numbers, 50);
}

/** A percentile by nearest rank. */
export function percentile(numbers, rank) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil((rank / 100) * sorted.length) - 1))];
}

/** Runs a command to its end and gives its wall time in milliseconds. Throws when it fails. */
export function timeCommand([file, ...args], { env = process.env, cwd } = {}) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(file, args, { env, cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(performance.now() - started);
      else reject(new Error(`${file} ${args.join(' ')} ended with ${code}: ${said.slice(-500)}`));
    });
  });
}

/**
 * Times several sides alternately, A B C A B C …, after one round that does not count, so that a machine that changes its
 * speed changes it for all. Gives the list of times per side.
 */
export async function alternate(sides, rounds) {
  const times = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of Object.entries(sides)) {
      const time = await run();
      if (round > 0) times[name].push(time);
    }
  }
  return times;
}

/** Sends `count` jobs over `clients` at once; gives documents per second and the latencies. */
export async function load(job, clients, count) {
  const latencies = [];
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < count) {
        next++;
        const begun = performance.now();
        await job();
        latencies.push(performance.now() - begun);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: count / seconds, p50: percentile(latencies, 50), p99: percentile(latencies, 99) };
}

/** Whether a program is on the PATH. */
export async function isThere(program) {
  return timeCommand(['sh', '-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  );
}
