import { describe, expect, it } from 'vitest';
import { readEndTimes, readOpenId, readServerSettings } from '../../../src/cli/service/server-settings.ts';
import type { Settings } from '../../../src/cli/settings/index.ts';

const settingsOf = (values: Record<string, unknown>) =>
  ({ get: (name: string) => values[name] ?? null }) as unknown as Settings;

describe('the options of a service', () => {
  it('have few defaults', () => {
    expect(readServerSettings(settingsOf({}))).toEqual({
      ...{ logLevel: 'info', storeWaitMs: 0, records: { keepContent: false } },
      ...{ requestsPerKey: {}, waitingLimits: {} },
    });
  });

  it('are what is set', () => {
    const limits = { account_jobs_waiting: 1, jobs_waiting: 2, account_jobs_waiting_mb: 3, jobs_waiting_mb: 4 };
    const settings = settingsOf({
      ...{ log_level: 'debug', render_log_days: 0, keep_renders: true, rate: 5, rate_burst: 6, ...limits },
      ...{ trust_proxy: ['10.0.0.1'], role: 'worker', workers: 7, database_wait: 8000 },
    });
    expect(readServerSettings(settings)).toEqual({
      ...{ logLevel: 'debug', records: { days: 0, keepContent: true }, requestsPerKey: { perSecond: 5, burst: 6 } },
      ...{ waitingLimits: { account: 1, all: 2, accountMb: 3, allMb: 4 }, trustProxy: ['10.0.0.1'], role: 'worker' },
      ...{ workers: 7, storeWaitMs: 8000 },
    });
  });
});

describe('the times in the end of a service', () => {
  it.each([
    [{}, true, { graceMs: 30_000, drainMs: 0 }],
    [{}, false, { graceMs: 30_000, drainMs: 5000 }],
    [{ grace: 0, drain_delay: 1 }, true, { graceMs: 0, drainMs: 1 }],
    [{ grace: 1, drain_delay: 0 }, false, { graceMs: 1, drainMs: 0 }],
  ])('with %j, at a terminal: %s', (values, atTerminal, times) => {
    expect(readEndTimes(settingsOf(values), atTerminal)).toEqual(times);
  });
});

describe('the provider to sign in with', () => {
  const issuer = { openid_issuer: 'https://id.example' };
  const client = { openid_client_id: 'platen', openid_client_secret: 's3cret' };

  it('is not there without its URL', async () => {
    expect(await readOpenId(settingsOf(client), {})).toBeUndefined();
  });

  it.each(['openid_client_id', 'openid_client_secret'])('needs %s', async (name) => {
    await expect(readOpenId(settingsOf({ ...issuer, ...client, [name]: null }), {})).rejects.toMatchObject({
      code: 'config_invalid',
      message: 'openid_issuer is set without openid_client_id and openid_client_secret',
      fix: 'set PLATEN_OPENID_CLIENT_ID and PLATEN_OPENID_CLIENT_SECRET',
    });
  });

  it('has what is set', async () => {
    const least = { issuer: 'https://id.example', clientId: 'platen', clientSecret: 's3cret' };
    expect(await readOpenId(settingsOf({ ...issuer, ...client }), {})).toEqual(least);
    const names = { openid_name: 'Acme', openid_account_claim: 'org', openid_role_claim: 'role' };
    const env = { HTTPS_PROXY: 'http://proxy.example' };
    expect(await readOpenId(settingsOf({ ...issuer, ...client, ...names }), env)).toEqual({
      ...{ ...least, name: 'Acme', accountClaim: 'org', roleClaim: 'role' },
      fetch: expect.any(Function),
    });
  });
});
