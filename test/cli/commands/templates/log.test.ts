import { describe, expect, it } from 'vitest';
import { idOf } from '../../templates/sync/remote-stub.ts';
import { type ClientStub, type CommandSetting, linesOf, runCommand } from '../run-command.ts';

const id = idOf(1);
const revision = (number: number, more: object = {}) => ({
  ...{ revision: number, name: 'Invoice', created_at: '2026-01-01T00:00:00Z', created_by: 'ada', message: 'why' },
  ...{ labels: ['live', 'old'], content: '<p>ä', preview_context: { a: 1, b: 2 } },
  ...{ value_sets: ['long'], values_schema: true, ...more },
});
const all = Array.from({ length: 250 }, (_, index) => revision(250 - index));

/** Runs `platen templates` with a service whose template has 250 revisions, of which 7 is live. */
function run(words: readonly string[], setting: CommandSetting = {}, changes: ClientStub = {}) {
  const stub: ClientStub = {
    lookUpTemplate: async () => ({ id }),
    async listRevisions(_: string, { limit, after = '0' }: { limit: number; after?: string }) {
      const from = Number(after);
      return { data: all.slice(from, from + limit), page: { next: from + limit < 250 ? String(from + limit) : null } };
    },
    listLabels: async () => [{ label: 'live', revision: 7 }],
    getRevision: async (_: string, number: number) => revision(number),
    restoreRevision: async () => revision(251),
    ...changes,
  };
  return runCommand(['templates', ...words], stub, setting);
}

describe('the revisions of a template', () => {
  it('are a table at a terminal', async () => {
    const listRevisions = async () => ({
      data: [revision(2), revision(1, { created_by: null, message: null, labels: [] })],
      page: { next: null },
    });
    const { stdout } = await run(['log', id], { isTerminal: true }, { listRevisions });
    expect(linesOf(stdout)).toEqual([
      'REVISION CHANGED BY LABELS MESSAGE',
      '2 2026-01-01T00:00:00Z ada live, old why',
      '1 2026-01-01T00:00:00Z',
      '',
    ]);
    const none = async () => ({ data: [], page: { next: 'x' } });
    const empty = await run(['log', id], { isTerminal: true }, { listRevisions: none });
    expect([empty.stderr, empty.calls.length]).toEqual(['There are no revisions.\n', 1]);
  });

  it.each([
    [[], 250, [100, 100, 100]],
    [['--limit', '120'], 120, [100, 20]],
    [['--limit', '100'], 100, [100]],
    [['--limit', '1'], 1, [1]],
  ])('are read page by page as far as they are wanted: %j', async (words, count, limits) => {
    const { stdout, calls } = await run(['log', 'invoice', ...words]);
    expect(JSON.parse(stdout)).toEqual({ data: all.slice(0, count) });
    expect(calls[0]).toEqual(['lookUpTemplate', 'invoice']);
    expect(calls.slice(1).map(([, , query]) => (query as { limit: number }).limit)).toEqual(limits);
  });

  it('end with a page that leads back to itself', async () => {
    const listRevisions = async () => ({ data: [revision(1)], page: { next: 'x' } });
    const { calls } = await run(['log', id], {}, { listRevisions });
    expect(calls.map(([, , query]) => query)).toEqual([{ limit: 100 }, { limit: 100, after: 'x' }]);
  });

  it.each([[['log', 'invoice@7']], [['log', 'In voice']], [['log', id, '--limit', '0']], [['restore', id]]])(
    'are refused before anything is contacted: %j',
    async (words) => {
      expect(await run(words)).toMatchObject({ error: { code: 'usage' }, calls: [] });
    },
  );
});

describe('a revision of a template', () => {
  it.each([
    [id, 250],
    [`${id}@live`, 7],
    [`${id}@3`, 3],
  ])('is the newest, or the one that is named: %s', async (name, number) => {
    const { stdout, calls } = await run(['show', name]);
    expect(JSON.parse(stdout)).toEqual({ data: revision(number) });
    expect(calls.at(-1)).toEqual(['getRevision', id, number]);
  });

  it('is summed up at a terminal', async () => {
    expect(linesOf((await run(['show', `${id}@3`], { isTerminal: true })).stdout)).toEqual([
      'Invoice',
      'revision 3',
      'labels live, old',
      'changed 2026-01-01T00:00:00Z',
      'by ada',
      'message why',
      'content 5 bytes',
      'preview context a, b',
      'values long',
      'schema yes',
      '',
    ]);
    const preview_context = Object.fromEntries([...'abcdefghi'].map((key) => [key, 1]));
    const older = { labels: [], created_by: null, message: null, value_sets: undefined, values_schema: undefined };
    const getRevision = async () => revision(1, { ...older, preview_context });
    expect(linesOf((await run(['show', `${id}@1`], { isTerminal: true }, { getRevision })).stdout)).toEqual([
      ...['Invoice', 'revision 1', 'changed 2026-01-01T00:00:00Z', 'content 5 bytes'],
      ...['preview context a, b, c, d, e, f, g, h', ''],
    ]);
    const empty = async () => revision(1, { preview_context: {} });
    expect((await run(['show', `${id}@1`], { isTerminal: true }, { getRevision: empty })).stdout).toMatch(
      /preview context +empty/,
    );
  });

  it('becomes the newest one when it is restored', async () => {
    const { stdout, stderr, calls } = await run(['restore', `${id}@live`, '--if-match', '"1"', '-m', 'back']);
    expect([JSON.parse(stdout), stderr]).toEqual([{ data: revision(251) }, `Restored ${id}@live as revision 251\n`]);
    expect(calls.at(-1)).toEqual(['restoreRevision', id, 7, { ifMatch: '"1"', message: 'back' }]);
    expect((await run(['restore', `${id}@3`])).calls).toEqual([['restoreRevision', id, 3]]);
    expect((await run(['restore', 'invoice'])).error).toMatchObject({
      ...{ message: 'no revision is given' },
      fix: 'name one, such as invoice@7; see them: platen templates log invoice',
    });
  });
});
