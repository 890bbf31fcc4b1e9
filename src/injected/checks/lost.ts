import type { CutBox, Lost } from '../calls.ts';
import { findAll, findFirst, resolveUrl } from '../dom/document.ts';
import { dom } from '../dom/dom.ts';
import { findingLimit, nameElement } from '../dom/elements.ts';
import { walkAllRules } from '../dom/rules.ts';
import { webglMark } from '../names.ts';

/** Characters of a URL or a type that is reported. */
const urlLimit = 1000;

/**
 * Finds what a printed page names and shows nothing of. `urls` are those of all images that arrived, wherever they are named: each that no
 * `img` element shows is read again, from the memory of the browser, because only an image element says whether it can be read.
 */
export async function findLost(urls: readonly string[]): Promise<Lost> {
  const unread = await listUnread(urls);
  const embedded: Lost['embedded'] = [];
  const cut: CutBox[] = [];
  for (const element of findAll<Embedding>('iframe, object[data], embed[src]')) {
    if (Math.max(embedded.length, cut.length, unread.length) >= findingLimit) break;
    const url = absolute(element.src ?? element.data ?? '').slice(0, urlLimit);
    const inner = element.contentDocument ?? element.getSVGDocument?.() ?? undefined;
    if (inner === undefined) {
      if (element.localName !== 'iframe' && element.checkVisibility())
        embedded.push({ url, type: element.type.slice(0, urlLimit) });
      continue;
    }
    if (findFirst('parsererror', inner)) unread.push(url);
    cut.push(...measureFrame(element, inner));
  }
  // A picture of the film is printed once it has one.
  const films = findAll<HTMLVideoElement>('video:not([poster])').filter((video) => video.readyState < 2);
  const unlit = findAll(`canvas[${webglMark}]`);
  return { unread, embedded, cut, films: nameShown(films), withoutWebgl: nameShown(unlit) };
}

/** An iframe, an object or an embed element. */
interface Embedding extends HTMLElement {
  src?: string;
  data?: string;
  type: string;
  scrolling: string;
  contentDocument: Document | null | undefined;
  getSVGDocument?: () => Document | null;
}

function nameShown(elements: readonly HTMLElement[]): string[] {
  return elements.filter(isShown).slice(0, findingLimit).map(nameElement);
}

function isShown(element: HTMLElement): boolean {
  return (
    dom(element).offsetWidth > 1 && dom(element).offsetHeight > 1 && getComputedStyle(element).visibility === 'visible'
  );
}

function absolute(url: string, base?: string | null): string {
  return resolveUrl(url, base) ?? '';
}

async function listUnread(urls: readonly string[]): Promise<string[]> {
  const images = findAll<HTMLImageElement>('img').filter(
    ({ naturalWidth, naturalHeight }) => naturalWidth + naturalHeight > 0,
  );
  const shown = new Set(images.map(({ currentSrc }) => currentSrc));
  const doubtful = urls.filter((url) => !shown.has(url));
  const found = await Promise.all(doubtful.map(isUnread));
  return doubtful.filter((url, index) => found[index] && !isCursor(url));
}

function isUnread(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const image = new Image();
    image.addEventListener('load', () => resolve(false));
    image.addEventListener('error', () => resolve(true));
    image.src = url;
  });
}

/** Whether styles name an image as a cursor. Paper has none. */
function isCursor(url: string): boolean {
  let isNamed = false;
  const compare = ({ cursor }: CSSStyleDeclaration, base?: string | null) => {
    for (const [, named = ''] of cursor.matchAll(/url\("([^"]*)"\)/g)) isNamed ||= absolute(named, base) === url;
  };
  walkAllRules((rule) => {
    if (rule instanceof CSSStyleRule) compare(rule.style, rule.parentStyleSheet?.href);
  });
  for (const element of findAll('[style*="cursor" i]')) compare(dom(element).style);
  return isNamed;
}

/** A frame of which a part is not on paper, because paper does not scroll. */
function measureFrame(element: Embedding, inner: Document): CutBox[] {
  const root = (dom(inner).scrollingElement ?? dom(inner).documentElement) as Element | null;
  if (element.localName !== 'iframe' || !root || !isShown(element) || element.scrolling === 'no') return [];
  if (dom(inner).defaultView?.getComputedStyle(root).overflow === 'hidden') return [];
  const name = nameElement(element);
  const { clientWidth, clientHeight } = element;
  if (dom(root).scrollHeight > clientHeight + 2)
    return [{ name, shown: clientHeight, all: dom(root).scrollHeight, side: 'height' }];
  if (dom(root).scrollWidth > clientWidth + 2)
    return [{ name, shown: clientWidth, all: dom(root).scrollWidth, side: 'width' }];
  return [];
}
