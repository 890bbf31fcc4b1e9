import type { HTTPRequest, Page } from 'puppeteer-core';
import { beforeAll, expect, it, vi } from 'vitest';
import { callService } from '../../helpers/call-service.ts';
import { looks, openMouse, see, show } from './hands.ts';
import { password, serveDashboard, type Window } from './served-dashboard.ts';

const dashboard = serveDashboard();
let viewer: Window;
let editor: Window;

beforeAll(async () => {
  viewer = await dashboard.openSignedIn('viewer@example.com', 'viewer', 'account');
  editor = await dashboard.openSignedIn('editor@example.com', 'editor', 'account');
});

const goTo = ({ page }: Window, path: string) => show(page, `/dashboard/acme/${path}`);
/** The page of the editor at a new template with a content. */
async function edit(content: string): Promise<Page> {
  const id = await storeTemplate(content);
  await editor.page.bringToFront();
  await goTo(editor, `templates/${id}`);
  return editor.page;
}

async function storeTemplate(content: string): Promise<string> {
  const key = await dashboard.makeKey('acme');
  const body = { template: { name: 'Letter', content } };
  const stored = await callService(dashboard.url, { key, method: 'POST', path: '/api/v1/templates', body });
  return stored.json().data.id;
}

/** What a fetch from the page answers. */
const ask = (page: Page, method: string, path: string, body: object) =>
  page.evaluate(
    async (how: string, where: string, json: string) =>
      (await fetch(where, { method: how, headers: { 'content-type': 'application/json' }, body: json })).status,
    method,
    path,
    JSON.stringify(body),
  );

it('lets a viewer look, and neither offers nor takes a change', { timeout: 60_000 }, async () => {
  const id = await storeTemplate('<p>Dear {{ name }}');
  const { page } = viewer;
  await page.bringToFront();
  await goTo(viewer, 'templates');
  await page.waitForSelector('.cards');
  const words = await page.evaluate(() => document.body.textContent);
  expect(words).not.toContain('New template');
  await goTo(viewer, `templates/${id}`);
  await page.waitForSelector('canvas');
  expect(await page.$$eval('.editor-bar button.strong', (found) => found.length)).toBe(0);
  await goTo(viewer, 'keys');
  await see(page, 'Keys are made by admins');
  expect(await ask(page, 'PATCH', `/api/v1/templates/${id}`, { template: { name: 'Mine' } })).toBe(403);
  expect(await ask(page, 'POST', '/api/v1/keys', { key: { name: 'mine' } })).toBe(403);
});

it('shows what is rendered in the background, and lets editors alone cancel it', { timeout: 90_000 }, async () => {
  const key = await dashboard.makeKey('acme');
  const submit = (job: object, more: object = {}) =>
    callService(dashboard.url, {
      ...{ key, method: 'POST', path: '/api/v1/renderers/pdf', headers: { prefer: 'respond-async' } },
      body: { parts: { html: '<p>Later' }, job, ...more },
    });
  await submit({ start_at: new Date(Date.now() + 3_600_000).toISOString() });
  const buttons = (page: Page) => page.$$eval('main td button', (found) => found.map((one) => one.textContent));

  await goTo(viewer, 'renders');
  await see(viewer.page, 'starts in');
  expect(await buttons(viewer.page)).toEqual([]);
  expect(await viewer.page.$$eval('main section thead th', (heads) => heads.at(-1)?.textContent)).toBe('Pages');

  const { page, complaints } = editor;
  await page.bringToFront();
  await goTo(editor, 'renders');
  const hands = openMouse(page);
  await see(page, 'starts in');
  expect(await buttons(page)).toEqual(['Cancel']);
  await hands.press('Cancel');
  await hands.press('Cancel the render');
  await see(page, 'Nothing waits or runs.');
  // The other window is told by nobody: it looks by itself.
  await viewer.page.bringToFront();
  await see(viewer.page, 'Nothing waits or runs.');
  await page.bringToFront();
  await hands.choose('Renders in the background', 'c', 'cancelled');
  await page.waitForFunction(() => document.querySelector('.tag.idle')?.textContent === 'cancelled', looks);

  await submit({}, { parts: [{ html: '<p>Printed' }, { url: 'http://127.0.0.1:1/' }] });
  await submit({}, { metadata: { title: 'Letter to Ada' } });
  await hands.choose('Renders in the background', 'd', 'done');
  await see(page, 'Letter to Ada');
  const pdf = await page.waitForSelector('main td a[download]');
  const bytes = await pdf?.evaluate(async (link) => (await fetch(link.href)).text());
  expect(bytes).toMatch(/^%PDF-/);
  await hands.choose('Renders in the background', 'f', 'failed');
  await page.waitForSelector('.tag.bad + .why');
  // Pages of the parts that were printed make no PDF.
  expect(await page.$eval('main section td.number', (cell) => cell.textContent)).toBe('–');
  expect(complaints).toEqual([]);
});

it('names the template of a render while it is there', { timeout: 60_000 }, async () => {
  const id = await storeTemplate('<p>Named');
  const key = await dashboard.makeKey('acme');
  const call = (method: string, path: string, body?: object) => callService(dashboard.url, { key, method, path, body });
  await call('POST', '/api/v1/renderers/pdf', { parts: { template: id } });
  const { page } = editor;
  await page.bringToFront();
  const list = (template: string) =>
    fetch(`/api/dashboard/renders?template=${template}`).then(async (answer) => (await answer.json()).data);
  // Renders are noted in the background.
  const [render] = await vi.waitUntil(
    async () => (await page.evaluate(list, id)).length > 0 && page.evaluate(list, id),
    {
      timeout: 20_000,
    },
  );
  await goTo(editor, `renders/${render.id}`);
  await page.waitForFunction(() => document.querySelector('.facts-list a')?.textContent === 'Letter', looks);
  await call('DELETE', `/api/v1/templates/${id}`);
  await page.reload();
  await see(page, 'a template that is not there');
});

