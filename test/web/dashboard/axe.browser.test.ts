import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { callService } from '../../helpers/call-service.ts';
import { expectNoFlaws } from './flaws.ts';
import { type Hands, looks, openMouse, see, show } from './hands.ts';
import { serveDashboard } from './served-dashboard.ts';

const dashboard = serveDashboard();
let page: Page;
let hands: Hands;
let key: string;
/** What lets somebody in whose address is longer than most columns. */
let link: string;
let template: string;
let render: string;

/** What a render of the log shows. */
const parts = [{ html: '<h1>Hello</h1><img src="gone.png" alt="">' }];

beforeAll(async () => {
  key = await dashboard.makeKey('acme');
  link = await dashboard.invite(
    'eve.with.many.names.and.a.title@department.of.engineering.example.com',
    '--account',
    'acme',
  );
  const post = (path: string, body: object) => callService(dashboard.url, { key, method: 'POST', path, body });
  const content = '<!doctype html><html lang="en"><title>T</title><h1>{{ title }}</h1>';
  const stored = await post('/api/v1/templates', {
    template: { name: 'Letter', content, preview_context: { title: 'Dear Ada' } },
  });
  template = stored.json().data.id;
  await post('/api/v1/renderers/pdf', { parts });
  const long = await post('/api/v1/templates', { template: { name: 'Quarterly'.repeat(14), content } });
  await post('/api/v1/renderers/pdf', { parts: { template: long.json().data.id } });
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
  await goTo(path());
  await page.waitForSelector(sign);
  await expectNoFlaws(page, name);
});

/** Something that opens: its name, what is there then, how it is opened, and how it is ended. Default: Escape. */
type Step = [name: string, sign: string, open: () => Promise<unknown>, end?: () => Promise<unknown>];

/** What opens in each view, in turn. Where it does something, that is done. */
const opened: [view: string, path: () => string, steps: Step[]][] = [
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
      ['a key that is shown', '#key', makeShownKey],
      // Escape has asked it.
      ['the question to close', 'dialog:not(:has(#key))', async () => {}, keepOpen],
      ['the dialog to rotate', 'dialog', () => hands.pick('Actions for shown', 'Rotate…'), rotateKey],
      ['the question to retire', 'dialog', () => hands.pick('Actions for shown', 'Retire…'), retireKey],
    ],
  ],
  ['the renders', () => 'renders', [['the question to cancel', 'dialog', () => hands.press('Cancel')]]],
  [
    'the editor',
    () => `templates/${template}`,
    [
      ['the menu of the template', '[role=menu]', () => hands.press('Actions for this template')],
      ['the dialog to rename', 'dialog', () => hands.pick('Actions for this template', 'Rename…'), rename],
      ['the lines of code', 'dialog', () => hands.pick('Actions for this template', 'Use it…')],
      ['the page options', '[role=tabpanel] select', () => hands.press('Page options')],
      ['the history', '.history li', () => hands.press('History'), async () => {}],
      ['a revision beside the editor', 'dialog .buttons', () => hands.press('Compare revision 1')],
      ['errors in the text', '#error:not([hidden])', makeErrors],
      ['both sides of a conflict', '.conflicts', makeConflict, saveMine],
      ['the question to delete', 'dialog', askToDeleteCopy, deleteCopy],
    ],
  ],
  [
    'the account',
    () => 'account',
    [
      ['the dialog to add a person', 'dialog', () => hands.press('Add a person')],
      ['a link', '.secret', addPerson],
      ['the menu of a person', '[role=menu]', () => hands.press('Actions for bob@example.com')],
      ['the question to remove', 'dialog', () => hands.pick('Actions for bob@example.com', 'Remove…'), removePerson],
      ['the question to sign out', 'dialog', () => hands.press('Sign out everywhere'), signOutEverywhere],
      ['the page to sign in', 'input[name=email]', async () => {}],
    ],
  ],
];

it.each(opened)(
  'what opens in %s can be used by everybody, by a mouse too',
  {
    timeout: 120_000,
  },
  async (_view, path, steps) => {
    await goTo(path());
    for (const [name, sign, open, end = () => page.keyboard.press('Escape')] of steps) {
      await open();
      await page.waitForSelector(sign);
      await expectNoFlaws(page, name);
      await end();
    }
  },
);

it('links can be used by everybody', { timeout: 60_000 }, async () => {
  await page.goto(link);
  await page.waitForSelector('input[name=again]');
  await expectNoFlaws(page, 'a link to set a password');
  await page.goto(`${dashboard.url}/dashboard/?x#link=${'A'.repeat(43)}`);
  await page.waitForSelector('[role=alert]');
  await expectNoFlaws(page, 'a link that does not work any more');
});

const goTo = (path: string) => show(page, `/dashboard/acme/${path}`);

async function makeShownKey(): Promise<void> {
  await hands.press('New key');
  await hands.fill('Name', 'shown');
  await hands.press('Make the key');
}

async function keepOpen(): Promise<void> {
  await hands.press('Cancel');
  await copyShownKey();
}

async function copyShownKey(): Promise<void> {
  await hands.press('Copy the key');
  await see(page, 'Copied');
  await hands.press('Done');
}

async function rotateKey(): Promise<void> {
  await hands.choose('The old key ends', 'at', '0');
  await hands.press('Make the new key');
  await page.waitForSelector('#key');
  await copyShownKey();
}

async function retireKey(): Promise<void> {
  await hands.press('Retire the key');
  await see(page, 'shown is retired.');
}

async function rename(): Promise<void> {
  await hands.fill('Name', 'Letter to all');
  await hands.press('Rename');
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Letter to all', looks);
  await page.waitForFunction(() => !document.querySelector('dialog[open]'), looks);
}

async function saveMine(): Promise<void> {
  await hands.press('Keep mine');
  await hands.press('Save the merge');
  await see(page, 'Saved.');
}

async function askToDeleteCopy(): Promise<void> {
  await hands.pick('Actions for this template', 'Duplicate');
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Copy of Letter to all', looks);
  await hands.pick('Actions for this template', 'Delete…');
}

async function deleteCopy(): Promise<void> {
  await hands.press('Delete the template');
  await see(page, 'Copy of Letter to all is deleted.');
}

async function removePerson(): Promise<void> {
  await hands.press('Remove');
  await see(page, 'bob@example.com is removed.');
  // The row that goes moves what is below it, which is pressed next.
  await page.waitForFunction(() => !document.querySelector('[aria-label="Actions for bob@example.com"]'), looks);
}

async function signOutEverywhere(): Promise<void> {
  await hands.press('Sign out everywhere');
  await see(page, 'Sign in to platen');
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
  await page.waitForFunction(() => document.querySelector('#warnings')?.textContent?.includes('more error'), looks);
  await page.$eval('#warnings', (list) => list.setAttribute('open', ''));
}

/** The id of the render that failed; throws while it is not noted. */
async function findRender(target: Page): Promise<string> {
  const list = () => fetch('/api/dashboard/renders?outcome=failed').then((answer) => answer.json());
  const { data } = await target.evaluate(list);
  expect(data).toHaveLength(1);
  return data[0].id;
}
