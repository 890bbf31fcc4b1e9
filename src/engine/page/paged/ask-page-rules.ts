import { evaluateInside } from '../open/evaluate-inside.ts';
import type { Page } from '../open/page.ts';
import type { PageOptions } from '../open/page-settings.ts';
import { type PageRule, readPageRules } from '../rules/page-rules-script.ts';
import { type PageBoxes, readPageBoxes } from './page-boxes.ts';

/** Reads the `@page` rules of a loaded page. */
export function askPageRules(page: Page): Promise<PageRule[]> {
  return evaluateInside<PageRule[]>(page, `(${readPageRules})()`);
}

/** The room for content on the pages of a loaded page; see readPageBoxes. */
export async function askPageBoxes(page: Page, options: PageOptions, shrink = 1): Promise<PageBoxes> {
  return readPageBoxes(await askPageRules(page), options, shrink);
}
