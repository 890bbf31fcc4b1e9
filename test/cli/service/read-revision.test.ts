import { describe, expect, it } from 'vitest';
import { findRevision, readForRender, readValueSets } from '../../../src/cli/service/read-revision.ts';
import { ServiceError } from '../../../src/client/service-error.ts';

const { signal } = new AbortController();
const unknown = new ServiceError('not_found', 'x', { status: 404 });
const failure = new ServiceError('unauthorized', 'x', { status: 401 });

/** A template with these labels and its newest revision; an error stands for what a service answers. */
function open({
  labels = [] as { label: string; revision: number }[] | Error,
  newest = [9],
  sets = {} as object,
} = {}) {
  const give = async (value: unknown) => {
    if (value instanceof Error) throw value;
    return value;
  };
  return {
    listLabels: () => give(labels),
    listRevisions: (_: string, query: object) => give({ data: newest.map((revision) => ({ revision, ...query })) }),
    getRevision: (_: string, revision: number) => give({ name: `revision ${revision}` }),
    getTemplate: () => give({ template: { name: 'newest' } }),
    getValueSets: (_: string, choice: object) => give(sets instanceof Error ? sets : choice),
  } as unknown as Parameters<typeof findRevision>[0];
}

const live = [{ label: 'live', revision: 4 }];

describe('the revision that is chosen', () => {
  it('is that of a number, a label, or the newest', async () => {
    expect(await findRevision(open(), { id: 'a', revision: 3 }, signal)).toBe(3);
    expect(await findRevision(open({ labels: live }), { id: 'a', label: 'live' }, signal)).toBe(4);
    expect(await findRevision(open(), { id: 'a' }, signal)).toBe(9);
    expect(await findRevision(open({ newest: [] }), { id: 'a' }, signal)).toBe(1);
  });

  it('is read from a list of one', async () => {
    const asked: unknown[] = [];
    const listRevisions = async (id: string, query: object) => {
      asked.push([id, query]);
      return { data: [{ revision: 9 }] };
    };
    await findRevision({ ...open(), listRevisions } as never, { id: 'a' }, signal);
    expect(asked).toEqual([['a', { limit: 1 }]]);
  });

  it.each([
    [[], 'the template has no label "draft"; it has no labels'],
    [[...live, { label: 'old', revision: 1 }], 'the template has no label "draft"; its labels are live, old'],
  ])('of a label that is missing is an error', async (labels, message) => {
    await expect(findRevision(open({ labels }), { id: 'a', label: 'draft' }, signal)).rejects.toMatchObject({
      code: 'label_not_found',
      message,
    });
  });
});

describe('a template is rendered', () => {
  it.each([
    [{ revision: 3 }, live, 'revision 3'],
    [{ label: 'live' }, live, 'revision 4'],
    [{}, live, 'revision 4'],
    [{}, [{ label: 'draft', revision: 2 }], 'newest'],
    [{}, unknown, 'newest'],
  ])('with the choice %j', async (choice, labels, name) => {
    expect(await readForRender(open({ labels }), { id: 'a', ...choice }, signal)).toEqual({ name });
  });

  it('only if its labels can be read', async () => {
    await expect(readForRender(open({ labels: failure }), { id: 'a' }, signal)).rejects.toBe(failure);
  });
});

describe('the values of a template', () => {
  it.each([
    [{ revision: 3 }, { revision: 3, label: undefined }],
    [{ label: 'draft' }, { revision: undefined, label: 'draft' }],
    [{}, { label: 'live' }],
  ])('are those of the choice %j', async (choice, asked) => {
    expect(await readValueSets(open({ labels: live }), { id: 'a', ...choice }, signal)).toEqual(asked);
  });

  it('are missing if the service stores none', async () => {
    expect(await readValueSets(open({ sets: unknown }), { id: 'a' }, signal)).toBeUndefined();
    await expect(readValueSets(open({ sets: failure }), { id: 'a' }, signal)).rejects.toBe(failure);
  });
});
