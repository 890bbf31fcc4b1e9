import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isApiKey, maskApiKey } from '../../../../src/contract/index.ts';
import { openStore } from '../../../../src/store/index.ts';
import { makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';

let home: TestHome;
beforeAll(() => {
  home = makeHome();
});
afterAll(() => home.remove());

const keys = (...words: string[]) => runCli(['keys', ...words], { cwd: home.folder, env: home.env });
const json = async (...words: string[]) => JSON.parse((await keys(...words, '--json')).stdout);

describe('platen keys', () => {
  it('makes a key that may do what is named, for certain templates', async () => {
    const template = '0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2b';
    const { data } = await json(
      'create',
      '--name',
      'ci',
      '--scope',
      'render',
      '--scope',
      'keys',
      '--template',
      template,
    );
    expect(isApiKey(data.key)).toBe(true);
    expect(data).toMatchObject({ scopes: ['render', 'keys'], templates: [template], created_by: 'the command line' });
  });

  it('takes several scopes and templates in one flag, each once', async () => {
    const templates = ['0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2b', '0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2c'];
    const named = [
      '--scope',
      'render, templates:read',
      '--scope',
      'keys',
      '--template',
      [...templates, ...templates].join(','),
    ];
    const { data } = await json('create', '--name', 'lists', '--account', 'lists', ...named);
    expect(data).toMatchObject({ scopes: ['render', 'templates:read', 'keys'], templates });
  });

  it('makes a key that may do all but manage keys where nothing is named', async () => {
    const { data } = await json('create', '--name', 'plain', '--account', 'acme', '--expires', '90d');
    expect(data).toMatchObject({ scopes: ['render', 'templates:read', 'templates:write'], templates: null });
  });

  it('refuses a scope that nobody knows, and names the known ones', async () => {
    for (const scopes of ['admin', 'render,admin', 'render,', '']) {
      const { code, stderr } = await keys('create', '--name', 'x', '--scope', scopes);
      expect(code, scopes).toBe(2);
      const unknown = scopes.replace('render,', '');
      expect(stderr).toContain(`"${unknown}" is not one of render, templates:read, templates:write, keys, webhooks`);
    }
  });

  it('refuses a template without an id, which would make a key for all', async () => {
    for (const templates of ['', ',', 'invoice']) {
      const { code, stderr } = await keys('create', '--name', 'x', '--template', templates);
      expect([code, stderr], templates).toEqual([2, expect.stringContaining('--template')]);
    }
  });

  it('lists the keys of one account alone', async () => {
    const { data } = await json('list', '--account', 'acme');
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['plain']);
    expect((await json('list')).data).toHaveLength(3);
  });

  it('warns of an account without keys, and names the id where a name is given', async () => {
    const listed = await keys('list', '--account', 'amce');
    expect(listed.stderr).toContain('there is no key of an account "amce" yet; did you mean "acme"?');
    const [{ id }] = (await json('list', '--account', 'acme')).data;
    const { code, stderr } = await keys('revoke', 'plian');
    expect([code, stderr]).toEqual([5, expect.stringContaining(`fix: the id of the key "plain" is ${id}\n`)]);
  });

  it('rotates a key: the text of the new one, and the end of the old', async () => {
    const [old] = (await json('list', '--account', 'acme')).data;
    const { code, stdout, stderr } = await keys('rotate', old.id, '--overlap', '2h');
    expect(code).toBe(0);
    expect(isApiKey(stdout.trim())).toBe(true);
    const [ended, made] = (await json('list', '--account', 'acme')).data;
    expect(Date.parse(ended.expires_at) - Date.now()).toBeLessThanOrEqual(7_200_000);
    expect(stderr).toContain(`ends at ${ended.expires_at}`);
    // As long as the old one was made for.
    const lifetime = Date.parse(made.expires_at) - Date.parse(made.created_at);
    expect(Math.abs(lifetime - 90 * 86_400_000)).toBeLessThan(60_000);
    const { old: retired } = await json('rotate', made.id, '--overlap', '0s');
    expect(retired.revoked_at).not.toBeNull();
    expect((await keys('rotate', made.id)).code).toBe(5);
  });

  it('notes in the audit log what it did', async () => {
    const store = await openStore({ dataFolder: join(home.env.XDG_DATA_HOME ?? '', 'platen') });
    const { audit } = await store.accounts();
    const { entries } = await audit.list('acme', { limit: 10 });
    await store.close();
    expect(entries.map(({ action, by }) => `${action} by ${by}`)).toEqual([
      'key.rotated by the command line',
      'key.rotated by the command line',
      'key.created by the command line',
    ]);
  });

  it('makes no key that is over at once', async () => {
    const { code, stderr } = await keys('create', '--name', 'a', '--expires', '0s');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: --expires "0s" is shorter than 1s\n/);
  });

  it.each(['create --name far', 'rotate 0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2b'])(
    'names the limit of --expires: %s',
    async (words) => {
      for (const text of ['36501d', '99999999d', '999999999d']) {
        const { code, stderr } = await keys(...words.split(' '), '--expires', text);
        expect([code, stderr]).toEqual([2, expect.stringContaining(`--expires "${text}" is longer than 36500d`)]);
        expect(stderr).toContain('fix: write 36500d or less');
      }
    },
  );

  it('lets an old key hold no longer than a service would', async () => {
    const id = '0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2b';
    const { code, stdout, stderr } = await keys('rotate', id, '--overlap', '91d');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: --overlap "91d" is longer than 90d\n {2}fix: write 90d or less\n/);
    // There is no such key, which is told of a time that is allowed.
    expect((await keys('rotate', id, '--overlap', '90d')).code).toBe(5);
  });

  it('says of a name that cannot be stored what is wrong with it, in plain words', async () => {
    const { code, stderr } = await keys('create', '--name', 'a\nb');
    expect(code).toBe(7);
    expect(stderr).toMatch(/^error: the name must be 1 to 255 characters, none of them a control character\n/);
    expect(stderr).not.toContain('--dry-run');
  });

  it.each(['rotate', 'revoke'])(
    '%s says of a key in the place of its id what it is, and does not repeat it',
    async (verb) => {
      const { key } = (await json('create', '--name', 'whole')).data;
      for (const text of [key, `${key}x`]) {
        const { code, stdout, stderr } = await keys(verb, text);
        expect([code, stderr]).toEqual([
          2,
          expect.stringContaining(`error: this is a key, not its id: ${maskApiKey(text)}\n`),
        ]);
        expect(stderr).toContain(
          'fix: platen keys list shows the id of each key next to its first and last characters',
        );
        expect(stdout + stderr).not.toContain(key);
      }
    },
  );

  it.each([
    ['rotate', '0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2b'],
    ['revoke', 'none'],
  ])('says where to look when there is no key to %s', async (verb, id) => {
    const { code, stderr } = await keys(verb, id);
    expect(code).toBe(5);
    expect(stderr).toContain('platen keys list');
  });
});
