import { describe, expect, it } from 'vitest';
import { digestFields, type Fields } from '../../../../../src/cli/documents/template-fields.ts';
import { mergeFields } from '../../../../../src/cli/templates/sync/merge/merge-fields.ts';
import { getRemote } from '../../../../../src/cli/templates/sync/remote-templates.ts';
import { idOf, openRemote } from '../remote-stub.ts';

const base: Fields = { name: 'Invoice', content: 'a\nb\nc\nd\ne\n', preview_context: { a: 1, b: 1 } };

async function merge(
  fields: readonly (keyof Fields)[],
  here: Partial<Fields>,
  there: Partial<Fields>,
  seen: Partial<Fields> = base,
  revisions: readonly Fields[] = [base],
) {
  const { remote, calls } = openRemote([{ id: idOf(1), ...base, ...there }], revisions);
  const found = await getRemote(remote, idOf(1));
  if (!found) throw new Error('the template is not there');
  const result = await mergeFields(fields, here, found, digestFields(seen), remote);
  return { ...result, calls: calls.slice(1) };
}

describe('fields that both sides changed', () => {
  it('are merged with the revision that both were made from', async () => {
    const here = { content: 'A\nb\nc\nd\ne\n', preview_context: { a: 2, b: 1 } };
    const there = { content: 'a\nb\nc\nd\nE\n', preview_context: { a: 1, b: 3 } };
    expect(await merge(['content', 'preview_context'], here, there)).toEqual({
      merged: { content: 'A\nb\nc\nd\nE\n', preview_context: { a: 2, b: 3 } },
      conflicts: [],
      calls: ['listRevisions', 'getRevision'],
    });
  });

  it('are each merged with the newest revision that has them', async () => {
    const newer = { ...base, preview_context: { a: 9 } };
    const here = { content: 'A\nb\nc\nd\ne\n', preview_context: { a: 2, b: 1 } };
    const there = { content: 'a\nb\nc\nd\nE\n', preview_context: { a: 1, b: 3 } };
    const { merged, conflicts, calls } = await merge(['content', 'preview_context'], here, there, base, [
      newer,
      base,
      newer,
    ]);
    expect(merged).toEqual({ content: 'A\nb\nc\nd\nE\n', preview_context: { a: 2, b: 3 } });
    expect(conflicts).toEqual([]);
    expect(calls).toEqual(['listRevisions', 'getRevision', 'getRevision']);
  });

  it('are in conflict with their places', async () => {
    const here = { content: 'a\nX\nc\nd\ne\n', preview_context: { a: 2 } };
    const there = { content: 'a\nY\nc\nd\ne\n', preview_context: { a: 3 } };
    const { merged, conflicts } = await merge(['content', 'preview_context'], here, there);
    expect(merged).toEqual({});
    expect(conflicts).toMatchObject([
      { field: 'content', place: 'content (line 2)', marked: expect.stringContaining('<<<<<<< this folder\nX') },
      { field: 'preview_context', place: expect.stringMatching(/^preview_context \(\/a/), marked: undefined },
    ]);
  });

  it('are in conflict if the service no longer has the revision', async () => {
    const { conflicts } = await merge(['content'], { content: 'x' }, { content: 'y' }, base, []);
    expect(conflicts).toEqual([
      {
        field: 'content',
        place: 'content (the service no longer has the text that both sides were made from)',
        marked: undefined,
      },
    ]);
  });

  it('are in conflict without a look at revisions if they were never seen, or are names', async () => {
    const { conflicts, calls } = await merge(['name', 'content'], { name: 'A' }, { name: 'B' }, { name: 'C' });
    expect(conflicts).toEqual([
      { field: 'name', place: 'name', marked: undefined },
      { field: 'content', place: 'content', marked: undefined },
    ]);
    expect(calls).toEqual([]);
  });
});
