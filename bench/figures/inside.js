import { setTimeout as sleep } from 'node:timers/promises';
import { ask, buildJob } from '../ask.js';
import { invoice, table, report as twelvePages } from '../documents.js';
import { load, loadFor } from '../measure.js';
import { startServices } from '../setting.js';

/** What the service says about itself: the share of binding in a render, the delay of its event loop at saturation. */
export async function measureInside(setting, report, short) {
  const { platen } = await startServices(setting, [], report.leaveOut);
  const metrics = async () => {
    const { bytes } = await ask(new URL('/metrics', platen.url), {
      headers: { authorization: `Bearer ${platen.key}` },
    });
    const lines = bytes.toString().split('\n');
    return (name) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1] ?? 0);
  };
  const documents = [
    ['invoice', invoice, short ? 20 : 200],
    ['report', twelvePages(), short ? 4 : 50],
    ...(short ? [] : [['table of 4,000 rows', table(4000), 5]]),
  ];
  for (const [name, html, count] of documents) {
    const job = buildJob(platen, [{ html }]);
    await job();
    const before = await metrics();
    await load(job, 1, count);
    const after = await metrics();
    const spent = (stage) => {
      const series = `platen_render_stage_seconds_sum{stage="${stage}"}`;
      return ((after(series) - before(series)) * 1000) / count;
    };
    report(`binding of the ${name}, beside its whole render`, spent('bind'), spent('total'), 'ms', '≤ 0.15');
  }

  const job = buildJob(platen, [{ html: invoice }]);
  // The delay is that since the last look, and holds the interval of the timer that finds it: so it stands beside that of
  // a service at rest.
  await metrics();
  await sleep(short ? 1000 : 5000);
  const atRest = await metrics();
  await loadFor(job, 16, 1000);
  await metrics();
  await loadFor(job, 16, short ? 2000 : 20_000);
  const atWork = await metrics();
  for (const of of ['mean', 'p99', 'max']) {
    const [ours, theirs] = [atWork, atRest].map((look) => look(`platen_event_loop_delay_seconds{of="${of}"}`) * 1000);
    report(`delay of the event loop, 16 clients, ${of}, beside that at rest`, ours, theirs, 'ms');
  }
}
