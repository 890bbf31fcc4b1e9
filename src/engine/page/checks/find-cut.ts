import { evaluateInside } from '../open/evaluate-inside.ts';
import type { Page } from '../open/page.ts';
import type { PageOptions } from '../open/page-settings.ts';
import { askPageBoxes } from '../paged/ask-page-rules.ts';
import { cutScript } from '../settle/scroll-script.ts';

/** Names the boxes of a page that scroll, and how much of them is on paper, which its `@page` rules may make wider than the view. */
export async function findCut(page: Page, options: PageOptions): Promise<string[]> {
  const boxes = await askPageBoxes(page, options);
  const right = Object.entries(boxes).filter(([key]) => key.endsWith(':right'));
  const widths = Object.fromEntries(right.map(([key, { width }]) => [key.slice(0, -':right'.length), width]));
  return evaluateInside<string[]>(page, `(${cutScript})(${JSON.stringify(widths)})`);
}
