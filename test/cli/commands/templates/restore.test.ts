import { describe, expect, it } from 'vitest';
import { idOf } from '../../templates/sync/remote-stub.ts';
import { type ClientStub, linesOf, runCommand } from '../run-command.ts';

const id = idOf(1);
const revision = {
  ...{ revision: 9, name: 'Invoice', content: '<p>', preview_context: {}, created_at: '2026-01-01' },
  ...{ created_by: 'ada', message: null, labels: ['draft'] },
};

function restore(words: readonly string[], isTerminal = false) {
  const stub: ClientStub = {
    lookUpTemplate: async () => ({ id }),
    listLabels: async () => [{ label: 'live', revision: 4 }],
    restoreRevision: async () => revision,
  };
  return runCommand(['templates', 'restore', ...words], stub, { isTerminal });
}

describe('a revision that is restored', () => {
  it.each([
    [[`${id}@7`], 7, {}],
    [[`${id}@live`], 4, {}],
    [[`${id}@7`, '-m', 'Take it back', '--if-match', '"8"'], 7, { message: 'Take it back', ifMatch: '"8"' }],
  ])('is a new revision: %j', async (words, number, options) => {
    const { calls, stdout, stderr } = await restore(words);
    expect(calls.at(-1)).toEqual([
      'restoreRevision',
      id,
      number,
      ...(Object.keys(options).length > 0 ? [options] : []),
    ]);
    expect([JSON.parse(stdout), stderr]).toEqual([{ data: revision }, `Restored ${words[0]} as revision 9\n`]);
  });

  it('is found by the slug of its template, and summed up at a terminal', async () => {
    const { calls, stdout, stderr } = await restore(['invoice@7'], true);
    expect(calls).toEqual([
      ['lookUpTemplate', 'invoice'],
      ['restoreRevision', id, 7],
    ]);
    expect([linesOf(stdout).slice(0, 2), stderr]).toEqual([
      ['Invoice', 'revision 9'],
      'Restored invoice@7 as revision 9\n',
    ]);
  });

  it('must be named', async () => {
    expect(await restore(['invoice'])).toMatchObject({
      error: {
        ...{ code: 'usage', message: 'no revision is given' },
        fix: 'name one, such as invoice@7; see them: platen templates log invoice',
      },
      calls: [],
    });
  });
});
