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
  const submit = (priority = 'normal') => ({
    method: 'POST',
    headers: { prefer: 'respond-async' },
    body: JSON.stringify({ parts: { html: 'x' }, job: { priority } }),
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

  it('say whether it renders in the background, and how many renders may wait', async () => {
    const call = await start({ PLATEN_ROLE: 'web', PLATEN_JOBS_WAITING: '2', PLATEN_ACCOUNT_JOBS_WAITING: '1' });
    const first = await call('/renderers/pdf', submit());
    expect(first.status).toBe(202);
    expect(((await first.json()) as { data: { waits_for: string } }).data.waits_for).toBe('worker');
    const second = await call('/renderers/pdf', submit());
    expect(((await second.json()) as { code: string }).code).toBe('rate_limited');
  });
});
