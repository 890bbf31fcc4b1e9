import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callService } from '../../helpers/call-service.ts';
import { type ProviderPeople, type RunningProvider, startProvider } from '../../helpers/openid-provider.ts';
import { runCli } from '../../helpers/run-cli.ts';
import { type Hands, looks, openKeyboard, overwrite, receiveFile, see } from './hands.ts';
import { account, password, serveDashboard } from './served-dashboard.ts';

/** Whom the provider knows, by what they sign in with. */
const guests: ProviderPeople = {
  keyboard: {
    email: 'keyboard@guests.example',
    email_verified: true,
    platen_account: 'guests',
    groups: ['editor'],
  },
};
let provider: RunningProvider;
const dashboard = serveDashboard(async () => {
  provider = await startProvider(guests);
  return {
    PLATEN_OPENID_ISSUER: provider.issuer,
    PLATEN_OPENID_CLIENT_ID: provider.clientId,
    PLATEN_OPENID_CLIENT_SECRET: provider.clientSecret,
    PLATEN_OPENID_NAME: 'Example',
    PLATEN_OPENID_ACCOUNT_CLAIM: 'platen_account',
    PLATEN_OPENID_ROLE_CLAIM: 'groups',
  };
});
beforeAll(() => provider.returnTo(`${dashboard.url}/api/dashboard/openid/return`));
afterAll(() => provider?.close());

/** Waits until the pages of the PDF hold some words. */
const seeInPdf = (page: Page, words: string) =>
  page.waitForFunction(
    (wanted: string) =>
      [...document.querySelectorAll('.words')].some((layer) => (layer.textContent ?? '').includes(wanted)),
    { timeout: 20_000, ...looks },
    words,
  );
const textOf = (page: Page, selector: string) => page.$eval(selector, (element) => element.textContent ?? '');
const listTemplates = async (key: string) =>
  (await callService(dashboard.url, { key, method: 'GET', path: '/api/v1/templates' })).status;

