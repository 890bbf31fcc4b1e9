import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';
import { expect, vi } from 'vitest';
import { looks } from './hands.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let checked = 0;

/**
 * Checks what is seen in a wide window and in a narrow one, the one light and the other dark, by turns: each view is seen in both, and
 * what all have is seen in all four ways.
 */
export async function expectNoFlaws(page: Page, name: string): Promise<void> {
  checked += 1;
  // What axe-core reads must not change meanwhile.
  await page.waitForFunction(() => !document.querySelector('.light.busy'), looks);
  const [first, second] = checked % 2 === 0 ? (['light', 'dark'] as const) : (['dark', 'light'] as const);
  await expectNoFlawsIn(page, name, { width: 1280, scheme: first });
  await expectNoFlawsIn(page, name, { width: 390, scheme: second });
  await page.setViewport({ width: 1280, height: 860 });
}

/** How a view is looked at. */
interface Look {
  width: number;
  scheme: 'light' | 'dark';
}

async function expectNoFlawsIn(page: Page, name: string, { width, scheme }: Look): Promise<void> {
  if (page.viewport()?.width !== width) await page.setViewport({ width, height: 860 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  // axe-core throws where an element goes away while it reads.
  const flaws = await vi.waitFor(() => findFlaws(page), { timeout: 10_000 });
  expect([name, width, scheme, flaws]).toEqual([name, width, scheme, []]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect([name, width, Math.max(0, overflow)]).toEqual([name, width, 0]);
}

/** What axe-core finds, with the place of each. */
async function findFlaws(page: Page): Promise<string[]> {
  // What it finds is told by the place alone.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(`${axe}; axe.configure({ noHtml: true })`);
  // Else it also describes all that it finds fault with nowhere, and talks to frames, which the dashboard has not.
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, iframes: false });
  return page.evaluate(
    `axe.run(${options}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target.join(' '))))`,
  ) as Promise<string[]>;
}
