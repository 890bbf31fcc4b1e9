import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../page-here.ts';
import { runHook } from '../run-hook.ts';

let page: ReturnType<typeof openPage>;
let module: typeof import('../../../src/web/dashboard/template-editor/values/value-sets.ts');
let draft: Parameters<typeof module.openValueSets>[0] & { etag: { value: string } };
let sets: ReturnType<typeof module.openValueSets>;
let drafts = 0;

const stored = { sets: { big: { n: 2 } }, schema: { type: 'object' } };
const write = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

beforeEach(async () => {
  page = openPage();
  module = await import('../../../src/web/dashboard/template-editor/values/value-sets.ts');
  drafts += 1;
  draft = { id: `t${drafts}`, etag: signal('"1"'), context: signal('{"n":1}') };
  sets = module.openValueSets(draft);
  page.answer(200, { data: stored });
  await sets.load();
  page.requests.length = 0;
});

afterEach(() => page.close());

/** Takes the next change as stored, with these sets and this schema. */
const answerWith = (more: object) => page.answer(200, { data: { ...stored, ...more } }, { etag: '"2"' });
const sentBodies = () => page.requests.map(({ body }) => body);

describe('the values that are shown', () => {
  it('are those of the preview until a set is chosen', () => {
    expect([sets.text.value, sets.context.value, sets.values.value]).toEqual([
      '{"n":1}',
      '{"n":1}',
      { value: { n: 1 } },
    ]);
    sets.choose({ set: 'big' });
    expect([sets.text.value, sets.context.value]).toEqual([write({ n: 2 }), write({ n: 2 })]);
    sets.choose({ set: 'new' });
    expect(sets.text.value).toBe('{}\n');
  });

  it('draw the pages while the schema is shown', () => {
    sets.choose({ set: 'big' });
    sets.choose('schema');
    expect([sets.text.value, sets.context.value]).toEqual([write(stored.schema), write({ n: 2 })]);
    expect(sets.schema.value).toEqual({ value: stored.schema });
    sets.type(' ');
    expect(sets.schema.value).toBeUndefined();
  });
});

describe('what is typed', () => {
  it('into the preview context is not for the sets', () => {
    sets.type('{}');
    expect([sets.text.value, sets.isDirty.value]).toEqual(['{"n":1}', false]);
  });

  it('is a change unless it is the same JSON', () => {
    sets.choose({ set: 'big' });
    sets.type('{"n":2}');
    expect([sets.text.value, sets.isDirty.value]).toEqual(['{"n":2}', false]);
    sets.type('{"n":');
    expect(sets.isDirty.value).toBe(true);
    sets.type('[');
    expect(sets.isDirty.value).toBe(true);
    sets.type(write({ n: 2 }));
    expect(sets.isDirty.value).toBe(false);
  });

  it('is kept while other views are shown, and forgotten once it is stored', async () => {
    sets.choose({ set: 'big' });
    sets.type('{"n":3}');
    sets.keep();
    const again = module.openValueSets(draft);
    again.choose({ set: 'big' });
    expect(again.text.value).toBe('{"n":3}');
    sets.type('{"n":2}');
    sets.keep();
    expect(module.openValueSets(draft).isDirty.value).toBe(false);
  });

  it('is stored in one change', async () => {
    sets.choose({ set: 'big' });
    sets.type('{"n":3}');
    sets.choose('schema');
    sets.type('{}');
    answerWith({ sets: { big: { n: 3 } }, schema: {} });
    await sets.save();
    expect(page.requests).toMatchObject([{ method: 'PATCH', headers: { 'if-match': '"1"' } }]);
    expect(sentBodies()).toEqual([{ values: { sets: { big: { n: 3 } }, schema: {} } }]);
    expect([sets.isDirty.value, draft.etag.value, sets.text.value]).toEqual([false, '"2"', '{}\n']);
    await sets.save();
    expect(page.requests).toHaveLength(1);
  });

  it('stays if it is of another set than what is stored', async () => {
    sets.choose({ set: 'big' });
    sets.type('{"n":3}');
    answerWith({ sets: { ...stored.sets, more: {} } });
    await sets.add('more');
    expect([sets.isDirty.value, sets.chosen.value]).toEqual([true, { set: 'more' }]);
  });

  it.each([
    [{ set: 'big' }, '"big"', '"big"'],
    ['schema', 'The schema', 'the schema'],
  ] as const)('into %j is not stored if it is no object, or if another has changed it', async (which, name, other) => {
    sets.choose(which);
    sets.type('[1]');
    await expect(sets.save()).rejects.toThrow(`${name} is not a JSON object. Fix it, then save.`);
    page.answer(200, { data: { sets: { big: { n: 9 } }, schema: { type: 'null' } } });
    await sets.load();
    sets.type('{"n":3}');
    await expect(sets.save()).rejects.toThrow(`Another person has changed ${other} meanwhile.`);
    expect(sentBodies()).toEqual([undefined]);
  });
});

