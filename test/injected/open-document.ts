import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll } from 'vitest';
import type { PageCalls } from '../../src/injected/calls.ts';
import { openBrowser } from '../web/open-browser.ts';

/** A document with the programs inside a page, and nothing else of platen. */
export interface OpenDocument {
  call<N extends keyof PageCalls>(
    name: N,
    ...args: Parameters<PageCalls[N]>
  ): Promise<Awaited<ReturnType<PageCalls[N]>>>;
  /** The value of an expression in the document. */
  read(expression: string): Promise<unknown>;
}

const programs = ['page', 'paged', 'footnotes', 'hyphenation', 'forms'];
const folder = join(resolve(import.meta.dirname, '../..'), 'dist', 'injected');

/** Gives the tests of a file one browser, and returns the function that opens a document in it. */
export function useDocuments(): (html: string) => Promise<OpenDocument> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  return async (html) => {
    if (browser === undefined) throw new Error('the browser starts before all tests');
    const page = await browser.newPage();
    await page.setContent(html);
    for (const name of programs) await page.evaluate(readFileSync(join(folder, `${name}.js`), 'utf8'));
    return {
      call: (name, ...args) =>
        page.evaluate(
          `({ ...page, ...paged, ...footnotes, ...hyphenation, ...forms })[${JSON.stringify(name)}](...${JSON.stringify(args)})`,
        ) as never,
      read: (expression) => page.evaluate(expression),
    };
  };
}
