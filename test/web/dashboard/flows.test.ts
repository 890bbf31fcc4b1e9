import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { callService } from '../../helpers/call-service.ts';
import { type Hands, openKeyboard, openMouse } from './hands.ts';
import { password, serveDashboard } from './served-dashboard.ts';

const dashboard = serveDashboard();

/** Waits until the page shows some words. */
async function see(page: Page, words: string): Promise<void> {
  const shown = page.waitForFunction(
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not seen
    (wanted: string) => document.body.innerText.includes(wanted),
    { timeout: 15_000 },
    words,
  );
  await shown.catch(async () => {
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not seen
    const text = await page.evaluate(() => document.body.innerText);
    throw new Error(`never seen: ${words}\n${page.url()}\n${text}`);
  });
}
/** Waits until the pages of the PDF hold some words. */
const seeInPdf = (page: Page, words: string) =>
  page.waitForFunction(
    (wanted: string) =>
      [...document.querySelectorAll('.words')].some((layer) => (layer.textContent ?? '').includes(wanted)),
    { timeout: 20_000 },
    words,
  );
const textOf = (page: Page, selector: string) => page.$eval(selector, (element) => element.textContent ?? '');
const listTemplates = async (key: string) =>
  (await callService(dashboard.url, { key, method: 'GET', path: '/api/v1/templates' })).status;

describe.each([
  ['a mouse', openMouse],
  ['the keyboard alone', openKeyboard],
] as const)('somebody with %s', { timeout: 120_000 }, (tool, openHands) => {
  const name = tool === 'a mouse' ? 'mouse' : 'keyboard';
  const email = `${name}@example.com`;
  let page: Page;
  let hands: Hands;
  let complaints: string[];
  let first: string;
  let second: string;

  it('sets a password by the link, once', async () => {
    const link = await dashboard.invite(email, '--account', name);
    const window = await dashboard.openWindow(link);
    ({ page, complaints } = window);
    hands = openHands(page);
    await see(page, 'Choose a password');
    expect(page.url()).not.toContain('#');
    await hands.fill('Password', password);
    await hands.fill('The same again', password);
    await hands.press('Set the password');
    await see(page, 'No template yet');
    expect(new URL(page.url()).pathname).toBe(`/dashboard/${name}/templates`);
    const again = await dashboard.openWindow(link);
    await see(again.page, 'This link does not work any more');
    await again.context.close();
  });

  it('makes a key, and renders with the line that is shown', async () => {
    await hands.press('API Keys');
    await see(page, 'No key yet');
    await hands.press('New key');
    await hands.fill('Name', 'billing');
    await hands.press('Make the key');
    await page.waitForSelector('#key');
    first = await textOf(page, '#key');
    const line = await textOf(page, '[role=tabpanel] code');
    await hands.press('Done');
    await see(page, 'Close without copying?');
    await hands.press('Cancel');
    await hands.press('Copy the key');
    await see(page, 'Copied');
    await hands.press('Done');
    await see(page, `${first.slice(0, 11)}…${first.slice(-4)}`);
    await promisify(execFile)('bash', ['-c', line], { cwd: dashboard.home.folder, timeout: 20_000 });
    const pdf = readFileSync(join(dashboard.home.folder, 'hello.pdf'));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('rotates the key, and the old one ends', async () => {
    await hands.pick('Actions for billing', 'Rotate…');
    await hands.choose('The old key ends', 'at', '0');
    await hands.press('Make the new key');
    await page.waitForSelector('#key');
    second = await textOf(page, '#key');
    expect(second).not.toBe(first);
    await hands.press('Copy the key');
    await see(page, 'Copied');
    await hands.press('Done');
    expect([await listTemplates(first), await listTemplates(second)]).toEqual([401, 200]);
  });

  it('retires the key after a question', async () => {
    await hands.pick('Actions for billing', 'Retire…');
    await see(page, 'This cannot be undone.');
    await hands.press('Retire the key');
    await see(page, 'is retired');
    expect(await listTemplates(second)).toBe(401);
  });

  it('makes a template, breaks it, sees the error at its line, mends it and saves', async () => {
    await hands.press('Templates');
    await hands.press('New template');
    await hands.fill('Name', 'Letter');
    await hands.press('Make the template');
    await seeInPdf(page, 'A new page');
    await hands.enterEditor('Content');
    await overwrite(page, '<h1>{{ title }}</h1>\n<p>{{ title | upcse }}</p>');
    await see(page, 'There is no filter "upcse"');
    expect(await textOf(page, '#place')).toBe('Content:2:15');
    await hands.press('Content:2:15');
    await page.waitForFunction(() => document.activeElement?.id === 'content-editor');
    await overwrite(page, '<h1>Dear {{ title }}</h1>');
    await seeInPdf(page, 'Dear A new page');
    await page.keyboard.down('Control');
    await page.keyboard.press('s');
    await page.keyboard.up('Control');
    await see(page, 'Saved.');
  });

  it('keeps unsaved work over a reload', async () => {
    await hands.enterEditor('Content');
    await overwrite(page, '<h1>Dearest {{ title }}</h1>');
    await seeInPdf(page, 'Dearest A new page');
    await page.reload();
    await seeInPdf(page, 'Dearest A new page');
    await hands.press('Save');
    await see(page, 'Saved.');
  });

  it('is shown both sides where a second window was faster', async () => {
    const other = await page.browserContext().newPage();
    await other.goto(page.url());
    await seeInPdf(other, 'Dearest');
    await other.bringToFront();
    await openMouse(other).enterEditor('Content');
    await overwrite(other, '<h1>Theirs</h1>');
    await openMouse(other).press('Save');
    await see(other, 'Saved.');
    await other.close();
    await page.bringToFront();
    await hands.enterEditor('Content');
    await overwrite(page, '<h1>Mine</h1>');
    await hands.press('Save');
    await see(page, 'Somebody else has saved meanwhile');
    await page.waitForFunction(
      () => document.querySelector('.merge')?.shadowRoot?.textContent?.includes('Theirs') ?? false,
    );
    await hands.press('Save mine');
    await see(page, 'Saved.');
    await page.reload();
    await seeInPdf(page, 'Mine');
  });

  it('goes anywhere by a few letters', async () => {
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    await page.waitForSelector('[role=combobox]');
    await page.keyboard.type('rend');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.pathname.endsWith('/renders'));
    await see(page, 'billing');
  });

  it('signs out everywhere', async () => {
    await hands.press('Account');
    await see(page, 'Your sign-ins');
    await hands.press('Sign out everywhere');
    await see(page, 'All your sign-ins end');
    await hands.press('Sign out everywhere');
    await see(page, 'Sign in to platen');
    await page.goto(`${dashboard.url}/dashboard/${name}/keys`);
    await see(page, 'Sign in to platen');
    expect(complaints).toEqual([]);
  });

  it('is told that a password is wrong, and signs in with the right one', async () => {
    await hands.fill('Email', email);
    await hands.fill('Password', 'another password');
    await hands.press('Sign in');
    await see(page, 'Email or password is wrong.');
    await page.$eval('input[name=password]', (field) => field.select());
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    // Where it was meant to go.
    await see(page, 'New key');
    await page.browserContext().close();
  });
});

/** Puts a text in the place of the one in the focused editor. */
async function overwrite(page: Page, text: string): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.press('Delete');
  await page.keyboard.sendCharacter(text);
}
