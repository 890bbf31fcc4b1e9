import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { callService } from '../../helpers/call-service.ts';
import { type Hands, openMouse } from './hands.ts';
import { serveDashboard } from './served-dashboard.ts';

const dashboard = serveDashboard();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let page: Page;
let hands: Hands;
let key: string;
let template: string;
let render: string;

/** What a render of the log shows. */
const parts = [{ html: '<h1>Hello</h1><img src="gone.png" alt="">' }];

beforeAll(async () => {
  key = await dashboard.makeKey('acme');
  const post = (path: string, body: object) => callService(dashboard.url, { key, method: 'POST', path, body });
  const content = '<!doctype html><html lang="en"><title>T</title><h1>{{ title }}</h1>';
  const stored = await post('/api/v1/templates', {
    template: { name: 'Letter', content, preview_context: { title: 'Dear Ada' } },
  });
  template = stored.json().data.id;
  await post('/api/v1/renderers/pdf', { parts });
  await post('/api/v1/renderers/pdf', { parts: [{ html: '' }, { template: '0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2b' }] });
  const job = { start_at: new Date(Date.now() + 3_600_000).toISOString() };
  const later = { key, method: 'POST', path: '/api/v1/renderers/pdf', headers: { prefer: 'respond-async' } };
  await callService(dashboard.url, { ...later, body: { parts, job } });
  ({ page } = await dashboard.openSignedIn('ada@example.com', 'admin', 'templates'));
  hands = openMouse(page);
  // Renders are noted in the background.
  render = await vi.waitFor(() => findRender(page), { timeout: 20_000 });
}, 60_000);
afterAll(() => page?.browserContext().close());

/** Each view with something on it that must be there first. */
const views: [name: string, path: () => string, sign: string][] = [
  ['the templates', () => 'templates', '.cards'],
  ['a new template', () => 'templates?new=yes', 'dialog input'],
  ['a search without result', () => 'templates?search=nothing', '.empty'],
  ['the editor', () => `templates/${template}`, 'canvas'],
  ['the keys', () => 'keys', 'table'],
  ['a new key', () => 'keys?new=yes', 'dialog input'],
  ['the renders', () => 'renders', 'section:has(table) ~ table'],
  ['a render', () => `renders/${render}`, '.facts-list'],
  ['the usage', () => 'usage', '.quotas'],
  ['the account', () => 'account', 'table'],
  ['a template that is gone', () => 'templates/0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2b', '.empty'],
  ['an address without a view', () => 'nothing', '.empty'],
];

it.each(views)('%s can be used by everybody', { timeout: 60_000 }, async (name, path, sign) => {
  await page.goto(`${dashboard.url}/dashboard/acme/${path()}`);
  await page.waitForSelector(sign);
  await expectNoFlaws(page, name);
});

/** What opens in each view, in turn: how it is opened, and what is there then. Escape closes it. */
const opened: [
  view: string,
  path: () => string,
  steps: [name: string, sign: string, open: () => Promise<unknown>][],
][] = [
  [
    'the templates',
    () => 'templates',
    [
      ['the menu of the person', '[role=menu]', () => hands.press('ada@example.com, platen')],
      ['the command menu', '[role=listbox]', () => hands.press('Go to…')],
    ],
  ],
  [
    'the keys',
    () => 'keys',
    [
      ['the menu of a key', '[role=menu]', () => hands.press('Actions for ci')],
      ['the dialog to rotate', 'dialog', () => hands.pick('Actions for ci', 'Rotate…')],
      ['the question to retire', 'dialog', () => hands.pick('Actions for ci', 'Retire…')],
      ['a key that is shown', '#key', makeShownKey],
      // Escape has asked it.
      ['the question to close', 'dialog:not(:has(#key))', async () => {}],
    ],
  ],
  ['the renders', () => 'renders', [['the question to cancel', 'dialog', () => hands.press('Cancel')]]],
  [
    'the editor',
    () => `templates/${template}`,
    [
      ['the menu of the template', '[role=menu]', () => hands.press('Actions for this template')],
      ['the dialog to rename', 'dialog', () => hands.pick('Actions for this template', 'Rename…')],
      ['the lines of code', 'dialog', () => hands.pick('Actions for this template', 'Use it…')],
      ['the question to delete', 'dialog', () => hands.pick('Actions for this template', 'Delete…')],
      ['the page options', '[role=tabpanel] select', () => hands.press('Page options')],
      ['both sides of a conflict', '.merge', makeConflict],
      ['errors in the text', '#error:not([hidden])', makeErrors],
    ],
  ],
  [
    'the account',
    () => 'account',
    [
      ['the dialog to add a person', 'dialog', () => hands.press('Add a person')],
      ['a link', '.secret', addPerson],
      ['the menu of a person', '[role=menu]', () => hands.press('Actions for bob@example.com')],
      ['the question to remove', 'dialog', () => hands.pick('Actions for bob@example.com', 'Remove…')],
      ['the question to sign out', 'dialog', () => hands.press('Sign out everywhere')],
    ],
  ],
];

