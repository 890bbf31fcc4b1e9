import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callService } from '../../helpers/call-service.ts';
import { type Hands, openMouse, see } from './hands.ts';
import { account, serveDashboard } from './served-dashboard.ts';

const dashboard = serveDashboard();
const folder = mkdtempSync(join(tmpdir(), 'platen-overlays-'));
let id: string;

beforeAll(async () => {
  const key = await dashboard.makeKey(account);
  const template = { name: 'Letter', content: '<p>Dear Ada</p>', preview_context: {} };
  const made = await callService(dashboard.url, { key, method: 'POST', path: '/api/v1/templates', body: { template } });
  id = made.json().data.id;
}, 60_000);

describe('the page options of the editor', { timeout: 120_000 }, () => {
  let page: Page;
  let hands: Hands;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await dashboard.openSignedIn('ada@example.com', 'editor', `templates/${id}`));
    hands = openMouse(page);
    await hands.press('Page options');
  }, 60_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await page?.browserContext().close();
  });

  it('draw a watermark over the pages', async () => {
    await see(page, 'Dear Ada');
    await hands.fill('Watermark', 'DRAFT');
    await see(page, 'DRAFT');
  });

  it('draw a file under or over them, and refuse what cannot be drawn', async () => {
    const file = join(folder, 'paper.html');
    writeFileSync(file, '<p style="text-align: center">ACME Ltd</p>');
    const field = await page.$('.page-options input[type=file]');
    await field?.uploadFile(file);
    await see(page, 'ACME Ltd');
    await hands.choose('Letterhead or stamp is', 'o', 'over');
    await see(page, 'ACME Ltd');
    const other = join(folder, 'paper.docx');
    writeFileSync(other, '');
    await field?.uploadFile(other);
    await see(page, 'paper.docx is no HTML, PDF or image.');
  });

  it('are in the lines of code that render the same', async () => {
    await hands.choose('On', 'f', 'first');
    await hands.pick('Actions for this template', 'Use it…');
    const code = await page.waitForFunction(() => document.querySelector('dialog pre')?.textContent ?? false);
    expect(await code.jsonValue()).toContain(
      '"overlays":[{"text":"DRAFT","rotate":-45,"opacity":0.15,"pages":"first"}]',
    );
    expect(complaints).toEqual([]);
  });
});