describe('somebody with the keyboard alone', { timeout: 120_000 }, () => {
  let page: Page;
  let hands: Hands;
  let complaints: string[];
  let link: string;
  let first: string;
  let second: string;

  it('sets a password by the link', async () => {
    link = await dashboard.invite('keyboard@example.com', '--account', account);
    const window = await dashboard.openWindow(link);
    ({ page, complaints } = window);
    hands = openKeyboard(page);
    await see(page, 'Choose a password');
    expect(page.url()).not.toContain('#');
    await hands.fill('Password', password);
    await hands.fill('The same again', password);
    await hands.press('Set the password');
    await see(page, 'No template yet');
    expect(new URL(page.url()).pathname).toBe(`/dashboard/${account}/templates`);
  });

  it('makes a key, and renders with the line that is shown', async () => {
    await hands.press('API Keys');
    await see(page, 'No key yet');
    await hands.press('New key');
    await hands.fill('Name', 'billing');
    await hands.fill('Seals', 'invoices');
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
    await see(page, 'sign as invoices');
    await promisify(execFile)('bash', ['-c', line], { cwd: dashboard.home.folder, timeout: 20_000 });
    const pdf = readFileSync(join(dashboard.home.folder, 'hello.pdf'));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('rotates the key, and the old one ends', async () => {
    await hands.pick('Actions for billing', 'Rotate…');
    await hands.choose('The old key ends', 'im', '0');
    await hands.press('Make the new key');
    await page.waitForSelector('#key');
    second = await textOf(page, '#key');
    expect(second).not.toBe(first);
    await hands.press('Copy the key');
    await see(page, 'Copied');
    await hands.press('Done');
    await see(page, `${second.slice(0, 11)}…${second.slice(-4)}`);
    expect([await listTemplates(first), await listTemplates(second)]).toEqual([401, 200]);
  });

  it('retires the key after a question', async () => {
    await hands.pick('Actions for billing', 'Retire…');
    await see(page, 'This cannot be undone.');
    await hands.press('Retire the key');
    await see(page, 'is retired');
    expect(await listTemplates(second)).toBe(401);
  });

  it('makes a template, breaks it, sees the error at its line, fixes it and saves', async () => {
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

  it('is asked about lines that a second window has changed, too', async () => {
    await sendTemplate('PATCH', '<h1>Theirs</h1>');
    await hands.enterEditor('Content');
    await overwrite(page, '<h1>Mine</h1>');
    await hands.press('Save');
    await see(page, 'Another person has changed the same lines');
    await see(page, '<h1>Theirs</h1>');
    await hands.press('Keep mine');
    // Enter chooses nothing in a group of radio buttons.
    await page.keyboard.press('Space');
    await hands.press('Save the merge');
    await see(page, 'Saved.');
    expect(await sendTemplate('GET')).toContain('<h1>Mine</h1>');
  });

  /** Reads the template of the page, or changes its content, as a second window of the same browser does. Gives the content. */
  const sendTemplate = (method: string, content?: string): Promise<string> =>
    page.evaluate(
      async (how: string, text?: string) => {
        const body = text === undefined ? null : JSON.stringify({ template: { content: text } });
        const headers = { 'content-type': 'application/json' };
        const where = `/api/v1/templates/${location.pathname.split('/').at(-1)}`;
        return (await (await fetch(where, { method: how, headers, body })).json()).data.content;
      },
      method,
      content,
    );

  it('renames, downloads, duplicates and deletes the template', async () => {
    const menu = 'Actions for this template';
    await hands.pick(menu, 'Rename…');
    await hands.fill('Name', 'Letter to all');
    await hands.press('Rename');
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Letter to all');
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
    const folder = mkdtempSync(join(dashboard.home.folder, 'download-'));
    const archive = await receiveFile(page, folder, () => hands.pick(menu, 'Download as a folder'));
    for (const [path, bytes] of Object.entries(unzipSync(readFileSync(archive)))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    writeFileSync(join(folder, 'letter-to-all/content.html'), '<h1>Changed here</h1>');
    const words = ['templates', 'push', '--dir', folder, '--dry-run', '--json', '--base-url', dashboard.url];
    const pushed = await runCli(words, {
      cwd: folder,
      env: { ...dashboard.home.env, PLATEN_API_KEY: await dashboard.makeKey(account) },
    });
    expect(JSON.parse(pushed.stdout).data).toMatchObject([{ action: 'update', fields: ['content'] }]);
    await hands.pick(menu, 'Duplicate');
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Copy of Letter to all');
    await hands.pick(menu, 'Delete…');
    await see(page, 'This cannot be undone.');
    await hands.press('Delete the template');
    await see(page, 'Copy of Letter to all is deleted.');
    expect(new URL(page.url()).pathname).toBe(`/dashboard/${account}/templates`);
  });

  it('lets somebody in, gives them another role, and removes them', async () => {
    const [guest, taken] = ['guest@example.com', 'member-of-another@example.com'];
    await dashboard.invite(taken, '--account', 'other');
    await hands.press('Account');
    await hands.press('Add a person');
    const readRole = () => page.$eval('dialog select', (choice) => choice.value);
    expect(await readRole()).toBe('editor');
    await hands.fill('Email', taken);
    await hands.choose('Role', 'v', 'viewer');
    await hands.press('Add');
    await see(page, 'already in another account');
    // What was chosen is kept.
    expect(await readRole()).toBe('viewer');
    await hands.fill('Email', guest);
    await hands.press('Add');
    await see(page, `A link for ${guest}`);
    expect(await textOf(page, '.secret code')).toMatch(/\/dashboard\/#link=[\w-]{43}$/);
    await hands.press('Done');
    await hands.choose(`Role of ${guest}`, 'e', 'editor');
    await see(page, `${guest} is editor now.`);
    await hands.pick(`Actions for ${guest}`, 'Link to set a password…');
    await see(page, `A link for ${guest}`);
    await hands.press('Done');
    await hands.pick(`Actions for ${guest}`, 'Remove…');
    await see(page, `Remove ${guest}?`);
    await hands.press('Remove');
    await see(page, `${guest} is removed.`);
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

  it('reads the numbers of a chart that the browser cannot draw', async () => {
    const other = await page.browserContext().newPage();
    await other.evaluateOnNewDocument(() => {
      Object.defineProperty(navigator, 'language', { value: 'en-US@posix' });
    });
    await other.goto(`${dashboard.url}/dashboard/${account}/usage`);
    await see(other, ' days: ');
    expect(await other.$('.chart')).toBeNull();
    await other.close();
  });

  it('signs out everywhere', async () => {
    await hands.press('Account');
    // What comes in moves what is below it.
    await page.waitForFunction(() => document.querySelectorAll('main table').length === 3);
    await hands.press('Sign out everywhere');
    await see(page, 'All your sign-ins end');
    await hands.press('Sign out everywhere');
    await see(page, 'Sign in to platen');
    await page.goto(link);
    // It has been used.
    await see(page, 'This link does not work any more');
    expect(complaints).toEqual([]);
  });

  it('sees that a password is wrong, and signs in with the right one', async () => {
    const email = 'returning@example.com';
    await dashboard.makePerson(email, 'admin');
    await page.goto(`${dashboard.url}/dashboard/${account}/keys`);
    await hands.fill('Email', email);
    await hands.fill('Password', 'another password');
    await hands.press('Sign in');
    await see(page, 'Email or password is wrong.');
    await page.$eval('input[name=password]', (field) => field.select());
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    // Where it was meant to go.
    await see(page, 'New key');
    await hands.pick(`${email}, platen`, 'Sign out');
    await see(page, 'Sign in to platen');
  });

  it('signs in with a provider instead, and out again', async () => {
    await hands.press('Sign in with Example');
    await page.waitForSelector('input[name=login]:focus');
    await page.keyboard.type('keyboard');
    await page.keyboard.press('Tab');
    await page.keyboard.type('any');
    await page.keyboard.press('Enter');
    await page.waitForSelector('input[value=consent]');
    await page.click('button[type=submit]');
    await see(page, 'No template yet');
    expect(new URL(page.url()).pathname).toBe('/dashboard/guests/templates');
    await hands.pick('keyboard@guests.example, platen', 'Sign out');
    await see(page, 'Sign in to platen');
    expect(complaints).toEqual([]);
    await page.browserContext().close();
  });
});
