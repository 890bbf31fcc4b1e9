import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeHome, type TestHome } from '../../helpers/run-cli.ts';
import { type RunningCommand, startCommand } from '../../helpers/start-command.ts';
import { openBrowser } from '../open-browser.ts';
import { openMouse } from './hands.ts';

let home: TestHome;
let dashboard: RunningCommand;
let browser: Browser;
let page: Page;

const sees = (words: string, target = page) =>
  target.waitForFunction((wanted: string) => document.body.textContent?.includes(wanted), {}, words);

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
  await page.waitForFunction(() => document.querySelector('.words')?.textContent?.includes('A new page'));
  await hands.press('Values');
  await hands.enterEditor('Preview values');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.press('Delete');
  await page.keyboard.sendCharacter('{"title": "My own page"}');
  await page.waitForFunction(() => document.querySelector('.words')?.textContent?.includes('My own page'));
});

it('stays open over a reload, and has nobody to sign out', { timeout: 30_000 }, async () => {
  await page.goto(new URL('/dashboard/', dashboard.found).href);
  await sees('Mine');
  await page.click('.person .menu button');
  expect(await page.$$eval('[role^=menuitem]', (rows) => rows.map((row) => row.textContent))).not.toContain('Sign out');
});

it('keeps out a second browser with the same ticket, and says what to do', { timeout: 30_000 }, async () => {
  const context = await browser.createBrowserContext();
  const second = await context.newPage();
  await second.goto(dashboard.found);
  await sees('Open the dashboard again', second);
  await sees('platen dashboard', second);
  await context.close();
});
