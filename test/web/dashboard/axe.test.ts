import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callService } from '../../helpers/call-service.ts';
import { runCli } from '../../helpers/run-cli.ts';
import { openMouse } from './hands.ts';
import { password, serveDashboard } from './served-dashboard.ts';

const dashboard = serveDashboard();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let page: Page;
let template: string;
let render: string;

/** What a render of the log shows. */
const parts = [{ html: '<h1>Hello</h1><img src="gone.png" alt="">' }];

beforeAll(async () => {
  const made = await runCli(['keys', 'create', '--name', 'ci', '--account', 'acme', '--json'], {
    cwd: dashboard.home.folder,
    env: dashboard.home.env,
  });
  const { key } = JSON.parse(made.stdout).data;
  const post = (path: string, body: object) => callService(dashboard.url, { key, method: 'POST', path, body });
  const content = '<!doctype html><html lang="en"><title>T</title><h1>{{ title }}</h1>';
  const stored = await post('/api/v1/templates', {
    template: { name: 'Letter', content, preview_context: { title: 'Dear Ada' } },
  });
  template = stored.json().data.id;
  await post('/api/v1/renderers/pdf', { parts });
  await post('/api/v1/renderers/pdf', { parts: [{ html: '' }, { template: '0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2b' }] });
  ({ page } = await dashboard.openWindow(await dashboard.invite('ada@example.com', '--account', 'acme')));
  const hands = openMouse(page);
  await hands.fill('Password', password);
  await hands.fill('The same again', password);
  await hands.press('Set the password');
  await page.waitForSelector('.navigation');
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
  ['the renders', () => 'renders', 'table'],
  ['a render', () => `renders/${render}`, '.facts-list'],
  ['the usage', () => 'usage', '.quotas'],
  ['the account', () => 'account', 'table'],
  ['a template that is gone', () => 'templates/0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2b', '.empty'],
  ['an address without a view', () => 'nothing', '.empty'],
];

describe.each([1280, 390, 360])('at a width of %i', { timeout: 60_000 }, (width) => {
  it.each(views)('%s can be used by everybody, light and dark', async (_name, path, sign) => {
    await page.setViewport({ width, height: 860 });
    await page.goto(`${dashboard.url}/dashboard/acme/${path()}`);
    await page.waitForSelector(sign);
    for (const value of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      expect([value, await findFlaws(page)]).toEqual([value, []]);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

it('the page to sign in can be used by everybody, light and dark', { timeout: 30_000 }, async () => {
  const window = await dashboard.openWindow(`${dashboard.url}/dashboard/`);
  await window.page.waitForSelector('input[name=password]');
  for (const value of ['light', 'dark']) {
    await window.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    expect([value, await findFlaws(window.page)]).toEqual([value, []]);
  }
  await window.context.close();
});

/** The id of the render that failed; throws while it is not noted. */
async function findRender(target: Page): Promise<string> {
  const list = () => fetch('/api/dashboard/renders?outcome=failed').then((answer) => answer.json());
  const { data } = await target.evaluate(list);
  expect(data).toHaveLength(1);
  return data[0].id;
}

/** What axe-core finds, with the place of each. */
async function findFlaws(target: Page): Promise<string[]> {
  await target.evaluate(axe);
  return target.evaluate(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target.join(' '))))`,
  ) as Promise<string[]>;
}
