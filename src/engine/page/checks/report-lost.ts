import type { ResourceWatch } from '../load/watch-resources.ts';
import type { Page } from '../open/page.ts';
import { buildWarnings, type PageWarning } from '../open/warnings.ts';
import type { SettledPage } from '../settle/settle-page.ts';
import { describeExcess } from './describe-excess.ts';
import { describeCut } from './paged-warnings.ts';

/** Milliseconds that the browser may take to read images that it has already. */
const readLimitMs = 2000;

/**
 * Reports what a printed page names and shows nothing of, although it has arrived: images of style sheets, of SVG and of form
 * fields, PDFs and the like inside of the page. Returns warnings of frames that scroll, of films, and of canvases without WebGL. Asks the page, which must still be
 * open, only if it loaded more images than its `img` elements show, or embeds something.
 */
export async function reportLost(
  page: Page,
  resources: ResourceWatch,
  { pictures, embeds }: Pick<SettledPage, 'pictures' | 'embeds'>,
): Promise<{ warnings: readonly PageWarning[]; lacksWebgl: boolean }> {
  const urls = resources.listImages();
  if (!embeds && urls.length <= pictures) return { warnings: [], lacksWebgl: false };
  // What the page asks for from here on, it has asked for before.
  resources.stop();
  const lost = await inTime(page.call('findLost', urls));
  for (const url of lost?.unread ?? []) resources.reportUnread(url);
  for (const { url, type } of lost?.embedded ?? []) resources.reportUnshown(url, type);
  if (lost === undefined) return { warnings: [], lacksWebgl: false };
  const warnings = buildWarnings();
  const { add, clean, list } = warnings;
  for (const box of lost.cut) add('content_cut', describeCut(box, warnings).detail);
  const report = (name: string, why: string) =>
    add('media_unprinted', `${clean(name)} ${why}, and prints as an empty box.`);
  for (const name of lost.films) report(name, 'has no poster');
  for (const name of lost.withoutWebgl) report(name, 'asks for WebGL, which the browser does not have here');
  return { warnings: list, lacksWebgl: lost.withoutWebgl.length > 0 };
}

/** Warns of links to places in shadow trees, which lead nowhere. */
export async function reportInnerLinks(page: Page): Promise<PageWarning[]> {
  const { add, clean, list } = buildWarnings();
  const { ids, excess } = await page.call('listInnerTargets');
  for (const id of ids) add('link_dropped', clean(`a link to #${id} was dropped: that place is in a shadow tree`));
  return [...list, ...describeExcess(excess)];
}

/** The result of a work, or undefined if it takes too long. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, readLimitMs, undefined);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
