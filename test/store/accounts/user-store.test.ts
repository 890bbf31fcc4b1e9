import { expect, it } from 'vitest';
import { buildUserStore } from '../../../src/store/accounts/user-store.ts';
import { openCannedDatabase } from '../canned-database.ts';

const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';
const user = { id, email: 'ada@a.example', password: null };
const open = (...answers: object[][]) => {
  const { database, sent } = openCannedDatabase(...answers);
  return { users: buildUserStore(database, () => new Date(0)), sent };
};

it('a person is found by an address in another form, or not at all', async () => {
  const { users, sent } = open([{ ...user, openid: null }]);
  expect([await users.find(' Ada@A.example '), sent]).toEqual([user, [['ada@a.example']]]);
  expect(await open([]).users.find('x')).toBeUndefined();
});

it('whether a person is known to a provider is read', async () => {
  const ask = (...rows: object[]) => open(rows).users.hasOpenId(id);
  expect([await ask({ openid: 'x' }), await ask({ openid: null }), await ask()]).toEqual([true, false, false]);
});

it('a store without people is empty', async () => {
  expect([await open([]).users.isEmpty(), await open([{ id }]).users.isEmpty()]).toEqual([true, false]);
});

it('a password is set unless it has changed meanwhile', async () => {
  const { users, sent } = open([{ id }], []);
  expect([await users.setPassword(id, 'new', 'old'), sent]).toEqual([true, [['new', id, 'old'], [id]]]);
  expect(await open([]).users.setPassword(id, 'new', 'old')).toBe(false);
});

it.each([
  ['the last admin', [{ user_id: id }], false],
  ['one of two admins', [{ user_id: id }, { user_id: 'x' }], true],
  ['one who is no admin', [{ user_id: 'x' }], true],
  ['one where there is no admin', [], true],
])('%s can lose the role: %j', async (_what, admins, can) => {
  const { users, sent } = open(admins, []);
  const setting = users.setRole(id, 'a', 'viewer' as never);
  if (!can) await expect(setting).rejects.toMatchObject({ code: 'invalid_request' });
  else expect([await setting, sent.length]).toEqual([undefined, 2]);
});

it('a person in no other account is deleted with the last', async () => {
  const { users, sent } = open([], [{ user_id: id }], [], [], []);
  await users.remove(id, 'a');
  expect(sent).toHaveLength(5);
  const member = open([], [{ user_id: id }], [{ account: 'b', role: 'admin' }]);
  await member.users.remove(id, 'a');
  expect(member.sent).toHaveLength(3);
  const missing = { code: 'not_found', message: 'there is no such user in this account' };
  await expect(open([], []).users.remove(id, 'a')).rejects.toMatchObject(missing);
  await expect(open().users.remove('x', 'a')).rejects.toMatchObject(missing);
});

it('a person who joins an account loses every earlier way in, before and after', async () => {
  const { users, sent } = open([], [], [], [], [], [], []);
  await users.join(id, 'a', 'viewer' as never);
  const afresh = [[id], [null, null, id], [id]];
  expect(sent).toEqual([...afresh, [id, 'a', 'viewer', 'viewer'], ...afresh]);
});
