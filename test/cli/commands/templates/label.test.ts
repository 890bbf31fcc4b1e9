import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import type { Register } from '../../../../src/cli/command/command.ts';
import type { Context } from '../../../../src/cli/command/context.ts';
import { addTemplatesLabel } from '../../../../src/cli/commands/templates/label.ts';
import { idOf } from '../../templates/sync/remote-stub.ts';

const id = idOf(1);
const live = { label: 'live', revision: 7, updated_at: '2026-01-01T00:00:00Z', updated_by: null };

/** What the command did with these words: the calls of the service, and the lines that it printed. */
async function run(words: readonly string[], { json = false, isTerminal = true, labels = [live] } = {}) {
  const calls: unknown[][] = [];
  const printed: unknown[] = [];
  const client = {
    async lookUpTemplate(slug: string) {
      calls.push(['lookUpTemplate', slug]);
      return { id };
    },
    async listLabels(of: string) {
      calls.push(['listLabels', of]);
      return labels;
    },
    async listRevisions(of: string, query: object) {
      calls.push(['listRevisions', of, query]);
      return { data: [{ revision: 9 }] };
    },
    async setLabel(of: string, label: string, revision: number) {
      calls.push(['setLabel', of, label, revision]);
      return { ...live, label, revision };
    },
    deleteLabel: async (of: string, label: string) => void calls.push(['deleteLabel', of, label]),
  };
  const output = {
    json,
    dataToTerminal: isTerminal,
    dataColumns: undefined,
    jsonDocument: async (document: unknown) => void printed.push(document),
    data: async (text: string) => void printed.push(text),
    done: (text: string) => printed.push(text),
    note: (text: string) => printed.push(text),
  };
  const context = { client: async () => client, output, signal: new AbortController().signal } as unknown as Context;
  const acts: Promise<unknown>[] = [];
  const register = ((act: (...given: unknown[]) => Promise<unknown>) =>
    (...given: unknown[]) => {
      const [options, command] = given.slice(-2) as [object, Command];
      acts.push(act(context, options, command.args));
    }) as unknown as Register;
  const program = new Command();
  addTemplatesLabel(program, register);
  program.parse(['label', ...words], { from: 'user' });
  await Promise.all(acts);
  return { calls, printed };
}

describe('the labels of a template', () => {
  it('are listed as a table at a terminal', async () => {
    const { calls, printed } = await run(['invoice']);
    expect(calls).toEqual([
      ['lookUpTemplate', 'invoice'],
      ['listLabels', id],
    ]);
    expect(printed).toEqual([expect.stringMatching(/^LABEL +REVISION +SET +BY\s+live +7 +2026/)]);
    expect((await run([id])).calls).toEqual([['listLabels', id]]);
  });

  it('are JSON in a pipe and with --json', async () => {
    const printed = [{ data: [live] }];
    expect((await run([id], { json: true })).printed).toEqual(printed);
    expect((await run([id], { isTerminal: false })).printed).toEqual(printed);
  });

  it('may be missing', async () => {
    expect((await run([id], { labels: [] })).printed).toEqual([expect.stringContaining('There are no labels')]);
  });
});

describe('a label', () => {
  it.each([
    [[id, 'draft'], 9],
    [[`${id}@3`, 'draft'], 3],
    [[`${id}@live`, 'draft'], 7],
  ])('is set to the newest revision, or the one that is named: %j', async (words, revision) => {
    const { calls, printed } = await run(words);
    expect(calls.at(-1)).toEqual(['setLabel', id, 'draft', revision]);
    expect(printed).toEqual([`Revision ${revision} is draft`]);
  });

  it('that was set is JSON in a pipe and with --json', async () => {
    const printed = [{ data: { ...live, label: 'draft', revision: 9 } }, 'Revision 9 is draft'];
    expect((await run([id, 'draft'], { json: true })).printed).toEqual(printed);
    expect((await run([id, 'draft'], { isTerminal: false })).printed).toEqual(printed);
  });

  it('is removed', async () => {
    const { calls, printed } = await run([id, 'draft', '--delete']);
    expect(calls).toEqual([['deleteLabel', id, 'draft']]);
    expect(printed).toEqual(['Removed the label draft']);
    expect((await run([id, 'draft', '--delete'], { json: true })).printed).toEqual([
      { data: { label: 'draft', deleted: true } },
    ]);
  });

  it.each([
    [['invoice', '--delete'], '--delete takes an id and a label', 'platen templates label invoice draft --delete'],
    [
      ['invoice@7', 'live', '--delete'],
      '--delete takes an id and a label',
      'platen templates label invoice live --delete',
    ],
    [['invoice@7'], 'no label is named', 'platen templates label invoice@7 live'],
    [['invoice@live'], 'no label is named', 'platen templates label invoice@live live'],
    [['invoice', '7'], '"7" cannot be a label', undefined],
    [['in voice'], '"in voice" does not name a template', expect.any(String)],
  ])('is refused before anything is contacted: %j', async (words, message, fix) => {
    await expect(run(words)).rejects.toMatchObject({ code: 'usage', message, fix });
  });
});
