// Renders an invoice of one account alone, and while another account renders heavy documents. `--seconds N` per document (20),
// `--only TEXT` for documents whose names have the text. Exits 1 if the invoice takes more than twice its usual time, or a process ended.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ask, buildJob } from './ask.js';
import { invoice } from './documents.js';
import { heavyDocuments } from './heavy-documents.js';
import { loadFor, median, percentile, time } from './measure.js';
import { watchCost } from './process-tree.js';
import { createKey, openSetting, startPlaten, stopServices } from './setting.js';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, only: { type: 'string', default: '' } },
});
const ms = Number(values.seconds) * 1000;
if (!(ms > 0)) throw new Error('--seconds takes a number above 0');
const most = 2;
const pingEveryMs = 50;
const heavyLimitMs = 30_000;

const setting = await openSetting();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end(130));
const faults = [];
process.stdout.write(`${setting.conditions}\n\n`);
line('beside', 'ratio of medians', 'median', '95th percentile', '/healthz', 'memory', 'the heavy document');
line('---', '---', '---', '---', '---', '---', '---');
for (const [name, html] of Object.entries(heavyDocuments)) {
  if (name.includes(values.only)) await measure(name, html);
}
for (const fault of faults) process.stdout.write(`fault: ${fault}\n`);
await end(faults.length > 0 ? 1 : 0);

async function measure(name, html) {
  // A service for each document, because one may leave memory behind.
  const platen = await startPlaten(setting, ['--concurrency', '2', '--sandbox', 'preferred']);
  const small = buildJob({ ...platen, key: await createKey(setting, 'other') }, [{ html: invoice }]);
  const heavy = buildJob(platen, [{ html }], { limitMs: heavyLimitMs });
  for (let warm = 0; warm < 10; warm += 1) await small();
  const before = await loadFor(small, 1, ms / 4);
  const health = watchHealth(platen.url);
  const cost = watchCost(platen.child.pid);
  const heavyLoad = loadHeavy(heavy);
  const beside = await loadFor(small, 1, ms);
  const { memory } = cost.end();
  const heavyRuns = await heavyLoad.end();
  const longest = await health.end();
  const after = await loadFor(small, 1, ms / 4);
  if (platen.child.exitCode !== null) faults.push(`the service ended beside ${name}`);
  await stopServices();

  const alone = [...before.latencies, ...after.latencies];
  const ratio = median(beside.latencies) / median(alone);
  if (!(ratio <= most)) faults.push(`${ratio.toFixed(2)} times its usual time beside ${name}`);
  line(
    name,
    ratio.toFixed(2),
    ...[50, 95].map(
      (rank) => `${percentile(beside.latencies, rank).toFixed(0)} ms (${percentile(alone, rank).toFixed(0)})`,
    ),
    `${longest.toFixed(0)} ms`,
    `${(memory / 1e6).toFixed(0)} MB`,
    `${(median(heavyRuns.map((run) => run.took)) / 1000).toFixed(1)} s: ${heavyRuns[0]?.how}`,
  );
}

/** Runs a job again and again until the end, and keeps how each run ended. */
function loadHeavy(job) {
  const runs = [];
  let ended = false;
  const running = (async () => {
    while (!ended) {
      let how = 'printed';
      const run = () =>
        job().catch((error) => {
          how = error.message.replace(/\s+/g, ' ');
        });
      runs.push({ took: await time(run), how });
    }
  })();
  return {
    async end() {
      ended = true;
      await running;
      return runs;
    },
  };
}

/** Asks a service whether it lives until the end, and returns the time of the slowest answer. */
function watchHealth(url) {
  let longest = 0;
  let ended = false;
  const asking = (async () => {
    while (!ended) {
      longest = Math.max(longest, await time(() => ask(new URL('/healthz', url), {})));
      await sleep(pingEveryMs);
    }
  })();
  return {
    async end() {
      ended = true;
      await asking;
      return longest;
    },
  };
}

function line(...cells) {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

async function end(code) {
  await stopServices();
  setting.close();
  process.exit(code);
}
