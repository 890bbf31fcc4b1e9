import { mkdirSync, writeFileSync } from 'node:fs';
import { buildJob } from '../ask.js';
import { invoice } from '../documents.js';
import { alternate, load, median, timeCommand } from '../measure.js';
import { startServices } from '../setting.js';

/** `render batch` with a service and without, beside what the service prints for clients that only ask. */
export async function measureBatch(setting, report, short) {
  // So few jobs as there is time for would only say how long a command takes to start.
  if (short) return report.leaveOut('`render batch`', 'only in the full form');
  const { at, env, platen, cores } = setting;
  const count = 1000;
  const { platen: service } = await startServices(setting, [], report.leaveOut);
  const remote = { ...env, PLATEN_BASE_URL: service.url, PLATEN_API_KEY: service.key };
  const jobs = at('jobs.ndjson');
  const job = (index) => JSON.stringify({ parts: { html: invoice }, output: `${index}.pdf`, id: `${index}` });
  writeFileSync(jobs, `${Array.from({ length: count }, (_, index) => job(index)).join('\n')}\n`);

  let runs = 0;
  const run = (environment) => () => {
    // Its own folder and journal, or a second run would find everything done.
    runs += 1;
    const cwd = at(`batch-${runs}`);
    mkdirSync(cwd);
    const command = [...platen, 'render', 'batch', jobs, '--journal', at(`batch-${runs}.journal`), '--json'];
    return timeCommand(command, { env: environment, cwd, limitMs: 300_000 });
  };
  const print = buildJob(service, [{ html: invoice }]);
  const sides = {
    service: async () => (count * 1000) / (await load(print, 2 * cores, count)).perSecond,
    remote: run(remote),
    embedded: run(env),
  };
  const times = await alternate(sides, 3, report.leaveOut);
  const label = `${count} jobs by \`render batch\``;
  report(
    `${label} and a running service, beside the service alone`,
    median(times.remote),
    median(times.service),
    'ms',
    '≤ 1.15',
  );
  report(`${label} alone, beside the same`, median(times.embedded), median(times.service), 'ms', '≤ 1.15');
}
