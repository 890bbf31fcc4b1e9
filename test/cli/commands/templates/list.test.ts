import { describe, expect, it } from 'vitest';
import { groups } from '../../../../src/cli/program/command-table.ts';
import { idOf } from '../../templates/sync/remote-stub.ts';
import { type ClientStub, type CommandSetting, linesOf, runCommand } from '../run-command.ts';

const id = idOf(1);
const listed = { id, name: 'Invoice', slug: 'invoice', folder: 'a/b', tags: ['x', 'y'], updated_at: '2026-02-01' };
const revision = (number: number, more: object = {}) => ({
  ...{ revision: number, created_at: '2026-01-01', created_by: null, message: null, labels: [] as string[], ...more },
});

/** Runs `platen templates` with these words, at a terminal unless the setting says otherwise. */
const run = (words: readonly string[], stub: ClientStub, setting: CommandSetting = { isTerminal: true }) =>
  runCommand(['templates', ...words], { lookUpTemplate: async () => ({ id }), ...stub }, setting);

describe('the list of templates', () => {
  const list = (templates: readonly object[]) => ({
    listTemplates: async () => ({ data: templates, page: { next: null } }),
  });

  it('is a table at a terminal, for which no contents are read', async () => {
    const { stdout, calls } = await run(['list', '--name', 'Invoice', '--kind', 'any'], list([listed]));
    expect(linesOf(stdout)).toEqual(['SLUG NAME FOLDER TAGS UPDATED', 'invoice Invoice a/b x, y 2026-02-01', '']);
    const [[, query] = []] = calls as [string, { fields: string[] }][];
    expect(query).toMatchObject({ name: 'Invoice', kind: 'any' });
    expect(query?.fields).not.toContain('content');
  });

  it('has ids if the service has no slugs', async () => {
    const { stdout } = await run(['list'], list([{ id, name: 'Invoice', updated_at: '2026-02-01' }]));
    expect(linesOf(stdout)).toEqual(['ID NAME UPDATED', `${id} Invoice 2026-02-01`, '']);
  });

  it('is JSON with all fields in a pipe and with --json', async () => {
    const { stdout, calls } = await run(['list'], list([listed]), {});
    expect(JSON.parse(stdout)).toEqual({ data: [listed] });
    expect(calls[0]?.[1]).toMatchObject({
      fields: expect.arrayContaining(['content', 'preview_context', 'slug', 'kind']),
    });
    const json = await run(['list', '--json'], list([listed]));
    expect([JSON.parse(json.stdout).data, json.calls]).toEqual([[listed], calls]);
  });

  it('says how to make one if it is empty', async () => {
    expect(await run(['list'], list([]))).toMatchObject({
      stdout: '',
      stderr: 'There are no templates yet. Make one: platen templates create --name Invoice --content invoice.html\n',
    });
  });

  it.each([
    [['--folder', 'invoces'], 'no template is in the folder "invoces"', 'did you mean invoices?'],
    [['--folder', 'zzzzzzzz'], 'no template is in the folder "zzzzzzzz"', 'see all templates: platen templates list'],
    [['--tag', 'billin'], 'no template has the tag "billin"', 'did you mean billing?'],
  ])('fails for what no template has: %j', async (words, message, fix) => {
    const stub = {
      listTemplates: async ({ kind }: { kind?: string }) => ({
        data: kind === 'any' ? [{ folder: 'invoices/de', tags: ['billing'] }, { id }] : [],
        page: { next: null },
      }),
    };
    expect((await run(['list', ...words], stub)).error).toMatchObject({ code: 'template_not_found', message, fix });
    const known = await run(['list', '--folder', 'invoices', '--tag', 'billing'], stub);
    expect(known).toMatchObject({ error: undefined, stderr: expect.stringContaining('There are no templates yet') });
  });

  it.each([
    ['--folder', 'A'],
    ['--tag', 'a/b'],
  ])('refuses %s %s before anything is contacted', async (...words) => {
    expect(await run(['list', ...words], list([]))).toMatchObject({ error: { code: 'usage' }, calls: [] });
  });
});

