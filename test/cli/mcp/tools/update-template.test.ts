import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { updateTemplateTool } from '../../../../src/cli/mcp/tools/update-template.ts';
import { limits } from '../../../../src/contract/index.ts';
import { idOf } from '../../templates/sync/remote-stub.ts';
import { openToolCall, readAnswer } from '../open-tool-call.ts';

const id = idOf(1);
type Labels = Record<string, number>;

interface Setting {
  labels?: Labels;
  /** The newest revision before and after the change. */
  revisions?: [number, number];
  failure?: Error;
  files?: Record<string, string>;
}

/** Calls the tool, and tells the calls of the service that change something, and the answer. */
async function update(args: object, { labels = {}, revisions = [4, 5], failure, files = {} }: Setting = {}) {
  const calls: unknown[][] = [];
  const held = { ...labels };
  let isChanged = false;
  const call = openToolCall({
    lookUpTemplate: async (slug: string) => ({ id: slug === 'invoice' ? id : 'other' }),
    listRevisions: async (_: string, { limit = 100 }: { limit?: number }) => {
      const newest = isChanged ? revisions[1] : revisions[0];
      const all = Array.from({ length: newest }, (_, index) => ({ revision: newest - index }));
      return { data: all.slice(0, limit) };
    },
    listLabels: async () => Object.entries(held).map(([label, revision]) => ({ label, revision })),
    async setLabel(_: string, label: string, revision: number) {
      calls.push(['setLabel', label, revision]);
      held[label] = revision;
    },
    deleteLabel: async (_: string, label: string) => void calls.push(['deleteLabel', label]),
    async updateTemplate(of: string, changes: object, { signal: _, ...options }: { signal: AbortSignal }) {
      calls.push(['updateTemplate', of, changes, options]);
      if (failure) throw failure;
      isChanged = true;
      return { etag: '"5"' };
    },
  });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(call.root, name), text);
  mkdirSync(join(call.root, 'folder'));
  const given = { id, if_match: '"4"', ...args };
  const result = await updateTemplateTool.run(call, given as never).catch((error: unknown) => error);
  return { calls, result, answer: Array.isArray(result) ? readAnswer(result)[0] : undefined };
}
const changed = (changes: object, more: object = {}) => ['updateTemplate', id, changes, { ifMatch: '"4"', ...more }];

describe('a change of a template by an agent', () => {
  it('is a draft, and the revision before becomes live if none is', async () => {
    const { calls, answer } = await update({ content: '<p>' });
    expect(calls).toEqual([['setLabel', 'live', 4], changed({ content: '<p>' }), ['setLabel', 'draft', 5]]);
    expect(answer).toEqual({ id, etag: '"5"', revision: 5, changed: true, all_labels: { live: 4, draft: 5 } });
  });

  it.each<[object, Labels, unknown[][]]>([
    [{}, { live: 2 }, [['setLabel', 'draft', 5]]],
    [{ label: 'live' }, {}, [['setLabel', 'live', 5]]],
    [{ label: null }, {}, []],
    [{ label: 'next' }, { live: 2 }, [['setLabel', 'next', 5]]],
  ])('has the labels of %j beside %j', async (args, labels, set) => {
    const { calls } = await update({ ...args, name: 'New' }, { labels });
    expect(calls).toEqual([changed({ name: 'New' }), ...set]);
  });

  it('may change nothing', async () => {
    const { answer } = await update({ name: 'Same' }, { revisions: [4, 4], labels: { live: 4 } });
    expect(answer).toMatchObject({ revision: 4, changed: false });
  });

  it('is the first revision after the one before', async () => {
    expect((await update({ name: 'x' }, { revisions: [4, 7] })).answer).toMatchObject({ revision: 5 });
  });

  it('takes back the label of a change that fails', async () => {
    const failure = new Error('changed');
    const { calls, result } = await update({ name: 'x' }, { failure });
    expect([calls.at(-1), result]).toEqual([['deleteLabel', 'live'], failure]);
    const kept = await update({ name: 'x' }, { failure, labels: { live: 2 } });
    expect(kept.calls).toEqual([changed({ name: 'x' })]);
  });

  it('may have a message, and name the template by its slug', async () => {
    const { calls } = await update({ id: 'invoice', name: 'x', message: 'why' }, { labels: { live: 1 } });
    expect(calls[0]).toEqual(changed({ name: 'x' }, { message: 'why' }));
  });

  it('may have its content in a file', async () => {
    const { calls } = await update({ content_file: 'a.html' }, { labels: { live: 1 }, files: { 'a.html': '<p>ä' } });
    expect(calls[0]).toEqual(changed({ content: '<p>ä' }));
  });

  it.each<[object, object]>([
    [{}, { code: 'usage', message: 'there is nothing to change' }],
    [
      { content: 'x', content_file: 'a.html' },
      { code: 'usage', message: 'content and content_file cannot be used together' },
    ],
    [{ content_file: '../a.html' }, { code: 'usage' }],
    [{ content_file: 'gone.html' }, { code: 'input_missing' }],
    [{ content_file: 'folder' }, { message: expect.stringContaining('folder') }],
    [{ id: 'invoice@7', name: 'x' }, { code: 'usage' }],
  ])('is refused before anything changes: %j', async (args, error) => {
    const { calls, result } = await update(args, { files: { 'a.html': 'x' } });
    expect([calls, result]).toEqual([[], expect.objectContaining(error)]);
  });

  it('is refused with a file that is larger than a request', async () => {
    const { result } = await update({ content_file: 'a.html' }, { files: { 'a.html': 'x'.repeat(limits.body + 1) } });
    expect(result).toMatchObject({ code: 'input_invalid', message: 'a.html is too large' });
  });
});
