import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../page-here.ts';

let page: ReturnType<typeof openPage>;
let openDraft: typeof import('../../../src/web/dashboard/template-editor/draft.ts').openDraft;
let kept: Map<string, string>;

const template = { id: 't', name: 'Letter', content: '<p>a</p>\n', preview_context: { n: 1 } };
const read = (changes: object = {}, etag = '"1"') => ({ template: { ...template, ...changes }, etag }) as never;
const context = '{\n  "n": 1\n}\n';

beforeEach(async () => {
  page = openPage();
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
  ({ openDraft } = await import('../../../src/web/dashboard/template-editor/draft.ts'));
});

afterEach(() => page.close());

const answer = (changes: object, etag: string) => page.answer(200, { data: { ...template, ...changes } }, { etag });
const refuse = () => page.answer(412, { code: 'template_changed', title: 'It has changed' });

it('a template is opened as it is stored', () => {
  const draft = openDraft(read());
  expect([draft.name.value, draft.content.value, draft.context.value]).toEqual(['Letter', '<p>a</p>\n', context]);
  expect([draft.isDirty.value, draft.etag.value, draft.values.value]).toEqual([false, '"1"', { value: { n: 1 } }]);
});

it('either text makes it unsaved', () => {
  const draft = openDraft(read());
  draft.content.value = 'b';
  expect(draft.isDirty.value).toBe(true);
  draft.content.value = template.content;
  expect(draft.isDirty.value).toBe(false);
  draft.context.value = '{}';
  expect(draft.isDirty.value).toBe(true);
});

describe('unsaved work', () => {
  it('is there again with its version, and forgotten once nothing differs', () => {
    const draft = openDraft(read());
    draft.content.value = 'mine';
    draft.keep();
    const again = openDraft(read({ content: 'theirs' }, '"2"'));
    expect([again.content.value, again.etag.value, again.isDirty.value]).toEqual(['mine', '"1"', true]);
    expect(again.saved.value).toEqual({ content: template.content, context });
    const same = openDraft(read());
    expect([same.content.value, same.saved.value?.content]).toEqual(['mine', template.content]);
    draft.content.value = template.content;
    draft.keep();
    expect(kept.size).toBe(0);
  });

  it('keeps the line breaks of the template', () => {
    const draft = openDraft(read({ content: 'a\r\nb\r\n' }));
    draft.write('a\nc\n');
    expect(draft.content.value).toBe('a\r\nc\r\n');
  });
});

describe('saving', () => {
  it.each([
    ['content', 'b', { content: 'b' }],
    ['context', '{"n":2}', { preview_context: { n: 2 } }],
    ['context', '[', {}],
  ] as const)('sends the %s %s alone', async (field, text, sent) => {
    const draft = openDraft(read());
    draft[field].value = text;
    draft.keep();
    answer({ name: 'Renamed' }, '"2"');
    await draft.save('why');
    expect(page.requests).toMatchObject([
      { method: 'PATCH', headers: { 'if-match': '"1"', 'platen-revision-message': 'why' } },
    ]);
    expect(page.requests[0]?.body).toEqual({ template: sent });
    expect([draft.etag.value, draft.name.value, draft.isDirty.value, kept.size]).toEqual(['"2"', 'Renamed', false, 0]);
  });

  it('fails where another person has saved', async () => {
    const draft = openDraft(read());
    draft.content.value = 'b';
    refuse();
    await expect(draft.save()).rejects.toMatchObject({ code: 'template_changed' });
    expect([draft.isDirty.value, draft.etag.value]).toEqual([true, '"1"']);
  });
});

describe('what another person has saved', () => {
  it('is merged, and the merge goes on as work that began there', () => {
    const draft = openDraft(read({ content: 'a\nb\nc\n' }));
    draft.content.value = 'mine\nb\nc\n';
    const theirs = read({ content: 'a\nb\ntheirs\n', name: 'Theirs' }, '"5"');
    draft.takeMerge(theirs, draft.merge(theirs).resolve([]));
    expect([draft.content.value, draft.etag.value, draft.name.value]).toEqual(['mine\nb\ntheirs\n', '"5"', 'Theirs']);
    expect([draft.saved.value?.content, kept.size]).toEqual(['a\nb\ntheirs\n', 1]);
  });

  it('can replace the draft', () => {
    const draft = openDraft(read());
    draft.content.value = 'mine';
    draft.takeTheirs(read({ content: 'theirs', preview_context: {} }, '"5"'));
    expect([draft.content.value, draft.context.value, draft.isDirty.value]).toEqual(['theirs', '{}\n', false]);
  });
});

describe('renaming', () => {
  it('changes the name alone', async () => {
    const draft = openDraft(read());
    answer({ name: 'New' }, '"2"');
    await draft.rename('New');
    expect([draft.name.value, draft.etag.value]).toEqual(['New', '"2"']);
    expect(page.requests[0]).toMatchObject({ body: { template: { name: 'New' } }, headers: { 'if-match': '"1"' } });
  });

  it('is tried again where another person has changed texts, which the next save merges', async () => {
    const draft = openDraft(read());
    refuse();
    answer({ content: 'theirs' }, '"2"');
    answer({ name: 'New' }, '"3"');
    await draft.rename('New');
    expect(page.requests.map(({ method, headers }) => [method, headers['if-match']])).toEqual([
      ['PATCH', '"1"'],
      ['GET', undefined],
      ['PATCH', '"2"'],
    ]);
    expect([draft.name.value, draft.etag.value]).toEqual(['New', '"1"']);
  });

  it('is given up where another person has renamed it, and for other errors', async () => {
    const draft = openDraft(read());
    refuse();
    answer({ name: 'Theirs' }, '"2"');
    await expect(draft.rename('New')).rejects.toMatchObject({ code: 'template_changed' });
    expect([draft.name.value, page.requests.length]).toEqual(['Theirs', 2]);
    page.answer(403, { code: 'forbidden' });
    await expect(draft.rename('New')).rejects.toMatchObject({ code: 'forbidden' });
    expect(page.requests).toHaveLength(3);
  });
});
