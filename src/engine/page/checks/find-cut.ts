import type { CutBox } from '../../../injected/calls.ts';
import type { Page } from '../open/page.ts';
import type { PageOptions } from '../open/page-settings.ts';
import type { PageWarning, Warnings } from '../open/warnings.ts';
import { measurePageBoxes } from '../paged/page-boxes.ts';

/** Finds the boxes of a page that scroll, and how much of them is on paper, which its `@page` rules may make wider than the view. */
export async function findCut(page: Page, options: PageOptions): Promise<CutBox[]> {
  const boxes = await measurePageBoxes(page, options);
  const right = Object.entries(boxes).filter(([key]) => key.endsWith(':right'));
  const widths = Object.fromEntries(right.map(([key, { width }]) => [key.slice(0, -':right'.length), width]));
  return page.call('findCutBoxes', widths);
}

/** The warning of a box or a frame that scrolls. */
export function describeCut({ name, shown, all, side }: CutBox, { clean }: Pick<Warnings, 'clean'>): PageWarning {
  const what = clean(`${name} shows ${shown} of ${all} px of its ${side}`);
  return { code: 'content_cut', detail: `${what}: paper does not scroll.` };
}
