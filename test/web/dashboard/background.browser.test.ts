import type { Page } from 'puppeteer-core';
import { beforeAll, expect, it } from 'vitest';
import { callService } from '../../helpers/call-service.ts';
import { openMouse } from './hands.ts';
import { serveDashboard } from './served-dashboard.ts';

/** A service that takes requests and does no renders, so that all of them wait. */
const dashboard = serveDashboard(async () => ({ PLATEN_ROLE: 'web' }));
let page: Page;
let complaints: string[];

beforeAll(async () => {
  const key = await dashboard.makeKey('acme');
  const template = { name: 'Letter', content: '<p>Later' };
  const stored = await callService(dashboard.url, {
    ...{ key, method: 'POST', path: '/api/v1/templates', body: { template } },
  });
  for (let count = 0; count < 12; count += 1) {
    const headers = { prefer: 'respond-async' };
    const parts = count === 11 ? { template: stored.json().data.id } : { html: '<p>Later' };
    const body = { parts };
    await callService(dashboard.url, { key, method: 'POST', path: '/api/v1/renderers/pdf', headers, body });
  }
  ({ page, complaints } = await dashboard.openSignedIn('ada@example.com', 'admin', 'renders'));
  await page.waitForSelector('main tbody tr');
}, 60_000);

const countRows = () => page.$$eval('main tbody tr', (rows) => rows.length);

it('says that no service does renders, and how to start one', async () => {
  const words = await page.$eval('main section', (section) => section.textContent);
  expect(words).toContain('No service does renders in the background now. Start one: platen serve --role worker');
  expect(words).toContain('waits for a service');
});

it('names the template of a render that waits', async () => {
  await page.waitForFunction(() => document.querySelector('main tbody')?.textContent?.includes('Letter'));
  const sources = await page.$$eval('main tbody tr', (rows) => rows.map((row) => row.children[2]?.textContent));
  expect(sources.slice(0, 3)).toEqual(['Letter', 'html', 'html']);
});

it('shows the first renders, and all to who asks', async () => {
  const hands = openMouse(page);
  expect(await countRows()).toBe(10);
  await hands.press('Show 2 more');
  expect(await countRows()).toBe(12);
  await hands.press('Show fewer');
  expect(await countRows()).toBe(10);
});

it('says which render is to be cancelled, and stays where it was once that is gone', async () => {
  const hands = openMouse(page);
  await hands.press('Cancel');
  const question = await page.waitForSelector('dialog[open]');
  expect(await question?.evaluate((dialog) => dialog.textContent)).toMatch(
    /It was submitted (just now|\d+ \w+ ago) by key ci/,
  );
  await hands.press('Cancel the render');
  await page.waitForFunction(() => document.body.textContent?.includes('Show 1 more'));
  await page.waitForFunction(() => document.activeElement?.textContent === 'In the background');
});

it('moves no column while a row changes', async () => {
  const listEdges = () =>
    page.$$eval('main section thead th', (heads) => heads.map((head) => head.getBoundingClientRect().left));
  const edges = await listEdges();
  await page.$eval('main section .tag', (words) => {
    words.textContent = 'running, 1,000 of 1,000 parts';
  });
  expect(await listEdges()).toEqual(edges);
});

it('keeps what can be done apart from what is shown, on a narrow screen too', async () => {
  await page.setViewport({ width: 390, height: 844 });
  const covered = await page.$$eval('main tbody tr', (rows) =>
    rows.flatMap((row) => {
      const button = row.querySelector('button')?.getBoundingClientRect() ?? new DOMRect();
      const cells = [...row.querySelectorAll('td:not(.unnamed)')].map((cell) => cell.getBoundingClientRect());
      return cells.filter(({ top, bottom }) => bottom > button.top && top < button.bottom);
    }),
  );
  expect(covered).toEqual([]);
  expect(await countRows()).toBe(10);
  // WCAG 2.2, 1.4.10.
  await page.setViewport({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(complaints).toEqual([]);
  await page.browserContext().close();
});
