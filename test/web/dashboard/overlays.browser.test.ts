import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callService } from '../../helpers/call-service.ts';
import { openMouse, see } from './hands.ts';
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
afterAll(() => rmSync(folder, { recursive: true }));

it('tries a watermark and a file with the pages, and writes both into the lines of code', {
  timeout: 120_000,
}, async () => {
  const { page, context, complaints } = await dashboard.openSignedIn('ada@example.com', 'editor', `templates/${id}`);
  const hands = openMouse(page);
  await hands.press('Page options');
  await see(page, 'Dear Ada');
  await hands.fill('Watermark', 'DRAFT');
  await see(page, 'DRAFT');

  const field = await page.$('.page-options input[type=file]');
  const choose = (name: string) => {
    writeFileSync(join(folder, name), '<p style="text-align: center">ACME Ltd</p>');
    return field?.uploadFile(join(folder, name));
  };
  await choose('paper.html');
  await see(page, 'ACME Ltd');
  await hands.choose('Letterhead or stamp is', 'o', 'over');
  await hands.choose('On', 'f', 'first');
  await hands.pick('Actions for this template', 'Use it…');
  const code = await page.waitForFunction(() => document.querySelector('dialog pre')?.textContent ?? false);
  expect(await code.jsonValue()).toContain(
    '"overlays":[{"html":"<content of paper.html>","pages":"first"},{"text":"DRAFT","rotate":-45,"opacity":0.15,"pages":"first"}]',
  );
  await hands.press('Done');

  await choose('paper.docx');
  await see(page, 'paper.docx is no HTML, PDF or image.');
  expect(complaints).toEqual([]);
  await context.close();
});
