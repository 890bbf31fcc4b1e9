import type { Browser, HTTPRequest, KeyInput, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeHome, type TestHome } from '../../helpers/run-cli.ts';
import { type RunningCommand, startCommand } from '../../helpers/start-command.ts';
import { openBrowser } from '../open-browser.ts';
import { looks, openMouse } from './hands.ts';

let home: TestHome;
let dashboard: RunningCommand;
let browser: Browser;
let page: Page;

const sees = (words: string, target = page) =>
  target.waitForFunction((wanted: string) => document.body.textContent?.includes(wanted), looks, words);

beforeAll(async () => {
  home = makeHome();
  dashboard = await startCommand(['dashboard', '--no-open', '--json'], home, /"url": "(.*)"/);
  browser = await openBrowser();
  page = await browser.newPage();
});
afterAll(async () => {
  await browser?.close();
  await dashboard?.stop();
  home?.remove();
});

it('lets one browser of this machine in, to an edited template with its PDF beside it', {
  timeout: 60_000,
}, async () => {
  await page.goto(dashboard.found);
  await sees('No template yet');
  expect(page.url()).not.toContain('#');
  const hands = openMouse(page);
  await hands.press('New template');
  await hands.fill('Name', 'Mine');
  await hands.press('Make the template');
  await page.waitForFunction(() => document.querySelector('.words')?.textContent?.includes('A new page'), looks);
  await hands.press('Values');
  await hands.enterEditor('Preview values');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.press('Delete');
  await page.keyboard.sendCharacter('{"title": "My own page"}');
  await page.waitForFunction(() => document.querySelector('.words')?.textContent?.includes('My own page'), looks);
});

it('has the focus on the tab that is chosen, where a dialog begins with tabs', async () => {
  await openMouse(page).pick('Actions for this template', 'Use it…');
  await page.waitForSelector('dialog [role=tab]:focus');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('dialog [role=tab]:nth-child(2)[aria-selected=true]:focus');
  await page.keyboard.press('Escape');
});

it('stays open over a reload, and has nobody to sign out', { timeout: 30_000 }, async () => {
  await page.goto(new URL('/dashboard/', dashboard.found).href);
  await sees('Mine');
  await page.click('.person .menu button');
  expect(await page.$$eval('[role^=menuitem]', (rows) => rows.map((row) => row.textContent))).not.toContain('Sign out');
  await page.keyboard.press('Escape');
});

it('has the focus in a menu as soon as that is there, before the next key can come', async () => {
  const focused = await page.$eval('.person .menu button', (button) => {
    const { promise, resolve } = Promise.withResolvers<string | null | undefined>();
    const look = new MutationObserver(() => resolve(document.activeElement?.role));
    look.observe(document.body, { childList: true, subtree: true });
    button.click();
    return promise;
  });
  expect(focused).toMatch(/^menuitem/);
});

it('is walked in a menu by the arrows, Home and End, and left by Escape and Tab', async () => {
  const button = await page.waitForSelector('.person .menu button[aria-expanded=true]');
  const rows = await page.$$eval('.person [role^=menuitem]', (all) => all.map((row) => row.textContent));
  expect(rows.length).toBeGreaterThan(2);
  const press = async (key: KeyInput) => {
    await page.keyboard.press(key);
    return page.evaluate(() => document.activeElement?.textContent);
  };
  expect(await press('ArrowDown')).toBe(rows[1]);
  expect(await press('Home')).toBe(rows[0]);
  expect(await press('ArrowUp')).toBe(rows.at(-1));
  expect(await press('ArrowDown')).toBe(rows[0]);
  expect(await press('End')).toBe(rows.at(-1));
  const isOpen = () => button?.evaluate((one) => one.ariaExpanded);
  const isFocused = () => button?.evaluate((one) => one === document.activeElement);
  await press('Escape');
  expect([await isOpen(), await isFocused()]).toEqual(['false', true]);
  // Closed, it leaves the keys to the page.
  await press('ArrowDown');
  expect([await isOpen(), await isFocused()]).toEqual(['false', true]);
  await press('Enter');
  expect(await isOpen()).toBe('true');
  await press('Tab');
  expect([await isOpen(), await isFocused()]).toEqual(['false', false]);
});

it('keeps out a second browser with the same ticket, and says what to do', { timeout: 30_000 }, async () => {
  const context = await browser.createBrowserContext();
  const second = await context.newPage();
  await second.goto(dashboard.found);
  await sees('Open the dashboard again', second);
  await sees('platen dashboard', second);
  await context.close();
});

/** Has requests of the page to an address answered by hand, for a test; the others go on. */
async function answerByHand(path: string, answer: (request: HTTPRequest, query: URLSearchParams) => void) {
  const handle = (request: HTTPRequest) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === path) answer(request, searchParams);
    else void request.continue();
  };
  page.on('request', handle);
  await page.setRequestInterception(true);
  onTestFinished(async () => {
    page.off('request', handle);
    await page.setRequestInterception(false);
  });
}

const json = (body: object) => ({ contentType: 'application/json', body: JSON.stringify(body) });

it('shows no page of a list that was left meanwhile', { timeout: 30_000 }, async () => {
  const list = (name: string, next: string | null) => {
    const times = { inserted_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };
    const place = { slug: name.toLowerCase(), folder: '', tags: [], kind: 'template', revision: 1, live: null };
    const entry = { id: name, name, ...place, ...times, updated_by: null, etag: '"1"' };
    return json({ data: [entry], page: { next }, total: 2, folders: [] });
  };
  let late: HTTPRequest | undefined;
  await answerByHand('/api/dashboard/templates', (request, query) => {
    if (query.has('after')) late = request;
    else void request.respond(query.get('search') === 'Second' ? list('Second', null) : list('First', 'more'));
  });
  await page.goto(new URL('/dashboard/', dashboard.found).href);
  const isOver = new Promise<void>((resolve) => {
    const note = (request: HTTPRequest) => request === late && resolve();
    page.on('requestfinished', note).on('requestfailed', note);
  });
  const hands = openMouse(page);
  await hands.press('Show more');
  await hands.fill('Search the templates by name', 'Second');
  await page.waitForFunction(() => document.querySelector('.cards strong')?.textContent === 'Second', looks);
  // Refused where the page waits for it no more.
  await late?.respond(list('Third', null)).catch(() => undefined);
  await isOver;
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
  expect(await page.$$eval('.cards strong', (names) => names.map((name) => name.textContent))).toEqual(['Second']);
});

it('sends a form once, however often it is sent before the answer', { timeout: 30_000 }, async () => {
  const sent: HTTPRequest[] = [];
  const { promise: first, resolve } = Promise.withResolvers<HTTPRequest>();
  await answerByHand('/api/v1/templates', (request) => {
    sent.push(request);
    resolve(request);
  });
  const hands = openMouse(page);
  await hands.press('New template');
  await hands.fill('Name', 'Twice');
  await page.$eval('dialog form', (form) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await (await first).respond({ status: 503, ...json({ title: 'Not now' }) });
  await page.waitForFunction(() => document.querySelector('dialog .said.bad')?.textContent === 'Not now', looks);
  expect(sent).toHaveLength(1);
});
