import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeAfterFile } from '../../../helpers/close-after-file.ts';
import { type CliSetting, makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';
import { openTestService } from '../../../server/test-service.ts';

const unknown = '01890000-0000-7000-8000-000000000000';

/** The environment of commands: those of a service, and those of the embedded store. */
async function useService(home: TestHome): Promise<Record<string, string>> {
  const service = await openTestService({ limits: { requestsPerKey: { perSecond: 1000, burst: 10_000 } } });
  return { ...home.env, PLATEN_BASE_URL: `http://127.0.0.1:${await service.listen()}`, PLATEN_API_KEY: service.key };
}

describe.each([
  ['a service', useService, 'key test'],
  ['the embedded store', async (home: TestHome) => home.env, 'the command line'],
] as const)('revisions on the command line with %s', (_name, openEnv, author) => {
  const home = makeHome();
  closeAfterFile(() => home.remove());
  let env: Record<string, string> = {};
  let id = '';

  const platen = (words: string[], setting: CliSetting = {}) =>
    runCli(['templates', ...words], { cwd: home.folder, ...setting, env });
  const json = async (words: string[]) => {
    const { code, stdout, stderr } = await platen([...words, '--json']);
    expect([code, stderr], words.join(' ')).toEqual([0, '']);
    return JSON.parse(stdout).data;
  };
  const fail = async (words: string[]) => {
    const { code, stdout, stderr } = await platen(words);
    expect(stdout).toBe('');
    return { code, stderr };
  };

  beforeAll(async () => {
    env = await openEnv(home);
  });
  beforeEach(async () => {
    id = (await json(['create', '--name', 'Invoice'])).id;
    await platen(['update', id, '--content', '-', '-m', 'Größer, 5%'], { stdin: '<p>two\n' });
    await platen(['update', id, '--content', '-'], { stdin: '<p>three\n' });
  });

  it('log lists them, newest first, with author, message and labels', async () => {
    await platen(['label', `${id}@2`, 'live']);
    expect(await json(['log', id])).toEqual([
      expect.objectContaining({ revision: 3, message: null, created_by: author, labels: [] }),
      expect.objectContaining({ revision: 2, message: 'Größer, 5%', created_by: author, labels: ['live'] }),
      expect.objectContaining({ revision: 1, name: 'Invoice', message: null }),
    ]);
    expect(await json(['log', id, '--limit', '1'])).toMatchObject([{ revision: 3 }]);
    const { stdout } = await platen(['log', id], { stdoutTerminal: true });
    expect(stdout).toMatch(/REVISION +CHANGED +BY +LABELS +MESSAGE/);
    expect(stdout).toMatch(/\n2 .* live +Größer, 5%\n/);
  });

  it('show shows the newest, a revision or that of a label', async () => {
    expect(await json(['show', id])).toMatchObject({ revision: 3, content: '<p>three\n' });
    expect(await json(['show', `${id}@2`])).toMatchObject({ revision: 2, content: '<p>two\n' });
    await platen(['label', `${id}@1`, 'draft']);
    expect(await json(['show', `${id}@draft`])).toMatchObject({ revision: 1, content: '', labels: ['draft'] });
    const { stdout } = await platen(['show', `${id}@2`], { stdoutTerminal: true });
    expect(stdout).toContain('Invoice');
    expect(stdout).toMatch(/message .*Größer, 5%/);
  });

  it('diff compares a revision with the newest, or two with each other', async () => {
    const { stdout } = await platen(['diff', `${id}@2`]);
    expect(stdout).toContain(`--- ${id}@2/content.html\n+++ ${id}@3/content.html\n`);
    expect(stdout).toContain('-<p>two\n+<p>three\n');
    await platen(['label', `${id}@1`, 'live']);
    expect(await json(['diff', `${id}@live`, `${id}@2`])).toMatchObject({
      from: { id, revision: 1 },
      to: { id, revision: 2 },
      fields: ['content'],
      diff: expect.stringContaining('+<p>two'),
    });
    expect(await platen(['diff', `${id}@2`, '--exit-code', '-q'])).toMatchObject({ code: 20, stdout: '' });
    const same = await platen(['diff', `${id}@3`, '--exit-code']);
    expect(same).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('There is no difference.') });
    expect(await fail(['diff', `${id}@1`, `${id}@2`, `${id}@3`])).toMatchObject({ code: 2 });
    expect(await fail(['diff', `${id}@1`, '--dir', 'x'])).toMatchObject({ code: 2 });
  });

  it('restore makes the template what it was, as a new revision', async () => {
    expect(await json(['restore', `${id}@2`])).toMatchObject({
      revision: 4,
      content: '<p>two\n',
      message: 'Restores revision 2',
    });
    await platen(['label', `${id}@3`, 'draft']);
    expect(await json(['restore', `${id}@draft`, '-m', 'Again'])).toMatchObject({ revision: 5, message: 'Again' });
    expect(await json(['get', id])).toMatchObject({ content: '<p>three\n' });
    const stale = await fail(['restore', `${id}@1`, '--if-match', '"v1"']);
    expect(stale).toMatchObject({ code: 6, stderr: expect.stringContaining('template_changed') });
    const { code, stderr } = await fail(['restore', id]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('no revision is given')]);
    expect(stderr).toContain(`platen templates log ${id}`);
  });

  it('label sets, moves, lists and removes labels', async () => {
    expect(await json(['label', id])).toEqual([]);
    expect(await json(['label', `${id}@1`, 'draft'])).toMatchObject({
      label: 'draft',
      revision: 1,
      updated_by: author,
    });
    expect(await json(['label', `${id}@draft`, 'live'])).toMatchObject({ label: 'live', revision: 1 });
    expect(await json(['label', id, 'live'])).toMatchObject({ label: 'live', revision: 3 });
    expect(await json(['label', id])).toMatchObject([
      { label: 'draft', revision: 1 },
      { label: 'live', revision: 3 },
    ]);
    expect(await json(['label', id, 'draft', '--delete'])).toEqual({ label: 'draft', deleted: true });
    const { stdout } = await platen(['label', id], { stdoutTerminal: true });
    expect(stdout).toMatch(/^LABEL +REVISION +SET +BY\nlive +3 /);
    expect((await platen(['label', `${id}@1`, 'live'], { stdoutTerminal: true })).stderr).toContain(
      'Revision 1 is live',
    );
    expect(await fail(['label', id, '--delete'])).toMatchObject({ code: 2 });
    expect(await fail(['label', `${id}@1`])).toMatchObject({ code: 2 });
    expect(await fail(['label', id, 'Live'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('must be a label: 1 to 64 lower-case letters'),
    });
  });

  it.each([
    [['log', unknown], 5, 'template_not_found'],
    [['show', unknown], 5, 'template_not_found'],
    [['log', 'In voice'], 2, 'does not name a template'],
    [['show', 'Invoice@7'], 2, 'does not name a template'],
  ] as const)('%j is refused', async (words, code, text) => {
    expect(await fail([...words])).toMatchObject({ code, stderr: expect.stringContaining(text) });
  });

  it('an unknown revision or label is refused with what exists and where to see it', async () => {
    for (const words of [['show'], ['restore'], ['diff']]) {
      const { code, stderr } = await fail([...words, `${id}@9`]);
      expect(code).toBe(5);
      expect(stderr).toContain('the template has no revision 9; its newest is 3');
      expect(stderr).toContain('platen templates log <id>');
    }
    await platen(['label', id, 'live']);
    const { code, stderr } = await fail(['show', `${id}@beta`]);
    expect(code).toBe(5);
    expect(stderr).toContain('the template has no label "beta"; its labels are live');
    expect(await fail(['label', id, 'beta', '--delete'])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('its labels are live'),
    });
  });

  it.each(['', ' ', 'a\nb', 'x'.repeat(501)])('the message %j is refused before anything is sent', async (message) => {
    expect(await fail(['update', id, '--name', 'x', '-m', message])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--message must be 1 to 500 characters on one line'),
    });
    expect(await json(['log', id])).toHaveLength(3);
  });

  it('update --dry-run shows the header of the message', async () => {
    const { stdout } = await platen(['update', id, '--name', 'x', '-m', 'Größer', '--dry-run']);
    expect(JSON.parse(stdout).headers).toMatchObject({ 'Platen-Revision-Message': 'Gr%C3%B6%C3%9Fer' });
  });
});

