import { describe, expect, it } from 'vitest';
import { idOf } from '../../templates/sync/remote-stub.ts';
import { type CommandSetting, linesOf, runCommand, serviceUrl } from '../run-command.ts';

const id = idOf(1);
const revision = {
  ...{ revision: 9, name: 'Invoice', content: 'grün', preview_context: { total: 1 }, value_sets: ['full', 'min'] },
  ...{ created_at: '2026-01-01T00:00:00Z', created_by: 'ci', message: 'Back', labels: ['live'], values_schema: true },
};

/** Runs `platen templates` with these words, with a service that has one template. */
function run(words: readonly string[], setting: CommandSetting = {}) {
  const stub = {
    lookUpTemplate: async () => ({ id }),
    getTemplate: async () => ({ template: { name: 'Invoice\u001b[2J' } }),
    deleteTemplate: async () => undefined,
    listLabels: async () => [{ label: 'live', revision: 7 }],
    listRevisions: async () => ({ data: [{ revision: 8 }], page: { next: null } }),
    restoreRevision: async () => revision,
  };
  return runCommand(['templates', ...words], stub, setting);
}

describe('deleting a template', () => {
  const what = `the template invoice at ${serviceUrl}`;

  it('asks with the name of the template, and does it after a yes', async () => {
    const { calls, stderr } = await run(['delete', 'invoice'], { typed: 'y\n' });
    expect(stderr).toBe(`Delete ${what}, "Invoice\\u001b[2J"? [y/N] Deleted invoice\n`);
    expect(calls).toEqual([
      ['lookUpTemplate', 'invoice'],
      ['getTemplate', id],
      ['lookUpTemplate', 'invoice'],
      ['deleteTemplate', id],
    ]);
  });

  it('does nothing after a no', async () => {
    const { calls, stderr, code } = await run(['delete', id], { typed: 'no\n' });
    expect([code, calls.map(([name]) => name)]).toEqual([undefined, ['getTemplate']]);
    expect(stderr).toContain('[y/N] Nothing was deleted.\n');
  });

  it('contacts nothing if nobody can answer', async () => {
    expect(await run(['delete', id], { stdin: '' })).toMatchObject({
      ...{
        calls: [],
        error: { code: 'consent_needed', message: expect.stringContaining(`Delete the template ${id}`) },
      },
    });
  });

  it('does not ask with --yes', async () => {
    const { calls, stderr, stdout } = await run(['delete', 'invoice', '--yes', '--force', '--if-match', '"1"']);
    expect(calls.at(-1)).toEqual(['deleteTemplate', id, { force: true, ifMatch: '"1"' }]);
    expect([stdout, stderr]).toEqual(['', `Deleting ${what}\nDeleted invoice\n`]);
    const json = await run(['delete', 'invoice', '--yes', '--json']);
    expect([JSON.parse(json.stdout), json.stderr]).toEqual([{ data: { id, deleted: true }, warnings: [] }, '']);
  });

  it('is for no revision', async () => {
    expect(await run(['delete', 'invoice@7', '--yes'])).toMatchObject({
      ...{
        calls: [],
        error: { code: 'usage', fix: 'leave the @ out; platen templates show invoice@7 shows that revision' },
      },
    });
  });
});

describe('restoring a revision', () => {
  it.each([
    [
      ['invoice@7'],
      [
        ['lookUpTemplate', 'invoice'],
        ['restoreRevision', id, 7],
      ],
    ],
    [
      ['invoice@live'],
      [
        ['lookUpTemplate', 'invoice'],
        ['listLabels', id],
        ['restoreRevision', id, 7],
      ],
    ],
    [[`${id}@3`, '-m', 'Back', '--if-match', '"1"'], [['restoreRevision', id, 3, { message: 'Back', ifMatch: '"1"' }]]],
  ])('finds it: %j', async (words, calls) => {
    const found = await run(['restore', ...words]);
    expect(found.calls).toEqual(calls);
    expect([JSON.parse(found.stdout), found.stderr]).toEqual([
      { data: revision },
      `Restored ${words[0]} as revision 9\n`,
    ]);
  });

  it('sums up the new revision at a terminal', async () => {
    const { stdout } = await run(['restore', 'invoice@7'], { isTerminal: true });
    expect(linesOf(stdout)).toEqual([
      'Invoice',
      'revision 9',
      'labels live',
      'changed 2026-01-01T00:00:00Z',
      'by ci',
      'message Back',
      'content 5 bytes',
      'preview context total',
      'values full, min',
      'schema yes',
      '',
    ]);
  });

  it.each([
    [['invoice'], 'name one, such as invoice@7; see them: platen templates log invoice'],
    [[id], `name one, such as ${id}@7; see them: platen templates log ${id}`],
  ])('needs the revision: %j', async (words, fix) => {
    const error = { code: 'usage', message: 'no revision is given', fix };
    expect(await run(['restore', ...words])).toMatchObject({ error, calls: [] });
  });

  it('names the labels of the template if it has not that one', async () => {
    expect((await run(['restore', 'invoice@next'])).error).toMatchObject({
      ...{ code: 'label_not_found', message: 'the template has no label "next"; its labels are live' },
    });
  });
});
