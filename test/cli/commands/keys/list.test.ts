import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { linesOf, makeFolder, runCommand } from '../run-command.ts';

let data: string;
beforeEach(() => {
  data = join(makeFolder(), 'data');
});

/** Runs `platen keys` with the keys of this test. */
const run = (words: readonly string[], isTerminal = false) =>
  runCommand(['keys', ...words, '--data-dir', data], {}, { isTerminal });
const create = async (...words: string[]) =>
  JSON.parse((await run(['create', '--name', 'ci', ...words, '--json'])).stdout).data;

const ids = ['0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f', '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e40'];

describe('the list of keys', () => {
  it('may be empty', async () => {
    expect(await run(['list'], true)).toMatchObject({
      ...{ stdout: '', stderr: 'There are no keys yet. Make one: platen keys create --name ci\n' },
    });
    expect(JSON.parse((await run(['list'])).stdout)).toEqual({ data: [] });
  });

  it('shows what each key may, and its state', async () => {
    const keys = [
      await create('--scope', 'render', '--expires', '90d', '--account', 'acme'),
      await create('--scope', 'render,keys', '--template', ids[0] ?? ''),
      await create('--scope', 'render', '--template', ids.join(',')),
      await create('--scope', 'render', '--folder', 'invoices'),
    ];
    await run(['revoke', keys[1].id]);
    const { stdout, stderr } = await run(['list'], true);
    const [head, ...rows] = linesOf(stdout);
    const row = ({ id, first, last, account, created_at }: Record<string, string>, may: string, state: string) =>
      `${id} ci ${first}…${last} ${account} ${may} ${created_at} never ${state}`;
    expect([head, rows.sort(), stderr]).toEqual([
      'ID NAME KEY ACCOUNT MAY CREATED LAST USED STATE',
      [
        '',
        row(keys[0], 'render', keys[0].expires_at),
        row(keys[1], 'render, keys (1 template)', 'retired'),
        row(keys[2], 'render (2 templates)', 'never expires'),
        row(keys[3], 'render (folder invoices)', 'never expires'),
      ].sort(),
      '',
    ]);
  });

  it('may be that of an account', async () => {
    const key = await create('--account', 'acme');
    await create();
    const { stdout, stderr } = await run(['list', '--account', 'acme', '--json']);
    expect([JSON.parse(stdout).data.map(({ id }: { id: string }) => id), stderr]).toEqual([[key.id], '']);
    expect((await run(['list', '--account', 'amce'], true)).stderr).toBe(
      'warning: there is no key of an account "amce" yet; did you mean "acme"?\n' +
        'There are no keys yet. Make one: platen keys create --name ci\n',
    );
  });
});

describe('a key', () => {
  it('is shown once', async () => {
    const { stdout, stderr } = await run(['create', '--name', 'ci']);
    const [{ id }] = JSON.parse((await run(['list'])).stdout).data;
    expect(stdout).toMatch(/^platen_\w+\n$/);
    expect(stderr).toBe(`Created the key "ci" (${id}). It is shown only once; store it safely.\n`);
  });

  it.each([
    [['create', '--name', ' '], '--name is empty', 'say what the key is for'],
    [
      ['create', '--name', 'ci', '--folder', ''],
      '--folder is empty',
      'leave it out for a key that is for all templates',
    ],
    [
      ['create', '--name', 'ci', '--template', `${ids[0]},x`],
      '--template "x" is not the id of a template',
      'see the ids: platen templates list',
    ],
  ])('is not made of %j', async (words, message, fix) => {
    expect((await run(words)).error).toMatchObject({ code: 'usage', message, fix });
    expect(JSON.parse((await run(['list'])).stdout).data).toEqual([]);
  });

  it('may be revoked', async () => {
    const { id } = await create();
    expect(await run(['revoke', id])).toMatchObject({
      ...{ stdout: '', stderr: 'Retired the key "ci"; it is refused from now on\n' },
    });
    const again = await create();
    const { stdout, stderr } = await run(['revoke', again.id, '--json']);
    expect([JSON.parse(stdout).data, stderr]).toMatchObject([{ id: again.id, revoked_at: expect.any(String) }, '']);
  });

  it('may be replaced, and ends later or immediately', async () => {
    const { id } = await create();
    const rotated = await run(['rotate', id, '--expires', '90d']);
    const [old, made] = JSON.parse((await run(['list'])).stdout).data;
    expect(rotated.stderr).toBe(
      `Created the key "ci" (${made.id}). It is shown only once. The old one ends at ${old.expires_at}.\n`,
    );
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBeGreaterThan(89 * 86_400_000);
    const { stderr } = await run(['rotate', made.id, '--overlap', '0s']);
    expect(stderr).toMatch(/ It is shown only once\. The old one has ended\.\n$/);
  });
});