it.each(opened)('what opens in %s can be used by everybody', { timeout: 120_000 }, async (_view, path, steps) => {
  await page.setViewport({ width: 1280, height: 860 });
  await page.goto(`${dashboard.url}/dashboard/acme/${path()}`);
  for (const [name, sign, open] of steps) {
    await open();
    await page.waitForSelector(sign);
    await expectNoFlaws(page, name);
    await page.keyboard.press('Escape');
  }
});

it('the pages before somebody is signed in can be used by everybody', { timeout: 60_000 }, async () => {
  const link = await dashboard.invite('eve@example.com', '--account', 'acme');
  const window = await dashboard.openWindow(link);
  await window.page.waitForSelector('input[name=again]');
  await expectNoFlaws(window.page, 'a link to set a password');
  await window.page.goto(`${dashboard.url}/dashboard/`);
  await window.page.waitForSelector('input[name=email]');
  await expectNoFlaws(window.page, 'the page to sign in');
  await window.page.goto(`${dashboard.url}/dashboard/?x#link=${'A'.repeat(43)}`);
  await window.page.waitForSelector('[role=alert]');
  await expectNoFlaws(window.page, 'a link that does not work any more');
  await window.context.close();
});

async function makeShownKey(): Promise<void> {
  await hands.press('New key');
  await hands.fill('Name', 'shown');
  await hands.press('Make the key');
}

async function addPerson(): Promise<void> {
  await hands.press('Add a person');
  await hands.fill('Email', 'bob@example.com');
  await hands.press('Add');
}

async function writeContent(text: string): Promise<void> {
  await hands.press('Content');
  await hands.enterEditor('Content');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.sendCharacter(text);
}

async function makeConflict(): Promise<void> {
  await writeContent('<p>Mine');
  const change = { template: { content: '<p>Theirs' } };
  await callService(dashboard.url, { key, method: 'PATCH', path: `/api/v1/templates/${template}`, body: change });
  await hands.press('Save');
}

async function makeErrors(): Promise<void> {
  await writeContent('<p>{{ a | upcse }}\n{{ a | mony }}');
  await page.waitForFunction(() => document.querySelector('#warnings')?.textContent?.includes('more error'));
  await page.$eval('#warnings', (list) => list.setAttribute('open', ''));
}

let checked = 0;

/**
 * Checks what is seen in a wide window, light and dark, and in a narrow one, by turns light or dark: what only narrow ones have is in
 * many views.
 */
async function expectNoFlaws(target: Page, name: string): Promise<void> {
  checked += 1;
  // What axe-core reads must not change meanwhile.
  await target.waitForFunction(() => !document.querySelector('.light.busy'));
  await expectNoFlawsIn(target, name, { width: 1280, scheme: 'light' });
  await expectNoFlawsIn(target, name, { width: 1280, scheme: 'dark', rules: ['color-contrast', 'link-in-text-block'] });
  await expectNoFlawsIn(target, name, { width: 390, scheme: checked % 2 === 0 ? 'light' : 'dark' });
  await target.setViewport({ width: 1280, height: 860 });
}

/** How a view is looked at. Default of `rules`: all. In the dark after the light only colours are others. */
interface Look {
  width: number;
  scheme: 'light' | 'dark';
  rules?: string[];
}

async function expectNoFlawsIn(target: Page, name: string, { width, scheme, rules }: Look): Promise<void> {
  if (target.viewport()?.width !== width) await target.setViewport({ width, height: 860 });
  await target.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  // axe-core throws where an element goes away while it reads.
  const flaws = await vi.waitFor(() => findFlaws(target, rules), { timeout: 10_000 });
  expect([name, width, scheme, flaws]).toEqual([name, width, scheme, []]);
  const overflow = await target.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect([name, width, Math.max(0, overflow)]).toEqual([name, width, 0]);
}

/** The id of the render that failed; throws while it is not noted. */
async function findRender(target: Page): Promise<string> {
  const list = () => fetch('/api/dashboard/renders?outcome=failed').then((answer) => answer.json());
  const { data } = await target.evaluate(list);
  expect(data).toHaveLength(1);
  return data[0].id;
}

/** What axe-core finds by all or some of its rules, with the place of each. */
async function findFlaws(target: Page, rules?: string[]): Promise<string[]> {
  if (!(await target.evaluate(() => 'axe' in globalThis))) await target.evaluate(axe);
  // Else it also describes all that it finds fault with nowhere.
  const options = JSON.stringify({ ...(rules && { runOnly: rules }), resultTypes: ['violations'], preload: false });
  return target.evaluate(
    `axe.run(${options}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target.join(' '))))`,
  ) as Promise<string[]>;
}
