import type { Excess, WidestContent } from '../../../injected/calls.ts';
import { type PdfRef, readDocumentScale, readScales } from '../../../pdf/index.ts';
import { chooseView } from '../load/emulate-page.ts';
import type { Page } from '../open/page.ts';
import type { PageOptions } from '../open/page-settings.ts';
import type { PageWarning } from '../open/warnings.ts';
import { listPages, listRules, measurePageBoxes, measureSheet, type PageBox, readPageBoxes } from './page-boxes.ts';

/** Units of Chromium's drawings in a CSS pixel: it draws at 300 dots per inch. */
const unitsPerPixel = 300 / 96;
/** How much smaller Chromium prints content that is wider than the page, at most. What is wider still is cut off. */
const shrinkLimit = 1.5;
/**
 * Warns of content that is wider than its page: Chromium prints all of a document smaller then, or cuts it off. `first` is the first
 * page that it printed. In a page that `isStatic` no script sees how it is measured.
 */
export async function findWideContent(
  page: Page,
  first: PdfRef | undefined,
  options: PageOptions,
  isStatic: boolean,
): Promise<PageWarning[]> {
  const { scale = 1 } = options;
  const scales = readScales(first).map((drawn) => (unitsPerPixel * scale) / drawn);
  const shrinks = scales.filter((shrink) => shrink > 1.002 && shrink < shrinkLimit + 0.002);
  // A transform of the document may look alike, so the document is asked if there is reason to.
  if (shrinks.length === 0) return [];
  const boxes = await measurePageBoxes(page, options);
  const widths = new Set(Object.values(boxes).map(({ width }) => width));
  // Lengths of the view, such as 100vw, mean the content of a page in print.
  const setView = (width?: number) =>
    isStatic && page.send('Emulation.setDeviceMetricsOverride', chooseView(options, width));
  try {
    for (const width of widths) {
      await setView(width);
      const widest = await page.call('measureWidest', width);
      if (widest === null) continue;
      const wanted = widest.width / width;
      const shrink = shrinks.find((found) => Math.abs(Math.min(wanted, shrinkLimit) / found - 1) < 0.02);
      if (shrink !== undefined && wanted > 1.002) return [describe(widest, width, wanted)];
    }
    return [];
  } finally {
    await setView();
  }
}

/**
 * Warns of text that begins beyond the edge of its page, which cuts it: that of its paper if content `hasBleeds`, which reach into the margins.
 */
export async function findTextBeyond(
  page: Page,
  options: PageOptions,
  hasBleeds: boolean,
): Promise<{ found: PageWarning[]; excess: Excess[] }> {
  const rules = await page.call('readPageRules');
  const boxes = readPageBoxes(rules, options);
  const rooms = new Map<number, number>();
  for (const { name, pseudo } of listPages(rules)) {
    const { left, right } = measureSheet(listRules(rules, name, pseudo), options);
    const { width } = boxes[`${name}:${pseudo}`] as PageBox;
    rooms.set(width, hasBleeds ? Math.min(left, right, rooms.get(width) ?? left) : 0);
  }
  for (const [width, room] of rooms) {
    const { found, excess } = await page.call('findCutText', width, room);
    if (excess.length > 0) return { found: [], excess };
    if (found === null) continue;
    const what = `${found.name} begins ${Math.round(found.cut)} px beyond the ${found.side} edge of the page`;
    const detail = `${what}, and that much of its text is cut off.`;
    return { found: [{ code: 'content_cut', detail }], excess: [] };
  }
  return { found: [], excess: [] };
}

/** How much smaller Chromium printed a page because its content is wider than the page; 1 if it did not. */
export function readShrink(page: PdfRef | undefined, { scale = 1 }: PageOptions): number {
  const drawn = readDocumentScale(page);
  const shrink = drawn === undefined ? 1 : (unitsPerPixel * scale) / drawn;
  return shrink > 1.002 ? shrink : 1;
}

function describe({ name, width }: WidestContent, room: number, wanted: number): PageWarning {
  // A little smaller is not 100 %.
  const share = Math.min(99, Math.round(100 / Math.min(wanted, shrinkLimit)));
  const what = `${name} needs ${Math.round(width)} px, and the page has ${Math.round(room)}: all is printed at ${share} %`;
  if (wanted <= shrinkLimit) return { code: 'content_shrunk', detail: `${what}.` };
  return { code: 'content_cut', detail: `${what}, and what is still too wide is cut off.` };
}
