import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callService } from '../../helpers/call-service.ts';
import { expectNoFlaws } from '../dashboard/flaws.ts';
import { looks, receiveFile } from '../dashboard/hands.ts';
import { serveDashboard, type Window } from '../dashboard/served-dashboard.ts';

const service = serveDashboard();
let window: Window;
let page: Page;
let key: string;
let template: string;

beforeAll(async () => {
  key = await service.makeKey('acme');
  const body = { template: { name: 'Letter', content: '<h1>Hello {{ name }}</h1>' } };
  const made = await callService(service.url, { key, method: 'POST', path: '/api/v1/templates', body });
  template = made.json().data.id;
  window = await service.openWindow(`${service.url}/docs`);
  ({ page } = window);
}, 60_000);
afterAll(() => window?.context.close());

/** Opens the form of an operation, if it is closed. */
async function open(operation: string): Promise<void> {
  const isOpen = await page.$eval(`#${operation} .try`, (section) => (section as HTMLDetailsElement).open);
  if (!isOpen) await page.click(`#${operation} summary`);
}

async function write(operation: string, field: string, text: string): Promise<void> {
  await page.click(`#${operation} [name=${field}]`);
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.sendCharacter(text);
}

/** Waits for the response and gives its status line and what is below. */
async function answerOf(operation: string): Promise<{ status: string; shown: string }> {
  await page.waitForFunction(
    (name: string) => !/^(Sending…)?$/.test(document.querySelector(`#${name} [role=status]`)?.textContent ?? ''),
    { ...looks, timeout: 20_000 },
    operation,
  );
  await page.waitForSelector(`#${operation} button:not(:disabled)`);
  return page.$eval(`#${operation} form`, (form) => ({
    status: form.querySelector('[role=status]')?.textContent ?? '',
    shown: form.querySelector('.answer')?.textContent ?? '',
  }));
}

it('renders the example to a PDF, which can be saved, with the keyboard alone', { timeout: 60_000 }, async () => {
  await page.focus('#renderPdf summary');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.sendCharacter(key);
  await page.keyboard.press('Enter');
  const { status, shown } = await answerOf('renderPdf');
  expect(status).toMatch(/^200 OK, .+ KB$/);
  expect(shown).toMatch(/platen-pages2/);
  expect(shown).toMatch(/x-request-id\S/);
  const file = await receiveFile(page, service.home.folder, () => page.click('#renderPdf a[download]'));
  expect(basename(file)).toBe('Invoice 2026-014.pdf');
  expect(readFileSync(file, 'latin1')).toMatch(/^%PDF-/);
});

it('takes the key over to every operation, and forgets it with the page', { timeout: 60_000 }, async () => {
  const keys = () =>
    page.$$eval('.try [name=key]', (all) => [...new Set(all.map((one) => (one as HTMLInputElement).value))]);
  expect(await keys()).toEqual([key]);
  await open('listTemplates');
  await page.click('#listTemplates button');
  const { status, shown } = await answerOf('listTemplates');
  expect(status).toMatch(/^200 OK/);
  expect(shown).toContain('"name": "Letter"');
  const stored = await page.evaluate(async () => [
    localStorage.length,
    sessionStorage.length,
    document.cookie,
    (await indexedDB.databases()).length,
    location.href.includes('platen_'),
  ]);
  expect(stored).toEqual([0, 0, '', 0, false]);
  await page.reload();
  expect(await keys()).toEqual(['']);
});

it('reads and changes a template, and shows errors as text', { timeout: 60_000 }, async () => {
  await open('getTemplate');
  await write('getTemplate', 'key', key);
  await write('getTemplate', 'path', `/api/v1/templates/${template}`);
  await page.click('#getTemplate button');
  const got = await answerOf('getTemplate');
  expect(got.shown).toMatch(/etag"v1"/);
  await open('updateTemplate');
  await write('updateTemplate', 'path', `/api/v1/templates/${template}`);
  await write('updateTemplate', 'headers', 'If-Match: "v1"');
  await write('updateTemplate', 'body', '{"template": {"content": "<p>');
  await page.click('#updateTemplate button');
  expect((await answerOf('updateTemplate')).status).toMatch(/^Not sent: the body is not JSON/);
  await write('updateTemplate', 'body', '{"template": {"content": "<img src=x onerror=alert(1)>"}}');
  await page.keyboard.down('Control');
  await page.keyboard.press('Enter');
  await page.keyboard.up('Control');
  await page.waitForFunction(
    () => document.querySelector('#updateTemplate [role=status]')?.textContent?.startsWith('200'),
    looks,
  );
  expect((await answerOf('updateTemplate')).shown).toContain('onerror=alert(1)');
  expect(await page.$('#updateTemplate .answer img')).toBeNull();
  await page.click('#updateTemplate button');
  await page.waitForFunction(
    () => document.querySelector('#updateTemplate [role=status]')?.textContent?.startsWith('412'),
    looks,
  );
});

it('can be used by everybody, narrow and wide, light and dark', { timeout: 60_000 }, async () => {
  await open('renderPdf');
  await write('renderPdf', 'key', key);
  await page.click('#renderPdf button');
  await answerOf('renderPdf');
  await expectNoFlaws(page, 'a PDF in /docs');
  await open('listTemplates');
  await page.click('#listTemplates button');
  await answerOf('listTemplates');
  await expectNoFlaws(page, 'JSON in /docs');
  expect(window.complaints).toEqual([]);
});