describe('a set', () => {
  it('is added as a copy of what is shown', async () => {
    answerWith({ sets: { copy: { n: 1 } } });
    await sets.add('copy');
    expect(sentBodies()).toEqual([{ values: { sets: { copy: { n: 1 } } } }]);
    expect([sets.chosen.value, sets.text.value]).toEqual([{ set: 'copy' }, write({ n: 1 })]);
  });

  it('is added empty where what is shown is no object', async () => {
    draft.context = signal('[') as never;
    sets = module.openValueSets(draft);
    answerWith({});
    await sets.add('copy');
    expect(sentBodies()).toEqual([{ values: { sets: { copy: {} } } }]);
  });

  it('is renamed with what is typed, if that is an object', async () => {
    sets.choose({ set: 'big' });
    sets.type('{"n":3}');
    answerWith({});
    await sets.rename('big', 'huge');
    expect(sentBodies()).toEqual([{ values: { sets: { big: null, huge: { n: 3 } } } }]);
    expect(sets.chosen.value).toEqual({ set: 'huge' });
    sets.choose({ set: 'big' });
    sets.type('[');
    answerWith({});
    await sets.rename('big', 'huge');
    expect(sentBodies()[1]).toEqual({ values: { sets: { big: null, huge: { n: 2 } } } });
  });

  it('is removed, and the preview context is shown', async () => {
    sets.choose({ set: 'big' });
    answerWith({ sets: {} });
    await sets.remove('big');
    expect(sentBodies()).toEqual([{ values: { sets: { big: null } } }]);
    expect(sets.chosen.value).toBeNull();
  });
});

describe('the schema', () => {
  it('is added for an object without fields, and removed', async () => {
    sets.choose({ set: 'big' });
    answerWith({});
    await sets.addSchema();
    expect(sets.chosen.value).toBe('schema');
    answerWith({ schema: null });
    await sets.removeSchema();
    expect(sentBodies()).toEqual([
      { values: { schema: { type: 'object', properties: {} } } },
      { values: { schema: null } },
    ]);
    expect([sets.chosen.value, sets.schema.value]).toEqual([{ set: 'big' }, undefined]);
  });
});

describe('an editor with values', () => {
  it('keeps them, and has the browser ask before the page is left while something is not stored', async () => {
    const keep = vi.fn();
    const preventDefault = vi.fn();
    const removed: unknown[] = [];
    const isDirty = signal(false);
    vi.stubGlobal('removeEventListener', (name: string, act: unknown) => removed.push(name, act));
    vi.useFakeTimers();
    const run = runHook(() => module.useUnsavedValues({ keep, isDirty }));
    expect([keep.mock.calls.length, page.listeners.has('beforeunload')]).toEqual([1, false]);
    isDirty.value = true;
    await vi.advanceTimersByTimeAsync(0);
    vi.useRealTimers();
    const ask = page.listeners.get('beforeunload');
    ask?.({ preventDefault });
    expect([preventDefault.mock.calls.length, removed]).toEqual([1, []]);
    run.end();
    expect(removed).toEqual(['beforeunload', ask]);
  });
});
