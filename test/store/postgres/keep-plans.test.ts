import { expect, test } from 'vitest';
import { keepPlans, type Statement } from '../../../src/store/postgres/keep-plans.ts';

const selectOne = { text: 'select 1', values: [] };

test('a text has one name, in every process', async () => {
  const sent: Statement[] = [];
  const send = async (statement: Statement) => void sent.push(statement);
  for (const run of [keepPlans(true), keepPlans(true)]) await run(send, selectOne);
  await keepPlans(true)(send, { text: 'select 2', values: [] });
  const [first, again, other] = sent.map(({ name }) => name);
  expect(first).toMatch(/^platen_\w{32}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('texts of which each comes once get no names without end', async () => {
  const names = new Set<string | undefined>();
  const run = keepPlans(true);
  for (let at = 0; at < 300; at += 1)
    await run(async ({ name }) => void names.add(name), { text: `select ${at}`, values: [] });
  expect(names.size).toBeLessThan(250);
  expect(names).toContain(undefined);
});

test('without names a statement is sent as it is', async () => {
  await keepPlans(false)(async (statement) => expect(statement).toEqual(selectOne), selectOne);
});

test.for(['26000', '42P05'])('once a pooler has lost names (%s), statements go on without', async (code) => {
  const sent: Statement[] = [];
  const run = keepPlans(true);
  const send = async (statement: Statement) => {
    sent.push(statement);
    if (statement.name !== undefined) throw Object.assign(new Error('prepared statement'), { code });
    return 'done';
  };
  expect(await run(send, selectOne)).toBe('done');
  expect(await run(send, selectOne)).toBe('done');
  expect(sent.map(({ name }) => name !== undefined)).toEqual([true, false, false]);
});

test('what fails for another reason is not sent again', async () => {
  let count = 0;
  const send = async () => {
    count += 1;
    throw Object.assign(new Error('duplicate key'), { code: '23505' });
  };
  await expect(keepPlans(true)(send, selectOne)).rejects.toThrow('duplicate key');
  expect(count).toBe(1);
});
