import { expect, it } from 'vitest';
import { callWithRetries } from '../../src/client/call-with-retries.ts';
import { ServiceError } from '../../src/client/service-error.ts';

const timeoutMs = 600_000;
const call = { route: 'listTemplates', conditional: false, timeoutMs, limitMs: timeoutMs, signal: undefined } as const;

it.each([
  ['than all waits may take together', 100, timeoutMs],
  ['than is left of the call', timeoutMs, 100],
])('a service that asks to wait for longer %s is not asked again', async (_than, budgetMs, leftMs) => {
  let asked = 0;
  const attempt = async () => {
    asked += 1;
    throw new ServiceError('rate_limited', 'later', { status: 429, retryAfterMs: 30_000 });
  };
  const policy = { ...call, timeoutMs: leftMs, retry: { retries: 3, budgetMs }, onWait: undefined };
  await expect(callWithRetries(policy, attempt)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(asked).toBe(1);
});