it('runs nothing of a template in its own origin', { timeout: 60_000 }, async () => {
  const script = 'window.ran = true; parent.ran = true; document.title = "ran"; localStorage.setItem("ran", "yes")';
  const page = await edit(`<img src=x onerror='${script}'><script>${script}</script><p>Drawn`);
  await page.waitForFunction(() => document.querySelector('.words')?.textContent?.includes('Drawn'), looks);
  expect(await page.evaluate(() => ['ran' in window, localStorage.getItem('ran')])).toEqual([false, null]);
  expect(await page.title()).toBe('Letter – platen');
  expect(await page.$$eval('iframe, object, embed', (found) => found.length)).toBe(0);
  expect(editor.complaints).toEqual([]);
});

it('tells every error at its line, and then what does not fit the values', { timeout: 60_000 }, async () => {
  const page = await edit('<p>{{ name | upcse }}\n<p>x\n<p>{{ name | mony }}');
  const hands = openMouse(page);
  await see(page, 'There is no filter "upcse"');
  await see(page, '1 more error');
  await page.click('#warnings summary');
  await hands.press('Content:3');
  const findIn = (selector: string) =>
    page.evaluate((wanted) => {
      const editor = document.querySelector('#content-editor')?.shadowRoot;
      return [...(editor?.querySelectorAll<HTMLElement>(wanted) ?? [])].map(({ textContent }) => textContent);
    }, selector);
  await vi.waitFor(async () => expect(await findIn('.cm-activeLine')).toEqual(['<p>{{ name | mony }}']));
  expect(await findIn('.cm-lintRange-error')).toHaveLength(2);
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.sendCharacter('<html lang="en"><title>T</title><p>{{ nme }}');
  await see(page, 'nme is not in the preview context');
  await see(page, '1 warning');
});

it('keeps every key of somebody who types fast, and draws what was typed last', {
  timeout: 60_000,
}, async () => {
  const page = await edit('');
  await page.waitForFunction(() => document.querySelector('.code-editor')?.shadowRoot?.querySelector('.cm-content'));
  await openMouse(page).enterEditor('Content');
  const text = 'The quick brown fox jumps over it.';
  await page.keyboard.type(text);
  const written = () => document.querySelector('.code-editor')?.shadowRoot?.querySelector('.cm-line')?.textContent;
  expect(await page.evaluate(written)).toBe(text);
  await page.waitForFunction((wanted: string) => document.querySelector('.words')?.textContent === wanted, looks, text);
  expect(await page.evaluate(written)).toBe(text);
});

it('takes no harm where somebody leaves a template before the code that draws its PDF has come', {
  timeout: 60_000,
}, async () => {
  const id = await storeTemplate('<p>Left');
  const { page, complaints } = viewer;
  await page.bringToFront();
  await page.goto(`${dashboard.url}/dashboard/acme/account`);
  await page.setRequestInterception(true);
  const asked = new Promise<HTTPRequest>((resolve) => {
    page.on('request', (request) => (/page-stage/.test(request.url()) ? resolve(request) : request.continue()));
  });
  await show(page, `/dashboard/acme/templates/${id}`);
  const code = await asked;
  await show(page, '/dashboard/acme/account');
  await page.waitForFunction(() => !document.querySelector('#stage'), looks);
  await code.continue();
  // The browser reports what nobody handled in a separate turn.
  await page.evaluate(
    `import(${JSON.stringify(code.url())}).then(() => new Promise((resolve) => setTimeout(resolve)))`,
  );
  expect(complaints).toEqual([]);
});

it('leaves no unsaved work to the next person at the same browser', { timeout: 90_000 }, async () => {
  await dashboard.makePerson('next@example.com', 'editor');
  const page = await edit('<p>Dear {{ name }}');
  const hands = openMouse(page);
  const { pathname } = new URL(page.url());
  const draft = expect.stringContaining(pathname.split('/').at(-1) ?? '');
  const listDrafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')));
  const write = async () => {
    await hands.enterEditor('Content');
    await page.keyboard.type('Secret ');
    await page.waitForFunction(() => document.title.startsWith('•'));
    expect(await listDrafts()).toContainEqual(draft);
  };
  await write();
  await page
    .browserContext()
    .deleteMatchingCookies({ name: `platen-${new URL(dashboard.url).port}`, url: dashboard.url });
  await page.goto(`${dashboard.url}/dashboard/acme/account`);
  expect(await listDrafts()).toContainEqual(draft);
  await hands.fill('Email', 'next@example.com');
  await hands.fill('Password', password);
  await hands.press('Sign in');
  await see(page, 'Sign out everywhere');
  expect(await listDrafts()).toEqual([]);
  await show(page, pathname);
  await write();
  await hands.pick('next@example.com, platen', 'Sign out');
  await page.waitForFunction(() => document.body.textContent?.includes('Unsaved work on 1 template is discarded.'));
  await hands.press('Sign out');
  await page.waitForSelector('.door');
  expect(await listDrafts()).toEqual([]);
});

it('links to the documentation of the API', { timeout: 30_000 }, async () => {
  const { page } = viewer;
  await page.bringToFront();
  await goTo(viewer, 'templates');
  const href = await page.$eval('a.docs', (link) => (link as HTMLAnchorElement).href);
  expect(href).toBe(`${dashboard.url}/docs`);
});
