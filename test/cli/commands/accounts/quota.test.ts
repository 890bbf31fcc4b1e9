import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { linesOf, makeFolder, runCommand } from '../run-command.ts';

let data: string;
beforeEach(() => {
  data = join(makeFolder(), 'data');
});

/** Runs a command with the accounts of this test. */
const run = (words: readonly string[], isTerminal = false) =>
  runCommand([...words, '--data-dir', data], {}, { isTerminal, env: { PLATEN_PUBLIC_URL: 'https://pdf.example' } });
const json = async (...words: string[]) => JSON.parse((await run([...words, '--json'])).stdout).data;

describe('the quota of an account', () => {
  const unlimited = { account: 'acme', people: 0, renders: 0, pages: 0, renders_limit: null, pages_limit: null };

  it.each([
    [['--pages', '0'], { pages_limit: 0 }],
    [['--renders', '999999999999'], { renders_limit: 999_999_999_999 }],
    [['--renders', '10', '--pages', '20'], { renders_limit: 10, pages_limit: 20 }],
    [['--renders', '10', '--pages', 'none'], { renders_limit: 10 }],
  ])('is set: %j', async (words, limits) => {
    expect(await json('accounts', 'quota', 'acme', ...words)).toEqual({ ...unlimited, ...limits });
  });

  it('is set with a note, and a warning for an account that may be mistyped', async () => {
    const done = 'Set the quota of "acme"; it applies within a minute\n';
    expect((await run(['accounts', 'quota', 'acme', '--pages', '5'])).stderr).toBe(
      `warning: there is nothing of an account "acme" yet\n${done}`,
    );
    expect((await run(['accounts', 'quota', 'acme', '--pages', '6'])).stderr).toBe(done);
  });

  it.each([
    [[], 'nothing to set', 'name --renders, --pages or both'],
    [
      ['--pages', '1234567890123'],
      '--pages "1234567890123" is not a whole number of 12 digits at most',
      'write --pages 1000 or --pages none',
    ],
    [
      ['--renders', 'many', '--pages', '1'],
      '--renders "many" is not a whole number of 12 digits at most',
      'write --renders 1000 or --renders none',
    ],
  ])('is not set: %j', async (words, message, fix) => {
    expect((await run(['accounts', 'quota', 'acme', ...words])).error).toMatchObject({ code: 'usage', message, fix });
    expect(await json('accounts', 'list')).toEqual([]);
  });

  it('is listed with what is used of it', async () => {
    expect((await run(['accounts', 'list'], true)).stderr).toBe('No account has people or a quota yet.\n');
    await run(['accounts', 'quota', 'acme', '--pages', '5']);
    expect(linesOf((await run(['accounts', 'list'], true)).stdout)).toEqual([
      'ACCOUNT PEOPLE RENDERS THIS MONTH PAGES THIS MONTH',
      'acme 0 0 0 of 5',
      '',
    ]);
  });
});

describe('a user', () => {
  it('gets a link, and is listed as invited', async () => {
    expect((await run(['users', 'list'], true)).stderr).toBe(
      'There are no people yet. Add one: platen users create ada@example.com\n',
    );
    const { stdout, stderr } = await run(['users', 'create', 'ada@example.com']);
    expect(stdout).toMatch(/^https:\/\/pdf\.example\/dashboard\/#link=[\w-]+\n$/);
    expect(stderr).toBe('ada@example.com is admin of "default". The link sets a password, once, within 15 minutes.\n');
    await run(['users', 'create', 'bob@example.com', '--account', 'acme', '--role', 'viewer']);
    const rows = linesOf((await run(['users', 'list'], true)).stdout);
    expect([rows[0], rows.slice(1).sort()]).toEqual([
      'EMAIL ACCOUNT ROLE LAST SIGN-IN',
      ['', 'ada@example.com default admin invited', 'bob@example.com acme viewer invited'],
    ]);
    const { stderr: warning } = await run(['users', 'list', '--account', 'amce']);
    expect(warning).toBe('warning: there is nothing of an account "amce" yet; did you mean "acme"?\n');
    expect((await run(['users', 'list', '--account', 'acme'])).stderr).toBe('');
  });

  it('may be removed from an account', async () => {
    for (const name of ['ada', 'bob', 'eve']) await run(['users', 'create', `${name}@example.com`]);
    expect(await run(['users', 'delete', 'bob@example.com'])).toMatchObject({
      ...{ stdout: '', stderr: 'bob@example.com is no longer in "default"\n' },
    });
    expect(await json('users', 'delete', 'eve@example.com')).toEqual({ email: 'eve@example.com', account: 'default' });
    expect((await run(['users', 'delete', 'bob@example.com', '--account', 'acme'])).error).toMatchObject({
      ...{ code: 'not_found', message: 'there is no bob@example.com in the account "acme"' },
      fix: 'list the people: platen users list',
    });
    expect((await run(['users', 'delete', 'ada@example.com'])).error).not.toMatchObject({ code: 'not_found' });
  });
});
