import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHome, runCli, type TestHome } from '../../helpers/run-cli.ts';
import { type RunningCommand, startCommand } from '../../helpers/start-command.ts';

describe('the settings of a service', () => {
  let home: TestHome;
  let service: RunningCommand | undefined;
  let key = '';
  beforeEach(async () => {
    home = makeHome();
    const made = await runCli(['keys', 'create', '--name', 'test'], { cwd: home.folder, env: home.env });
    key = made.stdout.trim();
  });
  afterEach(async () => {
    await service?.stop();
    service = undefined;
    home.remove();
  });

  /** Starts a service with these variables, and returns a call of it. */
  async function start(env: Record<string, string>, ...flags: string[]) {
    const own = { PLATEN_SANDBOX: 'preferred', PLATEN_DRAIN_DELAY: '0s' };
    const started = await startCommand(
      ['serve', '--port', '0', '--no-dashboard', ...flags],
      { ...home, env: { ...home.env, ...own, ...env } },
      /listens on (http:\S+)/,
    );
    service = started;
    return (path: string, init: RequestInit = {}) =>
      fetch(`${started.found}/api/v1${path}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...init.headers },
      });
  }
  const pauseMs = 500;
  const submit = () => ({
    method: 'POST',
    headers: { prefer: 'respond-async' },
    body: JSON.stringify({ parts: { html: 'x' }, options: { wait_for: { delay_ms: pauseMs } } }),
  });

  it('name the proxies whose X-Forwarded-For counts', async () => {
    const call = await start({ PLATEN_TRUST_PROXY: 'loopback' }, '--access-log');
    await call('/templates', { headers: { 'x-forwarded-for': '198.51.100.7' } });
    await expect.poll(() => service?.printed()).toContain('"client":"198.51.100.7"');
  });

  it('limit the requests of a key', async () => {
    const call = await start({ PLATEN_RATE: '1', PLATEN_RATE_BURST: '2' });
    const statuses = [];
    for (let count = 0; count < 3; count++) statuses.push((await call('/templates')).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await call('/templates')).headers.get('ratelimit-policy')).toContain('q=2');
  });

  it('say how many renders run in the background at a time', async () => {
    const call = await start({ PLATEN_CONCURRENCY: '2', PLATEN_WORKERS: '1' });
    const ids: string[] = [];
    for (let count = 0; count < 2; count++) {
      const { data } = (await (await call('/renderers/pdf', submit())).json()) as { data: { id: string } };
      ids.push(data.id);
    }
    type Ended = { data: { status: string; started_at: string } };
    const renders: Ended['data'][] = [];
    for (const id of ids) renders.push(((await (await call(`/renders/${id}?wait_seconds=20`)).json()) as Ended).data);
    expect(renders.map(({ status }) => status)).toEqual(['done', 'done']);
    const [first = 0, second = 0] = renders.map((render) => Date.parse(render.started_at)).sort();
    // The second starts when the first is printed, which is not before its pause has passed.
    expect(second - first).toBeGreaterThanOrEqual(pauseMs);
  });

  it('say whether it renders in the background, and how many renders may wait', async () => {
    const call = await start({ PLATEN_ROLE: 'web', PLATEN_JOBS_WAITING: '2', PLATEN_ACCOUNT_JOBS_WAITING: '1' });
    const first = await call('/renderers/pdf', submit());
    expect(first.status).toBe(202);
    expect(((await first.json()) as { data: { waits_for: string } }).data.waits_for).toBe('worker');
    const second = await call('/renderers/pdf', submit());
    expect(((await second.json()) as { code: string }).code).toBe('rate_limited');
  });
});
