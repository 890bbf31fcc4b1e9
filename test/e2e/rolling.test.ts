import { expect, it, onTestFinished } from 'vitest';
import { startBalancer } from '../helpers/balancer.ts';
import { buildProgram } from '../helpers/built-program.ts';
import { waitUntil } from '../helpers/process-tree.ts';
import { openWorkspace, type Started } from '../helpers/workspace.ts';
import { startPostgres } from '../store/postgres-cluster.ts';

const flags = [
  '--port',
  '0',
  '--egress',
  'deny',
  '--sandbox',
  'preferred',
  '--concurrency',
  '1',
  '--drain-delay',
  '2s',
];

it('three replicas on one Postgres are restarted one after the other under load, and no request fails', {
  timeout: 150_000,
}, async () => {
  const workspace = openWorkspace(await buildProgram());
  onTestFinished(() => workspace.clear());
  const cluster = await startPostgres();
  onTestFinished(() => cluster.stop());
  const location = await cluster.makeLocation();
  const env = { PLATEN_DATABASE_URL: 'databaseUrl' in location ? location.databaseUrl : '' };
  const balancer = await startBalancer();
  onTestFinished(() => balancer.close());

  async function startReplica(): Promise<{ process: Started; url: string }> {
    const process = workspace.start(['serve', ...flags], { env, limitMs: 140_000 });
    const shown = () => /listens on (http:\S+)/.exec(process.stderr())?.[1];
    await waitUntil('the replica listens', () => shown() !== undefined);
    const url = shown() ?? '';
    balancer.add(url);
    await waitUntil('the replica is ready', () => balancer.ready().includes(url));
    return { process, url };
  }

  const made = await workspace.platen(['keys', 'create', '--name', 'test', '--json'], { env });
  const headers = { authorization: `Bearer ${JSON.parse(made.stdout).data.key}`, 'content-type': 'application/json' };
  const replicas = [await startReplica(), await startReplica(), await startReplica()];

  let [running, answered] = [true, 0];
  const failures: string[] = [];
  const ask = async (path: string, body?: object) => {
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(balancer.url + path, { headers, ...init });
    const text = await answer.text();
    answered += 1;
    if (answer.status !== 200) failures.push(`${path} ${answer.status} ${text.slice(0, 300)}`);
  };
  const load = [
    async () => ask('/api/v1/renderers/pdf', { parts: { html: '<h1>Rolling</h1>' } }),
    async () => ask('/api/v1/templates'),
  ].map(async (work) => {
    while (running) await work().catch((error: Error) => failures.push(String(error.cause ?? error)));
  });

  for (const [at, old] of replicas.entries()) {
    const before = answered;
    replicas[at] = await startReplica();
    old.process.child.kill('SIGTERM');
    expect(await old.process.ended).toMatchObject({ code: 0 });
    balancer.remove(old.url);
    await waitUntil('others answer', () => answered > before + 10);
  }
  running = false;
  await Promise.all(load);
  expect(failures).toEqual([]);
  expect(answered).toBeGreaterThan(60);
});
