import { beforeAll, describe, expect, it } from 'vitest';
import { closeAfterFile } from '../../../helpers/close-after-file.ts';
import { type CliSetting, makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';
import { openTestService } from '../../../server/test-service.ts';

async function useService(home: TestHome): Promise<Record<string, string>> {
  const service = await openTestService({ limits: { requestsPerKey: { perSecond: 1000, burst: 10_000 } } });
  return { ...home.env, PLATEN_BASE_URL: `http://127.0.0.1:${await service.listen()}`, PLATEN_API_KEY: service.key };
}

describe.each([
  ['a service', useService],
  ['the embedded store', async (home: TestHome) => home.env],
] as const)('names of templates on the command line with %s', (_name, openEnv) => {
  const home = makeHome();
  closeAfterFile(() => home.remove());
  let env: Record<string, string> = {};
  let id = '';

  const platen = (words: string[], setting: CliSetting = {}) => runCli(words, { cwd: home.folder, ...setting, env });
  const json = async (...words: string[]) => {
    const { code, stdout, stderr } = await platen(['templates', ...words, '--json']);
    expect([code, stderr], words.join(' ')).toEqual([0, '']);
    return JSON.parse(stdout).data;
  };
  const fail = async (...words: string[]) => {
    const { code, stdout, stderr } = await platen(words);
    expect(stdout).toBe('');
    return { code, stderr };
  };

  beforeAll(async () => {
    env = await openEnv(home);
    id = (await json('create', '--name', 'Invoice', '--folder', 'invoices/de', '--tag', 'eu,vat')).id;
    await json('create', '--name', 'Report', '--slug', 'yearly');
    await json('update', 'invoice', '--name', 'Rechnung');
  });

  it('take the slug instead of the id, with a revision or a label', async () => {
    expect(await json('get', 'invoice')).toMatchObject({ id, name: 'Rechnung' });
    expect(await json('show', 'invoice@1')).toMatchObject({ revision: 1, name: 'Invoice' });
    expect(await json('label', 'invoice@1', 'live')).toMatchObject({ label: 'live', revision: 1 });
    expect(await json('show', 'invoice@live')).toMatchObject({ revision: 1 });
    expect(await json('label', 'invoice')).toHaveLength(1);
    expect(await json('log', 'invoice')).toHaveLength(2);
    expect(await json('diff', 'invoice@1', 'invoice@2')).toMatchObject({ from: { id, revision: 1 }, fields: ['name'] });
    expect(await json('restore', 'invoice@1')).toMatchObject({ revision: 3, name: 'Invoice' });
    await json('label', 'invoice', 'live', '--delete');
    await json('create', '--name', 'Gone');
    const { code, stderr } = await platen(['templates', 'delete', 'gone', '--yes']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Deleted gone')]);
  });

  it('list by folder, tag and a part of the name', async () => {
    const slugs = async (...words: string[]) =>
      (await json('list', ...words)).map(({ slug }: { slug: string }) => slug).sort();
    expect(await slugs()).toEqual(['invoice', 'yearly']);
    expect(await slugs('--folder', 'invoices')).toEqual(['invoice']);
    expect(await slugs('--folder', 'invoices', '--tag', 'eu')).toEqual(['invoice']);
    expect(await slugs('--search', 'EARL')).toEqual(['yearly']);
    expect(await json('list', '--tag', 'vat')).toMatchObject([{ id, folder: 'invoices/de', tags: ['eu', 'vat'] }]);
    const { stdout } = await platen(['templates', 'list'], { stdoutTerminal: true });
    expect(stdout).toMatch(/SLUG +NAME +FOLDER +TAGS +UPDATED/);
  });

  it('change slug, folder and tags without a revision', async () => {
    const before = await json('log', 'yearly');
    expect(
      await json('update', 'yearly', '--slug', 'annual', '--folder', 'reports', '--tag', 'a', '--tag', 'b'),
    ).toEqual(expect.objectContaining({ slug: 'annual', folder: 'reports', tags: ['a', 'b'], kind: 'template' }));
    expect(await json('update', 'annual', '--folder', '', '--tag', '')).toMatchObject({ folder: '', tags: [] });
    expect(await json('update', 'annual', '--name', 'Both', '--slug', 'yearly')).toMatchObject({ name: 'Both' });
    expect(await json('log', 'yearly')).toHaveLength(before.length + 1);
    const { stdout } = await platen(['templates', 'update', 'yearly', '--tag', 'c', '--dry-run']);
    expect(JSON.parse(stdout)).toMatchObject({ method: 'PATCH', body: { properties: { tags: ['c'] } } });
  });

  it('change nothing if the content could be saved and the slug could not', async () => {
    const before = await json('log', 'yearly');
    const { code, stderr } = await fail('templates', 'update', 'yearly', '--name', 'New', '--slug', 'invoice');
    expect([code, stderr]).toEqual([6, expect.stringContaining('the slug "invoice" is that of another template')]);
    expect(stderr).toContain('choose another slug');
    expect(await json('log', 'yearly')).toEqual(before);
  });

  it.each([
    [['templates', 'get', 'invoce'], 5, 'there is no template "invoce"; did you mean "invoice"?'],
    [['templates', 'show', 'invoce@live'], 5, 'did you mean "invoice"?'],
    [['templates', 'list', '--folder', 'invoces'], 5, 'did you mean invoices?'],
    [['templates', 'list', '--tag', 'vta'], 5, 'did you mean vat?'],
    [['templates', 'update', 'yearly', '--slug', 'invoice'], 6, 'the slug "invoice" is that of another template'],
    [['templates', 'create', '--name', 'n', '--slug', 'invoice'], 6, 'choose another slug'],
    [['templates', 'create', '--name', 'n', '--slug', 'My Invoice'], 2, 'use my-invoice'],
    [['templates', 'create', '--name', 'n', '--folder', '/Invoices/DE/'], 2, 'use invoices/de'],
    [['templates', 'update', 'yearly', '--tag', 'New Tag'], 2, 'use new-tag'],
    [
      ['templates', 'update', 'yearly', '--tag', 'x', '--if-match', '"1"'],
      2,
      '--if-match is for a change of the template',
    ],
    [['templates', 'get', 'invoice@1'], 2, 'platen templates show invoice@1 shows that revision'],
    [['render', 'pdf', 'template:Invoice', '-o', 'x.pdf'], 2, 'neither a stored template nor a folder'],
    [['render', 'html', 'template:invoce'], 5, 'did you mean "invoice"?'],
  ] as const)('%j ends with %i and says what to do', async (words, code, text) => {
    const result = await fail(...words);
    expect(result.code, result.stderr).toBe(code);
    expect(result.stderr).toContain(text);
  });

  it('render html takes the slug', async () => {
    await platen(['templates', 'update', 'yearly', '--content', '-'], { stdin: '<p>{{ 1 | plus: 1 }}' });
    const { code, stdout } = await platen(['render', 'html', 'template:yearly']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('<p>2')]);
  });

  it('render html takes the partials of the service', async () => {
    const create = ['templates', 'create', '--name', 'Line', '--slug', 'partials/line', '--content', '-'];
    await platen(create, { stdin: '<hr>{{ n }}' });
    await json('create', '--name', 'Letter');
    await platen(['templates', 'update', 'letter', '--content', '-'], {
      stdin: '<p>{% render "partials/line", n: 7 %}',
    });
    const { code, stdout, stderr } = await platen(['render', 'html', 'template:letter']);
    expect([code, stdout], stderr).toEqual([0, expect.stringContaining('<hr>7')]);
    const refused = await fail('templates', 'delete', 'partials/line', '--yes');
    expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining('"partials/line" is used by letter')]);
  });

  it('keys are limited to a folder', async () => {
    if (env.PLATEN_BASE_URL) return;
    const { stdout } = await platen(['keys', 'create', '--name', 'shop', '--folder', 'invoices', '--json']);
    expect(JSON.parse(stdout).data).toMatchObject({ folder: 'invoices', templates: null });
    expect((await platen(['keys', 'list'], { stdoutTerminal: true })).stdout).toContain('(folder invoices)');
    const empty = await fail('keys', 'create', '--name', 'shop', '--folder', '');
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('--folder is empty')]);
  });
});
