import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callService } from '../../helpers/call-service.ts';
import { expectNoFlaws } from './flaws.ts';
import { type Hands, looks, openMouse, overwrite, see, show } from './hands.ts';
import { account, serveDashboard } from './served-dashboard.ts';

const dashboard = serveDashboard();
let key: string;
let id: string;
let page: Page;
let hands: Hands;
let complaints: string[];

const api = (method: 'GET' | 'POST' | 'PATCH', path: string, template?: object) =>
  callService(dashboard.url, {
    key,
    method,
    path: `/api/v1/templates${path}`,
    ...(template && { body: { template } }),
  });
const stored = async () => (await api('GET', `/${id}`)).json().data;
const lines = (changes: Record<number, string> = {}) =>
  Array.from({ length: 9 }, (_, index) => `<p>${changes[index + 1] ?? `Line ${index + 1}`}</p>\n`).join('');

const write = async (editor: string, text: string) => {
  await hands.enterEditor(editor);
  await overwrite(page, text);
};
const editorText = (label: string) =>
  page.evaluate((wanted) => {
    for (const host of document.querySelectorAll('.code-editor')) {
      const field = host.shadowRoot?.querySelector(`[aria-label="${wanted}"]`);
      if (field) return [...field.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n');
    }
  }, label);
/** Chooses in a place of the dialog, counted from 1. */
const choose = async (place: number, words: string) => {
  await page.waitForSelector('.conflicts');
  await page.evaluate(
    (index, wanted) => {
      const options = [...document.querySelectorAll('.conflicts > li')][index]?.querySelectorAll('label') ?? [];
      [...options].find((one) => one.textContent === wanted)?.click();
    },
    place - 1,
    words,
  );
};
/** Waits until all is saved; the words alone may be of an earlier save. */
const seeSaved = async (words: string) => {
  await page.waitForFunction(() => !document.title.startsWith('•'), looks);
  await see(page, words);
};
const isDisabled = (name: string) =>
  page.$$eval('dialog button', (all, wanted) => all.find((one) => one.textContent === wanted)?.disabled, name);

beforeAll(async () => {
  key = await dashboard.makeKey(account);
  ({ page, complaints } = await dashboard.openSignedIn('ada@example.com', 'editor', 'templates'));
  hands = openMouse(page);
}, 60_000);
afterAll(() => page?.browserContext().close());

beforeEach(async () => {
  const template = { name: 'Letter', content: lines(), preview_context: { total: 1, deep: { a: 1 } } };
  id = (await api('POST', '', template)).json().data.id;
  await show(page, `${dashboard.url}/dashboard/${account}/templates/${id}`);
  await page.waitForFunction(
    () => document.querySelector('.code-editor')?.shadowRoot?.querySelector('.cm-line'),
    looks,
  );
}, 30_000);

describe('the editor, if another person saves meanwhile', { timeout: 60_000 }, () => {
  it('merges their lines and values without a question, and saves', async () => {
    await write('Content', lines({ 2: 'Mine' }));
    await api('PATCH', `/${id}`, { content: lines({ 8: 'Theirs' }), preview_context: { total: 2, deep: { a: 1 } } });
    await hands.press('Save');
    await seeSaved('Saved, merged with what another person has saved.');
    expect(await stored()).toMatchObject({
      content: lines({ 2: 'Mine', 8: 'Theirs' }),
      preview_context: { total: 2, deep: { a: 1 } },
    });
    expect(await editorText('Content')).toBe(lines({ 2: 'Mine', 8: 'Theirs' }));
  });

  it('asks only about lines that both changed, and saves once each place is decided', async () => {
    await write('Content', lines({ 2: 'Mine', 5: 'Mine too' }));
    await hands.press('Values');
    await write('Preview values', '{"total": 5, "deep": {"a": 1, "b": 2}}');
    await api('PATCH', `/${id}`, {
      content: lines({ 2: 'Theirs', 8: 'Theirs too' }),
      preview_context: { total: 6, deep: { a: 9 } },
    });
    await hands.press('Save');
    await see(page, 'Another person has changed the same lines');
    await see(page, 'Content, line 2');
    await see(page, 'Values, /total');
    expect(await page.$$eval('.conflicts > li', (all) => all.length)).toBe(2);
    expect(await page.$$eval('.conflicts .part', (all) => all.map((one) => one.textContent?.trim()))).toEqual([
      '2<p>Mine</p>',
      '2<p>Theirs</p>',
      '5',
      '6',
    ]);
    await expectNoFlaws(page, 'a conflict');
    expect(await isDisabled('Save the merge')).toBe(true);
    await choose(1, 'Keep both, mine first');
    await see(page, '1 of 2 places decided');
    expect(await isDisabled('Save the merge')).toBe(true);
    await choose(2, 'Keep theirs');
    await hands.press('Save the merge');
    await seeSaved('Saved.');
    expect(await stored()).toMatchObject({
      content: lines({ 2: 'Mine</p>\n<p>Theirs', 5: 'Mine too', 8: 'Theirs too' }),
      preview_context: { total: 6, deep: { a: 9, b: 2 } },
    });
  });

  it('keeps what was typed if the question is cancelled, and merges into the editor without saving', async () => {
    await write('Content', lines({ 2: 'Mine' }));
    await api('PATCH', `/${id}`, { content: lines({ 2: 'Theirs', 8: 'Theirs too' }) });
    await hands.press('Save');
    await see(page, 'Another person has changed the same lines');
    await hands.press('Cancel');
    expect(await editorText('Content')).toBe(lines({ 2: 'Mine' }));
    await hands.press('Save');
    await choose(1, 'Keep theirs');
    await hands.press('Merge without saving');
    await page.waitForFunction(() => !document.querySelector('dialog[open]'), looks);
    expect(await editorText('Content')).toBe(lines({ 2: 'Theirs', 8: 'Theirs too' }));
    expect((await stored()).content).toBe(lines({ 2: 'Theirs', 8: 'Theirs too' }));
  });

  it('merges what a third person saves while the question is open', async () => {
    await write('Content', lines({ 2: 'Mine' }));
    await api('PATCH', `/${id}`, { content: lines({ 2: 'Theirs', 5: 'Theirs too' }) });
    await hands.press('Save');
    await choose(1, 'Keep mine');
    await api('PATCH', `/${id}`, { content: lines({ 2: 'Theirs', 5: 'Theirs too', 8: 'Third' }) });
    await hands.press('Save the merge');
    await seeSaved('Saved, merged with what another person has saved.');
    expect((await stored()).content).toBe(lines({ 2: 'Mine', 5: 'Theirs too', 8: 'Third' }));
  });

  it('merges unsaved work that this browser kept over a reload', async () => {
    await write('Content', lines({ 2: 'Mine' }));
    await page.waitForFunction((key) => localStorage.getItem(key)?.includes('Mine'), looks, `platen-draft ${id}`);
    await api('PATCH', `/${id}`, { content: lines({ 8: 'Theirs' }) });
    await page.reload();
    await hands.press('Save');
    await seeSaved('Saved, merged with what another person has saved.');
    expect((await stored()).content).toBe(lines({ 2: 'Mine', 8: 'Theirs' }));
  });

  it('shows every difference if the browser kept work without what it started from', async () => {
    const draft = { etag: '"old"', content: lines({ 2: 'Mine' }), context: '{"total": 1, "deep": {"a": 1}}' };
    await page.evaluate((key, text) => localStorage.setItem(key, text), `platen-draft ${id}`, JSON.stringify(draft));
    await page.reload();
    await hands.press('Save');
    await see(page, 'Content, line 2');
    await choose(1, 'Keep mine');
    await hands.press('Save the merge');
    await seeSaved('Saved.');
    expect((await stored()).content).toBe(lines({ 2: 'Mine' }));
  });

  it('names the templates that a partial touches', async () => {
    const partial = { name: 'Head', slug: `partials/head-${id}`, content: lines() };
    const head = (await api('POST', '', partial)).json().data.id;
    await api('PATCH', `/${id}`, { name: 'Invoice', content: `{% render "partials/head-${id}" %}` });
    await show(page, `${dashboard.url}/dashboard/${account}/templates/${head}`);
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Head', looks);
    await write('Content', lines({ 2: 'Mine' }));
    await api('PATCH', `/${head}`, { content: lines({ 2: 'Theirs' }) });
    await hands.press('Save');
    await see(page, 'Templates that use it: letter');
    await hands.press('Cancel');
  });

  it('keeps the line breaks of Windows, and the place of the caret', async () => {
    await api('PATCH', `/${id}`, { content: lines().replaceAll('\n', '\r\n') });
    await page.reload();
    await page.waitForFunction(
      () => document.querySelector('.code-editor')?.shadowRoot?.querySelector('.cm-line'),
      looks,
    );
    await hands.enterEditor('Content');
    await page.keyboard.down('Control');
    await page.keyboard.press('End');
    await page.keyboard.up('Control');
    await page.keyboard.type('mine');
    await api('PATCH', `/${id}`, { content: lines({ 2: 'Theirs' }).replaceAll('\n', '\r\n') });
    await page.keyboard.down('Control');
    await page.keyboard.press('s');
    await page.keyboard.up('Control');
    await seeSaved('Saved, merged');
    await page.keyboard.type(' again');
    await hands.press('Save');
    await seeSaved('Saved.');
    expect((await stored()).content).toBe(`${lines({ 2: 'Theirs' })}mine again`.replaceAll('\n', '\r\n'));
  });

  it('renames the template, and merges their lines with the next save', async () => {
    await write('Content', lines({ 2: 'Mine' }));
    await api('PATCH', `/${id}`, { content: lines({ 8: 'Theirs' }) });
    await hands.pick('Actions for this template', 'Rename…');
    await hands.fill('Name', 'Renamed');
    await hands.press('Rename');
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Renamed', looks);
    await page.waitForFunction(() => !document.querySelector('dialog[open]'), looks);
    await hands.press('Save');
    await seeSaved('Saved, merged');
    expect(await stored()).toMatchObject({ name: 'Renamed', content: lines({ 2: 'Mine', 8: 'Theirs' }) });
  });

  it('breaks no rule of the page', () => expect(complaints).toEqual([]));
});
