import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShownContext } from '../../../src/web/preview/preview-state.ts';
import { openPage } from '../page-here.ts';

let page: ReturnType<typeof openPage>;
let values: typeof import('../../../src/web/preview/values.ts');

const told: ShownContext = { text: '{}', file: 'a.json', digest: 'd1', edited: false, set: null, sets: ['b'] };

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  page = openPage();
  values = await import('../../../src/web/preview/values.ts');
  values.take(told);
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  page.close();
});

const show = () => ({ text: values.text.value, isDirty: values.isDirty.value, said: values.said.value.words });
/** What was sent, each as its address and its body. */
const listSent = () => page.requests.map(({ address, body }) => [address, body]);
const notSaved = 'Not saved yet.';
const hasChanged = 'The file has changed meanwhile. Saving replaces it; Revert loads it.';

describe('the values of the server', () => {
  it('are shown', () => {
    expect(show()).toEqual({ text: '{}', isDirty: false, said: '' });
    expect([values.file.value, values.sets.value, values.chosenSet.value]).toEqual(['a.json', ['b'], '']);
    values.take({ ...told, set: 'b', file: null, edited: true });
    expect([values.file.value, values.chosenSet.value, values.isDirty.value]).toEqual([null, 'b', true]);
    expect(values.said.value).toEqual({ words: '', isBad: false });
  });

  it('are shown when they change, unless others are typed', () => {
    values.take({ ...told, text: '[]', digest: 'd2' });
    expect(show()).toEqual({ text: '[]', isDirty: false, said: '' });
    values.change('{"a":1}');
    values.take({ ...told, text: '[1]', digest: 'd2' });
    expect(show()).toEqual({ text: '{"a":1}', isDirty: true, said: notSaved });
  });

  it('are a conflict with what is typed if another has written them', () => {
    values.change('{"a":1}');
    values.take({ ...told, text: '[1]', digest: 'd3' });
    expect(values.isReplacing.value).toBe(true);
    expect(show()).toEqual({ text: '{"a":1}', isDirty: true, said: hasChanged });
  });

  it('are known to be those of the file when they are what is shown', () => {
    values.change('{"a":1}');
    vi.runAllTimers();
    values.take({ ...told, text: '{"a":1}', edited: false });
    expect(values.isDirty.value).toBe(false);
    values.take({ ...told, text: '{"b":1}', edited: true });
    expect(show()).toEqual({ text: '{"b":1}', isDirty: true, said: notSaved });
  });

  it('take the place of what was typed before the first ones came', () => {
    values.forget();
    values.change('{"a":1}');
    values.take(told);
    expect(show()).toEqual({ text: '{}', isDirty: false, said: '' });
  });

  it.each([
    ['without a file', { digest: '', text: '[1]' }],
    ['of an empty file', { digest: 'd2', text: '' }],
  ])('%s are not the first ones', (_what, context) => {
    values.take({ ...told, ...context });
    values.change('[2]');
    values.take({ ...told, ...context, text: '[3]' });
    expect([values.text.value, values.isDirty.value]).toEqual(['[2]', true]);
  });

  it('are a conflict only when they are new, and not what was saved', async () => {
    values.change('[1]');
    values.take(told);
    expect(values.isReplacing.value).toBe(false);
    page.answer(200, { digest: 'd2' });
    await values.save();
    values.change('[2]');
    values.take({ ...told, text: '[1]', digest: 'd2' });
    expect(values.isReplacing.value).toBe(false);
    values.take({ ...told, text: '[3]', digest: 'd3' });
    expect(values.isReplacing.value).toBe(true);
    page.answer(200, {});
    await values.revert();
    values.change('[4]');
    values.take({ ...told, text: '[3]', digest: 'd3' });
    expect(values.isReplacing.value).toBe(false);
    values.take({ ...told, text: '[5]', digest: 'd4' });
    expect(values.isReplacing.value).toBe(true);
  });

  it('leave what is typed unsaved until the pause has passed', async () => {
    values.change('{}');
    values.take(told);
    expect(values.isDirty.value).toBe(true);
    page.answer(200, {});
    await vi.advanceTimersByTimeAsync(200);
    values.take({ ...told, text: '[]' });
    expect([values.text.value, values.isDirty.value]).toEqual(['{}', true]);
    values.take(told);
    expect(values.isDirty.value).toBe(false);
  });

  it('are forgotten with their template', () => {
    values.change('{"a":1}');
    values.take({ ...told, digest: 'd3' });
    values.forget();
    expect([values.isDirty.value, values.isReplacing.value, values.file.value]).toEqual([false, false, null]);
    vi.runAllTimers();
    expect(page.requests).toEqual([]);
  });
});

