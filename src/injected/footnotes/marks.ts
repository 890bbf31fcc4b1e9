import { doc, dom } from '../dom/dom.ts';
import { placePrefix } from '../names.ts';

/** Attributes of what footnotes add to a document. Style sheets of platen select by them. */

/** A footnote at the foot of its page, or a float at its head or its foot; of a float, its value is the side and the id of its anchor. */
export const noteMark = 'data-platen-note';

/** Where a float would be: a call of a float, which shows nothing. */
export const anchorMark = 'data-platen-anchor';

/** A box that starts a page below the floats at its head, and the margin for that. */
export const headMark = 'data-platen-page-head';
export const headProperty = '--platen-page-head';

/** The side of its page that an element floats to; undefined for a footnote. */
export function floatSideOf(note: Element): 'top' | 'bottom' | undefined {
  const [, side] = /^(top|bottom) /.exec(dom(note).getAttribute(noteMark) ?? '') ?? [];
  return side as 'top' | 'bottom' | undefined;
}

/** A footnote that has been moved away from its call. */
export const movedMark = 'data-platen-moved';

/** Where a footnote is moved, and how wide it is: properties of platen, so that those of the document stay unchanged. */
export const notePlace = {
  top: '--platen-note-top',
  left: '--platen-note-left',
  width: '--platen-note-width',
} as const;

/** The call in the text that leads to a footnote; its value lists the rules that style it. */
export const callMark = 'data-platen-call';

/** The number at the start of a footnote; its value lists the rules that style it. */
export const markerMark = 'data-platen-marker';

/** A box as high as the rest of a page, before the line that has to begin the next page. */
export const roomMark = 'data-platen-room';

/** A block with a room in it; its value is how many of its lines must be at the top of a page. Chromium would move the room to that page with them. */
export const widowsMark = 'data-platen-widows';

/** A box that has to begin the next page, because the footnotes need its room. */
export const endMark = 'data-platen-page-end';

/** A box at the top of the next page that has no margin there, as after an unforced break (CSS Fragmentation 3, section 5.2). */
export const topMark = 'data-platen-page-top';

/** A box that has to begin the next column of a text in columns. */
export const columnEndMark = 'data-platen-column-end';

/** What follows a room in its text, and the links to what must come after the notes of a page: the print tells where these are. */
export const afterMark = 'data-platen-after';

/** What a break before a box and after it is in the columns that represent pages. */
export const columnMark = 'data-platen-column';

/** How much higher a column is than the page that it represents, where a room fills both. */
export const beyondProperty = '--platen-beyond';

/** The margin at the end of a box in a column if its page is wider or narrower than others. */
export const widerProperty = '--platen-wider';

/** What is not laid out, because it is far from the page in work. */
export const detachedMark = 'data-platen-detached';

/** The box that begins with room for what is detached. */
export const flowMark = 'data-platen-flow';

/** A box without its upper edge, because its first content is detached. */
export const edgeMark = 'data-platen-edge';

/** Before the names of places that must come after the text above some notes. */
export const afterPlace = `${placePrefix}after-`;

/** All elements with a mark, with this value if one is given. */
export function findMarked(mark: string, value?: number): HTMLElement[] {
  return [...doc.querySelectorAll<HTMLElement>(value === undefined ? `[${mark}]` : `[${mark}="${value}"]`)];
}

/** Gives the blocks without a room their `widows` back. */
export function restoreWidows(): void {
  for (const block of findMarked(widowsMark))
    if (!dom(block).querySelector(`[${roomMark}]`)) dom(block).removeAttribute(widowsMark);
}

/** An empty box of platen. */
export function makeBox(mark: string, value = ''): HTMLElement {
  const box = doc.createElementNS('http://www.w3.org/1999/xhtml', 'span') as HTMLElement;
  dom(box).setAttribute(mark, value);
  return box;
}