describe('the revisions of a template', () => {
  const all = Array.from({ length: 250 }, (_, index) => revision(250 - index));
  const stub = {
    async listRevisions(_: string, { limit, after = '0' }: { limit: number; after?: string }) {
      const from = Number(after);
      const next = from + limit < all.length ? String(from + limit) : null;
      return { data: all.slice(from, from + limit), page: { next } };
    },
  };

  it('are a table at a terminal', async () => {
    const newest = revision(2, { created_by: 'ci', labels: ['live', 'next'], message: 'Newer' });
    const { stdout, calls } = await run(['log', 'invoice'], {
      listRevisions: async () => ({ data: [newest, revision(1)], page: { next: null } }),
    });
    expect(linesOf(stdout)).toEqual([
      'REVISION CHANGED BY LABELS MESSAGE',
      '2 2026-01-01 ci live, next Newer',
      '1 2026-01-01',
      '',
    ]);
    expect(calls).toEqual([
      ['lookUpTemplate', 'invoice'],
      ['listRevisions', id, { limit: 100 }],
    ]);
  });

  it.each([
    [[], 250, [100, 100, 100]],
    [['--limit', '120'], 120, [100, 20]],
    [['--limit', '100'], 100, [100]],
    [['--limit', '1'], 1, [1]],
  ])('are read page by page as far as they are wanted: %j', async (words, count, limits) => {
    const { stdout, calls } = await run(['log', id, ...words], stub, {});
    expect(JSON.parse(stdout).data).toEqual(all.slice(0, count));
    expect(calls.map(([, , query]) => (query as { limit: number }).limit)).toEqual(limits);
  });

  it.each([
    ['an empty page', [], 'x'],
    ['a page that leads to itself', [revision(1)], undefined],
  ])('end with %s', async (_what, data, next) => {
    const listRevisions = async (_: string, { after = 'y' }: { after?: string }) => ({
      data,
      page: { next: next ?? after },
    });
    const { calls } = await run(['log', id], { listRevisions });
    expect(calls.length).toBeLessThanOrEqual(2);
  });

  it('may be missing', async () => {
    const listRevisions = async () => ({ data: [], page: { next: null } });
    expect((await run(['log', id], { listRevisions })).stderr).toBe('There are no revisions.\n');
  });

  it('need a whole limit', async () => {
    expect(await run(['log', id, '--limit', '0'], stub)).toMatchObject({ error: { code: 'usage' }, calls: [] });
  });

  it.each([
    [
      'invoice',
      [
        ['lookUpTemplate', 'invoice'],
        ['listRevisions', id, { limit: 1 }],
        ['getRevision', id, 250],
      ],
    ],
    [
      'invoice@7',
      [
        ['lookUpTemplate', 'invoice'],
        ['getRevision', id, 7],
      ],
    ],
    [
      `${id}@live`,
      [
        ['listLabels', id],
        ['getRevision', id, 3],
      ],
    ],
  ])('are shown one by one: %s', async (word, calls) => {
    const more = {
      listLabels: async () => [{ label: 'live', revision: 3 }],
      getRevision: async () => ({ ...revision(7), name: 'Invoice', content: 'x', preview_context: {} }),
    };
    const shown = await run(['show', word], { ...stub, ...more });
    expect([shown.calls, linesOf(shown.stdout)]).toEqual([
      calls,
      ['Invoice', 'revision 7', 'changed 2026-01-01', 'content 1 bytes', 'preview context empty', ''],
    ]);
  });
});

describe('one template', () => {
  const data = { id, name: 'Invoice', content: '', preview_context: null, inserted_at: 'a', updated_at: 'b' };
  it('is shown with its number of bytes and the first names of its values', async () => {
    const { stdout, stderr, calls } = await run(['get', 'invoice'], { getTemplate: async () => ({ body: { data } }) });
    expect(calls).toEqual([
      ['lookUpTemplate', 'invoice'],
      ['getTemplate', id],
    ]);
    expect(linesOf(stdout)).toEqual([
      ...['Invoice', `id ${id}`, 'content 0 bytes', 'preview context empty', 'created a', 'updated b', ''],
    ]);
    expect(stderr).toBe('');
  });

  it.each([
    [8, 'a, b, c, d, e, f, g, h'],
    [9, 'a, b, c, d, e, f, g, h, …'],
  ])('has %d values at most in its summary', async (count, shown) => {
    const preview_context = Object.fromEntries([...'abcdefghi'].slice(0, count).map((name) => [name, 1]));
    const answer = async () => ({ body: { data: { ...data, preview_context } } });
    expect(linesOf((await run(['get', id], { getTemplate: answer })).stdout)[3]).toBe(`preview context ${shown}`);
  });
});

it.each(Object.keys(groups.templates?.commands ?? {}))(
  'templates %s has examples and says what it prints',
  async (name) => {
    const { code, stdout } = await runCommand(['templates', name, '--help']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\nExamples:\n {2}\$ platen templates.*\nOutput:\n/s)]);
  },
);
