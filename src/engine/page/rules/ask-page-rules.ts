import { evaluateInside } from '../evaluate-inside.ts';
import type { Page } from '../page.ts';
import type { PageOptions } from '../page-settings.ts';
import { type PageBoxes, readPageBoxes } from './page-boxes.ts';
import { type PageRule, readPageRules } from './page-rules-script.ts';

/** Reads the `@page` rules of a loaded page. */
export function askPageRules(page: Page): Promise<PageRule[]> {
  return evaluateInside<PageRule[]>(page, `(${readPageRules})()`);
}

/** The room for content on the pages of a loaded page; see readPageBoxes. */
export async function askPageBoxes(page: Page, options: PageOptions, shrink = 1): Promise<PageBoxes> {
  return readPageBoxes(await askPageRules(page), options, shrink);
}
