import type { ResourceWatch } from '../load/watch-resources.ts';
import { evaluateInside } from '../open/evaluate-inside.ts';
import type { Page } from '../open/page.ts';
import { buildWarnings, type PageWarning } from '../open/warnings.ts';
import { lostScript } from '../resources/lost-script.ts';
import type { SettledPage } from '../settle/settle-page.ts';

/** Milliseconds that the browser may take to read images that it has already. */
const readLimitMs = 2000;

/** What a page shows nothing of; see `lostScript`. */
interface Lost {
  /** Addresses of images, and of frames with XML, that cannot be read. */
  unread: string[];
  /** What `object` and `embed` elements without a document name. */
  embedded: { url: string; type: string }[];
  /** Frames that scroll, and how much of them is shown. */
  cut: string[];
  /** Films that show no picture. */
  films: string[];
  /** Canvases that asked for WebGL in vain. */
  unlit: string[];
}

/**
 * Reports what a printed page names and shows nothing of, although it has arrived: images of style sheets, of SVG and of form
 * fields, PDFs and the like inside of the page. Returns warnings of frames that scroll, of films, and of canvases without WebGL. Asks the page, which must still be
 * open, only where it loaded more images than its `img` elements show, or embeds something.
 */
export async function reportLost(
  page: Page,
  resources: ResourceWatch,
  { pictures, embeds }: Pick<SettledPage, 'pictures' | 'embeds'>,
): Promise<PageWarning[]> {
  const urls = resources.listImages();
  if (!embeds && urls.length <= pictures) return [];
  // What the page asks for from here on, it has asked for before.
  resources.stop();
  const lost = await inTime(evaluateInside<Lost>(page, `(${lostScript})(${JSON.stringify({ urls })})`));
  for (const url of lost?.unread ?? []) resources.reportUnread(url);
  for (const { url, type } of lost?.embedded ?? []) resources.reportUnshown(url, type);
  const { clean } = buildWarnings();
  const films = (lost?.films ?? []).map(clean);
  return [
    ...(lost?.cut ?? [])
      .map(clean)
      .map((name): PageWarning => ({ code: 'content_cut', detail: `${name}: paper does not scroll.` })),
    ...films.map(
      (name): PageWarning => ({
        code: 'media_unprinted',
        detail: `${name} has no poster, and prints as an empty box.`,
      }),
    ),
    ...(lost?.unlit ?? []).map(clean).map(
      (name): PageWarning => ({
        code: 'media_unprinted',
        detail: `${name} asks for WebGL, which the browser does not have here, and prints as an empty box.`,
      }),
    ),
  ];
}

/** The result of a work, or undefined where it takes too long. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, readLimitMs, undefined);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
