import { expect, it } from 'vitest';
import { callService } from '../../helpers/call-service.ts';
import { openMouse } from './hands.ts';
import { serveDashboard } from './served-dashboard.ts';

const dashboard = serveDashboard();

it('shows the image that a background render has made, and gives archives to download', async () => {
  const key = await dashboard.makeKey('acme');
  const made: string[] = [];
  for (const html of ['<h1>A card</h1>', '<p>One<p style="break-before: page">Two']) {
    const answer = await callService(dashboard.url, {
      ...{ key, method: 'POST', path: '/api/v1/renderers/image', headers: { prefer: 'respond-async' } },
      body: { parts: { html }, metadata: { title: 'A card' }, image: { width: 200 } },
    });
    made.unshift(answer.json().data.id);
  }
  for (const id of made) {
    const wait = () =>
      callService(dashboard.url, { key, method: 'GET', path: `/api/v1/renders/${id}?wait_seconds=10` });
    await expect.poll(async () => (await wait()).json().data.status, { timeout: 60_000 }).toBe('done');
  }
  const { page, complaints } = await dashboard.openSignedIn('ada@example.com', 'admin', 'renders?background=done');
  await page.waitForFunction(() => document.querySelectorAll('main section tbody tr').length === 2);
  const link = await page.$eval('main section tbody a[download]', (found) => [
    found.textContent,
    found.getAttribute('href'),
  ]);
  expect(link).toEqual(['The images', `${dashboard.url}/api/v1/renders/${made[0]}/result`]);
  const kinds = await page.$$eval('main section tbody tr', (rows) => rows.map((row) => row.children[4]?.textContent));
  expect(kinds).toEqual(['images', 'images']);
  const hands = openMouse(page);
  await hands.press('The image');
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('dialog img')?.naturalWidth === 200);
  await hands.press('Done');
  await page.waitForFunction(() => document.querySelector('dialog') === null);
  expect(complaints).toEqual([]);
  await page.browserContext().close();
});