describe('what is typed', () => {
  it('is sent after a pause, once', async () => {
    page.answer(200, {});
    values.change('{"a":1');
    vi.advanceTimersByTime(199);
    values.change('{"a":1}');
    vi.advanceTimersByTime(199);
    expect(page.requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(listSent()).toEqual([['context', { text: '{"a":1}' }]]);
  });

  it.each([
    [{ error: { message: 'too large' } }, 'too large'],
    [undefined, 'platen does not answer.'],
  ])('is said not to be taken by an answer of %j', async (answer, words) => {
    page.answer(400, answer);
    values.change('{');
    await vi.advanceTimersByTimeAsync(200);
    expect(values.said.value).toEqual({ words, isBad: true });
    values.change('{}');
    expect(values.said.value).toEqual({ words: notSaved, isBad: false });
  });
});

describe('saving', () => {
  it('writes what has changed since the file was read, and is confirmed for a while', async () => {
    await values.save();
    expect(page.requests).toEqual([]);
    page.answer(200, { digest: 'd2' });
    values.change('{"a":1}');
    await values.save();
    expect(listSent()).toEqual([['save', { text: '{"a":1}', base: 'd1' }]]);
    expect(show()).toEqual({ text: '{"a":1}', isDirty: false, said: 'Saved.' });
    await vi.advanceTimersByTimeAsync(2999);
    expect(values.said.value.words).toBe('Saved.');
    await vi.advanceTimersByTimeAsync(1);
    expect(show().said).toBe('');
    // What was saved is not sent once more, and the next save begins there.
    page.answer(200, {});
    values.change('{"a":2}');
    await values.save();
    expect(listSent()).toEqual([
      ['save', { text: '{"a":1}', base: 'd1' }],
      ['save', { text: '{"a":2}', base: 'd2' }],
    ]);
  });

  it('does nothing where there is no file', async () => {
    values.take({ ...told, file: null });
    values.change('{"a":1}');
    await values.save();
    expect(page.requests).toEqual([]);
  });

  it('says that the file has changed, and replaces it the next time', async () => {
    page.answer(409, { error: { code: 'conflict', message: 'x' } });
    values.change('{"a":1}');
    await values.save();
    expect(show()).toEqual({ text: '{"a":1}', isDirty: true, said: hasChanged });
    page.answer(200, { digest: 'd4' });
    await values.save();
    expect(page.requests.at(-1)?.body).toEqual({ text: '{"a":1}' });
    expect(values.isReplacing.value).toBe(false);
  });

  it('says what else is wrong', async () => {
    page.answer(400, { error: { code: 'invalid', message: 'not JSON' } });
    values.change('{');
    await values.save();
    expect(values.said.value).toEqual({ words: 'not JSON', isBad: true });
    expect(values.isReplacing.value).toBe(false);
  });

  it('keeps what was typed meanwhile, and is no conflict with itself', async () => {
    page.answer(200, { digest: 'd2' });
    values.change('{"a":1}');
    const saving = values.save();
    values.change('{"a":2}');
    values.take({ ...told, text: '{"a":1}', digest: 'd2' });
    await saving;
    expect([values.isReplacing.value, values.isDirty.value]).toEqual([false, true]);
    values.take({ ...told, text: '{"a":1}', digest: 'd2' });
    expect(values.isReplacing.value).toBe(false);
  });
});

describe('another choice', () => {
  it.each([
    ['b', 'b'],
    ['', null],
  ])('of the set "%s" is sent, and forgets the values', async (name, set) => {
    page.answer(200, {});
    await values.chooseSet(name);
    expect(listSent()).toEqual([['set', { set }]]);
    expect(values.file.value).toBeNull();
    page.answer(400, { error: { message: 'no set' } });
    await values.chooseSet(name);
    expect(values.said.value).toEqual({ words: 'no set', isBad: true });
  });

  it('of what is in the file gives up what is typed', async () => {
    values.change('{"a":1}');
    page.answer(200, {});
    await values.revert();
    expect(show()).toEqual({ text: '{}', isDirty: false, said: '' });
    vi.runAllTimers();
    expect(listSent()).toEqual([['context', { text: null }]]);
  });

  it('of what is in the file waits for the server where that has what was typed', async () => {
    values.take({ ...told, text: '[1]', edited: true });
    page.answer(200, {});
    values.change('[2]');
    await values.revert();
    expect(show()).toEqual({ text: '[2]', isDirty: false, said: '' });
  });
});
