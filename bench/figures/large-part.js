import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { picturePdf } from '../documents.js';
import { alternate, isThere, median } from '../measure.js';
import { watchCost } from '../process-tree.js';

const megabyte = 1_000_000;

/** A PDF of 20 MB as a part, cold and without a service, compared with one of 1 MB and with qpdf: what the bytes themselves cost. */
export async function measureLargePart({ at, env, platen }, report, short) {
  const large = at('large.pdf');
  const small = at('small.pdf');
  writeFileSync(large, picturePdf(20 * megabyte));
  writeFileSync(small, picturePdf(megabyte));
  const peaks = { large: [], small: [] };
  const render = (name, file) => async () => {
    const command = [...platen, 'render', 'pdf', file, '-o', at('part.pdf'), '--force', '-q'];
    const { ms, memory } = await runWatched(command, env);
    peaks[name].push(memory);
    return ms;
  };
  const sides = { large: render('large', large), small: render('small', small) };
  if (await isThere('qpdf')) {
    const command = ['qpdf', '--object-streams=generate', large, at('part-qpdf.pdf')];
    sides.qpdf = async () => (await runWatched(command, env)).ms;
  } else {
    report.leaveOut('qpdf', 'not installed');
  }
  const times = await alternate(sides, short ? 3 : 11, report.leaveOut);
  report('cold `render pdf` of a 20 MB PDF, beside one of 1 MB', median(times.large), median(times.small), 'ms');
  report('the same, compared with qpdf', median(times.large), median(times.qpdf ?? []), 'ms', '≤ 1.5');
  const [ours, theirs] = [peaks.large, peaks.small].map((peak) => median(peak) / megabyte);
  report('peak memory of its process tree, beside that of 1 MB', ours, theirs, 'MB');
}

/** Runs a command to its end: its wall time, and the most memory of its process tree (Linux only). */
async function runWatched([file, ...words], env) {
  const started = performance.now();
  const child = spawn(file, words, { env, stdio: 'ignore' });
  const cost = watchCost(child.pid, 50);
  const [code] = await once(child, 'exit');
  const ms = performance.now() - started;
  const { memory } = cost.end();
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
  return { ms, memory };
}