it('a render of a revision makes the same bytes after later changes, and a live revision is the default', {
  timeout: 120_000,
}, async () => {
  const home = makeHome();
  closeAfterFile(() => home.remove());
  const platen = async (words: string[], stdin?: string) => {
    const { code, stdout, stderr } = await runCli([...words, '--json'], {
      ...{ cwd: home.folder, env: home.env },
      ...(stdin !== undefined && { stdin }),
    });
    expect([code, stderr], words.join(' ')).toEqual([0, '']);
    return JSON.parse(stdout);
  };
  const { id } = (await platen(['templates', 'create', '--name', 'n', '--content', '-'], '<p>One')).data;
  const render = async (choice: string) => {
    const { sha256, template_revisions } = await platen([
      ...['render', 'pdf', `template:${id}${choice}`, '-o', 'x.pdf', '--force'],
    ]);
    return { sha256, revisions: template_revisions };
  };
  const first = await render('');
  expect(first.revisions).toEqual([1]);
  await platen(['templates', 'update', id, '--content', '-'], '<p>Two');
  const newest = await render('');
  expect(newest.revisions).toEqual([2]);
  expect(newest.sha256).not.toBe(first.sha256);
  expect(await render('@1')).toEqual(first);
  await platen(['templates', 'label', `${id}@1`, 'live']);
  expect(await render('')).toEqual(first);
  expect(await render('@live')).toEqual(first);
  expect(await render('@2')).toEqual(newest);
});
