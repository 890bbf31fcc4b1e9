import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';

let home: TestHome;
beforeAll(() => {
  home = makeHome();
});
afterAll(() => home.remove());

const platen = (...words: string[]) => runCli(words, { cwd: home.folder, env: home.env });
const json = async (...words: string[]) => JSON.parse((await platen(...words, '--json')).stdout).data;

describe('platen users', () => {
  it('prints a link to set a password, and makes the first of an account its admin', async () => {
    const { code, stdout, stderr } = await platen('users', 'create', 'Ada@example.com');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:8080\/dashboard\/#link=[A-Za-z0-9_-]{43}\n$/);
    expect(stderr).toContain('ada@example.com is admin of "default"');
    const second = await json('users', 'create', 'bob@example.com', '--public-url', 'https://pdf.example.com/x/');
    expect(second).toMatchObject({ email: 'bob@example.com', role: 'viewer', account: 'default' });
    expect(second.link).toMatch(/^https:\/\/pdf\.example\.com\/x\/dashboard\/#link=/);
    expect(await json('users', 'create', 'eve@example.com', '--account', 'acme', '--role', 'editor')).toMatchObject({
      account: 'acme',
      role: 'editor',
    });
  });

  it('warns that the link is a guess unless the public URL is set', async () => {
    const guess = 'the link uses http://127.0.0.1:8080: the public URL of the service is not set';
    const guessed = await platen('users', 'create', 'guess@example.com', '--quiet');
    expect(guessed.stderr).toContain(`warning: ${guess}`);
    expect(guessed.stderr).toContain('--public-url');
    const asJson = JSON.parse((await platen('users', 'create', 'guess@example.com', '--json')).stdout);
    expect(asJson.warnings).toMatchObject([{ code: 'public_url_unset' }]);
    const set = await platen(
      'users',
      'create',
      'guess@example.com',
      '--public-url',
      'https://pdf.example.com',
      '--quiet',
    );
    expect(set.stderr).toBe('');
    await platen('users', 'delete', 'guess@example.com');
  });

  it.each([
    ['0.0.0.0', 'http://127.0.0.1:8080/'],
    ['::', 'http://127.0.0.1:8080/'],
    ['pdf.internal', 'http://pdf.internal:8080/'],
  ])('a service that listens at %s gets a link to %s', async (host, address) => {
    const env = { ...home.env, PLATEN_HOST: host };
    const { stdout } = await runCli(['users', 'create', 'ada@example.com'], { cwd: home.folder, env });
    expect(stdout.startsWith(address)).toBe(true);
  });

  it('makes no link to a port that nobody knows yet', async () => {
    const env = { ...home.env, PLATEN_PORT: '0' };
    const { code, stderr } = await runCli(['users', 'create', 'new@example.com'], { cwd: home.folder, env });
    expect([code, stderr]).toEqual([2, expect.stringContaining('fix: name the URL of the service with --public-url')]);
    expect(JSON.stringify(await json('users', 'list'))).not.toContain('new@example.com');
  });

  it('prints another link for who is there, who stays what they are', async () => {
    const first = await json('users', 'create', 'bob@example.com');
    const second = await json('users', 'create', 'bob@example.com');
    expect(second).toMatchObject({ id: first.id, role: 'viewer' });
    expect(second.link).not.toBe(first.link);
  });

  it('lists the people of one account or of all', async () => {
    expect(await json('users', 'list', '--account', 'acme')).toMatchObject([
      { email: 'eve@example.com', role: 'editor' },
    ]);
    expect(await json('users', 'list')).toHaveLength(3);
  });

  it('takes somebody out of an account, but the last admin', async () => {
    expect((await platen('users', 'delete', 'BOB@example.com')).code).toBe(0);
    expect(await json('users', 'list', '--account', 'default')).toHaveLength(1);
    const again = await platen('users', 'delete', 'bob@example.com');
    expect([again.code, again.stderr]).toEqual([5, expect.stringContaining('platen users list')]);
    const last = await platen('users', 'delete', 'ada@example.com');
    expect([last.code, last.stderr]).toEqual([
      7,
      expect.stringMatching(/needs an admin.*\n {2}fix: platen users create/),
    ]);
  });

  it.each(['ada', 'a b@example.com', 'ada@example.com\nx: y', '@example.com'])(
    'refuses the address %j',
    async (email) => {
      const { code, stderr } = await platen('users', 'create', email);
      expect([code, stderr]).toEqual([2, expect.stringContaining('is not an email address')]);
    },
  );
});

describe('platen accounts', () => {
  it('sets how much an account may render, one limit at a time', async () => {
    expect(await json('accounts', 'quota', 'acme', '--pages', '1000')).toMatchObject({
      renders_limit: null,
      pages_limit: 1000,
    });
    expect(await json('accounts', 'quota', 'acme', '--renders', '10')).toMatchObject({
      renders_limit: 10,
      pages_limit: 1000,
    });
    expect(await json('accounts', 'quota', 'acme', '--pages', 'none')).toMatchObject({
      renders_limit: 10,
      pages_limit: null,
    });
    const list = await json('accounts', 'list');
    expect(list).toEqual([
      { account: 'acme', people: 1, renders: 0, pages: 0, renders_limit: 10, pages_limit: null },
      { account: 'default', people: 1, renders: 0, pages: 0, renders_limit: null, pages_limit: null },
    ]);
  });

  it('warns of an account that nothing is known of', async () => {
    const { code, stderr } = await platen('accounts', 'quota', 'amce', '--pages', 'none');
    expect([code, stderr]).toEqual([0, expect.stringContaining('of an account "amce" yet; did you mean "acme"?')]);
    expect((await platen('users', 'list', '--account', 'zz')).stderr).toContain('nothing of an account "zz" yet\n');
    expect((await platen('accounts', 'quota', 'acme', '--pages', 'none')).stderr).not.toContain('yet');
  });

  it('says what is missing or wrong', async () => {
    expect((await platen('accounts', 'quota', 'acme')).stderr).toContain('--renders');
    expect((await platen('accounts', 'quota', 'acme', '--pages', '-1')).code).toBe(2);
    expect((await platen('accounts', 'quota', '', '--pages', '1')).stderr).toMatch(
      /^error: the account must be 1 to 255/,
    );
    const { stderr } = await platen('accounts', 'quota', 'acme', '--pages', '1234567890123');
    expect(stderr).toContain('--pages "1234567890123" is not a whole number of 12 digits at most');
  });
});
