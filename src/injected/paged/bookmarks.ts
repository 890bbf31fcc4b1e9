import type { OutlineEntry } from '../calls.ts';
import { readCssValue, splitAtCommas } from '../dom/css-values.ts';
import { doc, dom } from '../dom/dom.ts';
import { registerProperty, sortElements } from '../dom/elements.ts';
import { bookmarkPrefix } from '../names.ts';
import type { Reading } from '../reading/reading.ts';
import { readContentList } from './strings.ts';

const headings = 'h1, h2, h3, h4, h5, h6';

/** Whether a declaration of the outline is what Chromium does for headings anyway. */
export function isUsualBookmark(name: string, value: string, elements: readonly Element[]): boolean {
  if (name === 'level') return elements.every((element) => dom(element).localName === `h${value}`);
  return name === 'label' && /^content(\(\s*(text)?\s*\))?$/.test(value);
}

/** Reads the outline of the headings and of elements with properties of the outline (CSS GCPM 3, section 5), up to a limit. */
export function readBookmarks(elements: Iterable<Element>, limit: number, reading: Reading): OutlineEntry[] {
  for (const property of ['level', 'label', 'state']) registerProperty(bookmarkPrefix + property);
  const bookmarks: OutlineEntry[] = [];
  for (const element of sortElements([...doc.querySelectorAll(headings), ...elements])) {
    const style = getComputedStyle(element);
    const read = (property: string) => style.getPropertyValue(bookmarkPrefix + property).trim();
    const level = readLevel(element, read('level'), reading);
    const label = read('label');
    // What is hidden, as a running element is in the text, has no place in it.
    if (!(level > 0) || label === 'none' || style.visibility !== 'visible') continue;
    if (bookmarks.length === limit) {
      reading.report({ kind: 'limit', property: 'bookmark-level', limit });
      break;
    }
    const title =
      label === ''
        ? reading.texts.trim(reading.texts.of(element), 'bookmark-label')
        : readLabel(element, label, reading);
    if (title === '') continue;
    const { place } = reading.links.linkToStart(element, `bookmark-${bookmarks.length}`);
    bookmarks.push({ level, title, place, isOpen: read('state') !== 'closed' });
  }
  return bookmarks;
}

/** The level of an element: that of its style sheets, else that of its heading. Not above 0 if it has none. */
function readLevel(element: Element, value: string, { report }: Reading): number {
  const [, heading] = /^h([1-6])$/.exec(dom(element).localName) ?? [];
  const isLevel = /^(?:none|0*[1-9]\d*)?$/.test(value);
  if (!isLevel) report({ kind: 'declaration', property: 'bookmark-level', value });
  return Number((isLevel && value) || heading);
}

function readLabel(element: Element, value: string, reading: Reading): string {
  const [content = []] = splitAtCommas(readCssValue(value));
  return readContentList(element, content, { property: 'bookmark-label', value }, reading);
}
