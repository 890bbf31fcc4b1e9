import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callService } from '../../helpers/call-service.ts';
import { type Hands, openMouse, overwrite, see } from './hands.ts';
import { account, serveDashboard } from './served-dashboard.ts';

const dashboard = serveDashboard();
let key: string;
let page: Page;
let hands: Hands;
let complaints: string[];
let invoice: string;

const api = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: object) =>
  callService(dashboard.url, { key, method, path: `/api/v1/templates${path}`, ...(body && { body }) });
const make = async (template: object) => (await api('POST', '', { template })).json().data.id as string;
const query = () => new URL(page.url()).searchParams;

beforeAll(async () => {
  key = await dashboard.makeKey(account);
  invoice = await make({ name: 'Invoice', content: '<h1>Live</h1>', folder: 'invoices/de', tags: ['eu'] });
  await api('PUT', `/${invoice}/labels/live`, { revision: 1 });
  await api('PATCH', `/${invoice}`, { template: { content: '{{ 1 | nothing }}' } });
  await make({ name: 'Credit note', content: '<h1>Credit</h1>', folder: 'invoices' });
  await make({ name: 'Broken', content: '<p>{{ "x" | times: 2 }}' });
  await make({ name: 'Report', content: '<h1>Report</h1>' });
  await make({ name: 'partials/header', slug: 'partials/header', content: '<header>Acme</header>' });
  ({ page, complaints } = await dashboard.openSignedIn('ada@example.com', 'editor', 'templates'));
  hands = openMouse(page);
}, 60_000);
afterAll(() => page?.browserContext().close());

describe('the templates of an account with folders', { timeout: 60_000 }, () => {
  it('are counted, and tell drafts and what cannot be drawn', async () => {
    await see(page, '4 templates');
    await see(page, 'draft');
    await see(page, 'Cannot be drawn');
    await page.waitForFunction(() => document.querySelectorAll('.thumbnail img').length === 3);
    expect(await page.$$eval('.thumbnail.failed', (all) => all.length)).toBe(1);
  });

  it('are narrowed by a folder with those below it, and by a search there', async () => {
    await hands.press('invoices');
    await see(page, '2 templates');
    expect(query().get('folder')).toBe('invoices');
    await hands.press('de');
    await see(page, '1 template');
    await hands.fill('Search invoices/de by name', 'credit');
    await see(page, 'No template is named like “credit”');
    await overwrite(page, '');
    await see(page, '1 template');
    await hands.press('All');
    await see(page, '4 templates');
  });

  it('are a dense list on request', async () => {
    await hands.press('List');
    await see(page, 'invoices/de');
    expect(await page.$$eval('tbody tr', (rows) => rows.length)).toBe(4);
    await hands.press('List');
    await see(page, '4 templates');
  });

  it('get another slug, folder and tags in the editor', async () => {
    await hands.press('Report');
    await hands.pick('Actions for this template', 'Slug, folder and tags…');
    await hands.fill('Slug', 'yearly');
    await hands.fill('Folder', 'reports');
    await hands.fill('Tags', 'b, a');
    await hands.press('Save');
    await page.waitForFunction(() => document.querySelector('dialog[open]') === null);
    const { data } = (await api('GET', '/lookup?slug=yearly')).json();
    expect(data).toMatchObject({ slug: 'yearly', folder: 'reports', tags: ['a', 'b'] });
  });

  it('complain of nothing', () => {
    expect(complaints).toEqual([]);
  });
});
