import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../page-here.ts';
import { runHook } from '../../run-hook.ts';

let page: ReturnType<typeof openPage>;
let module: typeof import('../../../../src/web/dashboard/template-editor/use-saving.ts');
let session: typeof import('../../../../src/web/dashboard/session.ts');
/** Not typed here, because it is written in TSX. */
const toasts: string = '../../../../src/web/parts/toast.tsx';

beforeEach(async () => {
  page = openPage();
  vi.resetModules();
  vi.useFakeTimers();
  module = await import('../../../../src/web/dashboard/template-editor/use-saving.ts');
  session = await import('../../../../src/web/dashboard/session.ts');
  session.session.value = { accounts: [], account: 'acme', role: 'editor' } as never;
});

afterEach(() => {
  vi.useRealTimers();
  page.close();
});

/** What was said to the person. */
async function readMessages(): Promise<string[]> {
  const { Toasts } = (await import(toasts)) as {
    Toasts(): { props: { children: { props: { children: [string] } }[] } };
  };
  return Toasts().props.children.map(({ props }) => props.children[0]);
}

const changed = Object.assign(new Error('changed'), { code: 'template_changed' });

/** A draft that is saved with these results, and what became of it. */
function open(results: (Error | undefined)[], conflicts: readonly string[] = []) {
  const done: string[] = [];
  const merge = { conflicts, resolve: (choices: readonly string[]) => `merged ${choices.join()}` };
  const draft = {
    id: 't1',
    isDirty: signal(true),
    values: signal<{ value?: object }>({ value: {} }),
    async save(message?: string) {
      done.push(`save ${message}`);
      const result = results.shift();
      if (result) throw result;
      draft.isDirty.value = false;
    },
    merge: ({ etag }: { etag: string }) => {
      done.push(`merge ${etag}`);
      return merge;
    },
    takeMerge: ({ etag }: { etag: string }, merged: string) => void done.push(`take ${etag} ${merged}`),
  };
  const answer = (etag: string) => {
    page.answer(200, { data: { id: 't1' } }, { etag });
    page.answer(200, { data: ['bill'] });
  };
  const { result } = runHook(() => module.useSaving(draft as never));
  return { draft, saving: result, done, answer, merge };
}

describe('a draft', () => {
  it('is saved, once at a time', async () => {
    const { saving, done } = open([undefined]);
    const first = saving.save('why');
    expect(saving.isBusy.value).toBe(true);
    await saving.save('again');
    await first;
    expect([done, saving.isBusy.value]).toEqual([['save why'], false]);
    expect(await readMessages()).toEqual(['Saved.']);
  });

  it('is not saved without a change, or by who may not', async () => {
    const { draft, saving, done } = open([]);
    draft.isDirty.value = false;
    await saving.save();
    expect(await readMessages()).toEqual([]);
    draft.isDirty.value = true;
    session.session.value = { accounts: [], account: 'acme', role: 'viewer' } as never;
    await saving.save();
    expect([done, saving.isBusy.value]).toEqual([[], false]);
    expect(await readMessages()).toEqual(['Only an editor or an admin of the account can save.']);
  });

  it('is not saved with values that cannot be read', async () => {
    const { draft, saving, done } = open([]);
    draft.values.value = {};
    await saving.save();
    expect([done, saving.isBusy.value]).toEqual([[], false]);
    expect(await readMessages()).toEqual(['The values are not a JSON object. Fix them, then save.']);
  });

  it('says why it was not saved', async () => {
    const { saving, done } = open([Object.assign(new Error('gone'), { code: 'not_found' })]);
    await saving.save();
    expect([done, saving.isBusy.value]).toEqual([['save undefined'], false]);
    expect(await readMessages()).toEqual(['gone']);
  });
});

describe('what another person has saved', () => {
  it('is merged, as often as it happens up to five times', async () => {
    const { saving, done, answer } = open([changed, changed, undefined]);
    for (const etag of ['a', 'b']) answer(etag);
    await saving.save('why');
    const once = (etag: string) => ['save why', `merge ${etag}`, `take ${etag} merged `];
    expect(done).toEqual([...once('a'), ...once('b'), 'save why']);
    expect(await readMessages()).toEqual(['Saved, merged with what another person has saved.']);
    expect(page.requests.map(({ address }) => address.replace(/^.*\/api/, '/api')).slice(0, 2)).toEqual([
      '/api/v1/templates/t1',
      '/api/dashboard/templates/t1/users',
    ]);
  });

  it.each([
    [5, 'Saved, merged with what another person has saved.'],
    [6, 'changed'],
  ])('may be faster %i times: %s', async (times, said) => {
    const { saving, answer } = open([...Array<Error>(times).fill(changed), undefined]);
    for (let time = 0; time < times; time++) answer('a');
    await saving.save();
    expect(await readMessages()).toEqual([said]);
  });

  it('waits for decisions where both have changed something', async () => {
    const { saving, done, answer, merge } = open([changed, undefined], ['one']);
    answer('a');
    await saving.save('why');
    expect(saving.conflict.value).toMatchObject({ theirs: { etag: 'a' }, merge, users: ['bill'], message: 'why' });
    expect([await readMessages(), saving.isBusy.value]).toEqual([[], false]);
    await saving.settle(['mine' as never], true);
    expect(done).toEqual(['save why', 'merge a', 'take a merged mine', 'save why']);
    expect([saving.conflict.value, await readMessages()]).toEqual([undefined, ['Saved.']]);
  });

  it('may be taken without saving', async () => {
    const { saving, done, answer } = open([changed], ['one']);
    answer('a');
    await saving.save('why');
    await saving.settle(['theirs' as never], false);
    expect(done).toEqual(['save why', 'merge a', 'take a merged theirs']);
    expect(saving.conflict.value).toBeUndefined();
  });

  it('is not merged with values that became unreadable meanwhile', async () => {
    const { draft, saving, done, answer } = open([changed]);
    answer('a');
    const saved = saving.save();
    draft.values.value = {};
    await saved;
    expect(done).toEqual(['save undefined']);
    expect(await readMessages()).toEqual(['The values are not a JSON object. Fix them, then save.']);
  });
});
