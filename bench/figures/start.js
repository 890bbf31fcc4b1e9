import { setTimeout as sleep } from 'node:timers/promises';
import { alternate, median, timeCommand } from '../measure.js';
import { startPlaten } from '../setting.js';

/** Commands that print nothing: what Node and platen's own start cost. */
export async function measureStart(setting, report, short) {
  const { env, platen } = setting;
  const rounds = short ? 9 : 41;
  const run = (command, more) => () => timeCommand(command, { env: { ...env, ...more }, limitMs: 20_000 });
  const node = run([process.execPath, '-e', '0']);

  const start = await alternate(
    { node, version: run([...platen, '--version']), help: run([...platen, '--help']) },
    rounds,
    report.leaveOut,
  );
  report('`platen --version`, beside `node -e 0`', median(start.version), median(start.node), 'ms', '≤ 1.5');
  report('`platen --help`, beside `node -e 0`', median(start.help), median(start.node), 'ms', '≤ 1.5');

  const service = await startPlaten(setting);
  const send = async (method, path) => {
    const answer = await fetch(`${service.url}/api/v1/templates${path}`, {
      method,
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: '{"template":{"name":"bench"}}',
      signal: AbortSignal.timeout(20_000),
    });
    return (await answer.json()).data;
  };
  const { id } = await send('POST', '');
  // The service is as those of `throughput`: warm, and no longer preparing its browser on the cores that the command needs.
  for (let count = 0; count < 50; count += 1) await send('PATCH', `/${id}`);
  await sleep(3000);
  const words = [...platen, 'templates', 'update', id, '--name', 'bench', '--json'];
  const update = run(words, { PLATEN_BASE_URL: service.url, PLATEN_API_KEY: service.key });
  const updates = await alternate({ node, update }, rounds, report.leaveOut);
  const what = '`templates update` to a local service, beside `node -e 0`';
  report(what, median(updates.update), median(updates.node), 'ms', '≤ 2.6');
  await service.stop();
}
