import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPage } from '../../page-here.ts';

let page: ReturnType<typeof openPage>;

beforeEach(() => {
  page = openPage();
});

afterEach(() => page.close());

const load = () => import('../../../../src/web/dashboard/account/account-calls.ts');

it.each<[string, () => Promise<unknown>, string, string, object | undefined]>([
  ['another role', async () => (await load()).setRoleOf('u/1', 'viewer'), 'PATCH', 'users/u%2F1', { role: 'viewer' }],
  ['that a person is removed', async () => (await load()).removePerson('u1'), 'DELETE', 'users/u1', undefined],
  ['that a sign-in ends', async () => (await load()).endSignIn('s1'), 'DELETE', 'sessions/s1', undefined],
  ['that all sign-ins end', async () => (await load()).endAllSignIns(), 'DELETE', 'sessions', undefined],
])('asks the service for %s', async (_what, act, method, address, body) => {
  page.answer(200, {});
  expect(await act()).toBeUndefined();
  expect(page.requests.map((sent) => [sent.method, sent.address.replace(/^.*\/api/, '/api'), sent.body])).toEqual([
    [method, `/api/dashboard/${address}`, body],
  ]);
});

it('says what the service refuses', async () => {
  const { removePerson } = await load();
  page.answer(403, { detail: 'no', code: 'forbidden' });
  await expect(removePerson('u1')).rejects.toThrow();
});
