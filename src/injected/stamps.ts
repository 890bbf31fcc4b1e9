import type { PlacedStamp, StampRun, TooTall } from './calls.ts';
import { doc, dom } from './dom/dom.ts';
import { untilLoaded } from './settle/settle.ts';

/** A header or a footer in the document. */
interface Shown {
  host: HTMLElement;
  html: HTMLElement;
  root: ShadowRoot;
  stamp: PlacedStamp;
  /** Index of its overlay. */
  index: number;
}

/**
 * Builds one overlay for each page of a document, in an empty page without other scripts. Each header and footer is its own document in
 * a shadow tree, so that its styles reach nothing else; only its fonts must be declared outside (CSS Scoping 1, section 3.5). Returns those
 * that are taller than their margin.
 */
export async function showStamps({ copies, fontFaces, overlays }: StampRun): Promise<TooTall[]> {
  const parser = new DOMParser();
  const parsed = copies.map((html) => dom(parser.parseFromString(html, 'text/html')).documentElement);
  const style = doc.createElement('style');
  const sizes: string[] = [];
  const nameSize = (size: string) => {
    const known = sizes.indexOf(size);
    return `size${known < 0 ? sizes.push(size) - 1 : known}`;
  };
  const shown: Shown[] = [];
  dom(doc.body).style.cssText = 'margin: 0';
  for (const [index, { width, height, slots }] of overlays.entries()) {
    const box = doc.createElement('div');
    // Chromium rounds page sizes down to a hundredth of an inch.
    const size = `${width + 0.01}pt ${height + 0.01}pt`;
    box.style.cssText = `position: relative; overflow: hidden; break-after: page; page: ${nameSize(size)}`;
    box.style.width = `${width}pt`;
    box.style.height = `${Math.floor(height / 0.72 + 0.01) * 0.72 - 0.01}pt`;
    for (const stamp of slots) {
      const built = buildStamp(stamp, parsed[stamp.copy] as HTMLElement);
      box.append(built.host);
      shown.push({ ...built, stamp, index });
    }
    dom(doc.body).append(box);
  }
  const links = shown.flatMap(({ html }) => [
    ...dom(html).querySelectorAll<HTMLLinkElement>('link[rel~=stylesheet i]'),
  ]);
  await Promise.all(links.filter((link) => link.sheet === null).map(untilLoaded));
  const pages = sizes.map((size, index) => `@page size${index} { size: ${size}; margin: 0 }`);
  style.textContent = [...new Set([...fontFaces, ...listFaces(shown)]), ...pages].join('\n');
  dom(doc.head).append(style);
  const images = shown.flatMap(({ html }) => [...dom(html).querySelectorAll('img')]);
  await Promise.all(images.filter((image) => !image.complete).map(untilLoaded));
  return alignTooTall(shown);
}

/** Waits for the fonts that layout has requested. */
export async function waitForFonts(): Promise<void> {
  await doc.fonts.ready;
}

function buildStamp(stamp: PlacedStamp, copy: HTMLElement): Pick<Shown, 'host' | 'html' | 'root'> {
  const host = doc.createElement('div');
  host.style.cssText =
    'position: absolute; display: flex; flex-direction: column; justify-content: center; font: 9pt/1.3 sans-serif';
  for (const [property, inches] of Object.entries(stamp.place)) host.style.setProperty(property, `${inches}in`);
  host.lang = stamp.language;
  const root = host.attachShadow({ mode: 'open' });
  const base = doc.createElement('style');
  base.textContent = 'body { margin: 0 }';
  const html = doc.importNode(copy, true);
  for (const mark of stamp.marks) dom(html).setAttribute(mark, '');
  for (const [name, text] of Object.entries(stamp.values)) {
    for (const element of dom(html).getElementsByClassName(name)) dom(element).textContent = text;
  }
  // Chromium writes no link to a place that is not in this page.
  for (const link of dom(html).querySelectorAll('a[href^="#"]'))
    dom(link).setAttribute('href', `/?${dom(link).getAttribute('href')}`);
  root.append(base, html);
  return { host, html, root };
}

/** The `@font-face` rules of headers and footers, those of each copy once. */
function listFaces(shown: readonly Shown[]): string[] {
  const roots = new Map<number, ShadowRoot>();
  for (const { stamp, root } of shown) if (!roots.has(stamp.copy)) roots.set(stamp.copy, root);
  return [...roots.values()].flatMap((root) => [...root.styleSheets].flatMap(readFaces));
}

function readFaces(sheet: CSSStyleSheet): string[] {
  try {
    return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule).map(({ cssText }) => cssText);
  } catch {
    // The rules of a style sheet from another site cannot be read.
    return [];
  }
}

/** Aligns what is taller than its margin, so that nothing of it is lost beyond the edge of the paper. */
function alignTooTall(shown: readonly Shown[]): TooTall[] {
  const tooTall = shown
    .map(({ host, html, stamp: { name }, index }) => {
      const { height } = dom(html).getBoundingClientRect();
      return { name, index, host, height, room: dom(host).clientHeight };
    })
    .filter(({ height, room }) => height > room + 1);
  for (const { name, host } of tooTall) dom(host).style.justifyContent = name === 'header' ? 'flex-start' : 'flex-end';
  return tooTall.map(({ name, index, height, room }) => ({ name, index, height, room }));
}
