import {
  asArray,
  asDict,
  asList,
  asNumber,
  asString,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
  resolve,
} from '../objects/objects.ts';
import { decodeTextString, encodeTextString } from '../objects/text-string.ts';
import { findTop, listPlaces, readFragment } from '../part/links/destinations.ts';
import type { Links } from '../part/links/links.ts';
import type { Bookmark } from '../part/merge-part.ts';
import type { OpenPart } from '../part/open-part.ts';

/** An entry of the outline of the document. */
export interface OutlineItem {
  dict: PdfDict;
  open: boolean;
  kids: OutlineItem[];
}

const itemLimit = 100_000;
const depthLimit = 64;
const searchLimit = 100;

/**
 * Joins the outlines of all parts (ISO 32000-2, 12.3.3): a part's title is on the top level with the part's own outline
 * below it; without a title its outline is on the top level. Undefined if there is nothing to show.
 */
export function joinOutlines(
  parts: readonly OpenPart[],
  links: Links,
  structured: ReadonlySet<OpenPart>,
): PdfRef | undefined {
  const top: OutlineItem[] = [];
  for (const part of parts) {
    const items = readItems(part, links, structured.has(part));
    if (part.part.title === undefined) {
      for (const item of items) top.push(item);
      continue;
    }
    const dict: PdfDict = new Map([['Title', encodeTextString(part.part.title)]]);
    dict.set('Dest', findTop(part.pages[0] as PdfRef));
    top.push({ dict, open: true, kids: items });
  }
  if (top.length === 0) return undefined;
  const root = new PdfRef(new Map([['Type', 'Outlines']]));
  linkItems(root, top);
  return root;
}

/** The entries of a part: its bookmarks, or else the outline of its PDF. */
export function readItems(part: OpenPart, links: Links, structured: boolean): OutlineItem[] {
  const { bookmarks } = part.part;
  return bookmarks ? nestBookmarks(part, bookmarks) : readOutline(part, links, structured);
}

/** The items of bookmarks, each below the last before it that is less deep. What leads to no page that stays is left out. */
function nestBookmarks(part: OpenPart, bookmarks: readonly Bookmark[]): OutlineItem[] {
  const pages = new Set<PdfObject | undefined>(part.pages);
  const places = new Map(listPlaces(part).reverse());
  const root: OutlineItem = { dict: new Map(), open: true, kids: [] };
  const path = [{ item: root, level: 0 }];
  for (const { level, title, place, isOpen } of bookmarks.slice(0, itemLimit)) {
    const target = places.get(readFragment(place));
    if (target === undefined || !pages.has(target[0])) continue;
    const dict: PdfDict = new Map<string, PdfObject>([
      ['Title', encodeTextString(title.replaceAll('\u00ad', ''))],
      ['Dest', target],
    ]);
    const item: OutlineItem = { dict, open: isOpen, kids: [] };
    while ((path.at(-1)?.level ?? 0) >= level || path.length > depthLimit) path.pop();
    path.at(-1)?.item.kids.push(item);
    path.push({ item, level });
  }
  return root.kids;
}

function readOutline(part: OpenPart, links: Links, structured: boolean): OutlineItem[] {
  const seen = new Set<PdfDict>();
  const pages = new Set<PdfObject>(part.pages);
  const readList = (first: PdfObject | undefined, depth: number): OutlineItem[] => {
    const items: OutlineItem[] = [];
    let entry = first;
    for (let dict = asDict(entry); dict !== undefined; entry = dict.get('Next'), dict = asDict(entry)) {
      if (seen.has(dict) || seen.size === itemLimit || depth > depthLimit) break;
      seen.add(dict);
      if (resolve(entry) instanceof PdfStream) links.reportOddOutline(part);
      const item: OutlineItem = { dict: new Map(), open: (asNumber(dict.get('Count')) ?? 0) >= 0, kids: [] };
      item.dict.set('Title', readTitle(part, dict));
      const leads = links.copyTarget(part, dict, item.dict);
      item.kids = readList(dict.get('First'), depth + 1);
      copyLooks(dict, item.dict);
      const element = dict.get('SE');
      if (structured && element instanceof PdfRef && asDict(element) !== undefined) {
        item.dict.set('SE', element);
        const page = leads ? undefined : findPage(pages, element);
        if (page !== undefined) item.dict.set('Dest', findTop(page));
      }
      if (!item.dict.has('Dest') && !item.dict.has('A')) links.reportHeading(part, dict);
      // A heading that leads nowhere is one all the same, but not that of a page that was left out.
      if (part.cut && !item.dict.has('Dest') && !item.dict.has('A') && item.kids.length === 0) continue;
      items.push(item);
    }
    return items;
  };
  const root = part.catalog.get('Outlines');
  if (resolve(root) instanceof PdfStream) links.reportOddOutline(part);
  return readList(asDict(root)?.get('First'), 0);
}

/** The title of an item. A heading of ours has no use for its soft hyphens there. */
function readTitle({ part }: OpenPart, item: PdfDict): PdfString {
  const title = asString(item.get('Title')) ?? '';
  const { foreign, titles } = part;
  if (foreign || (titles === undefined && !title.includes('\xad'))) return new PdfString(title);
  const text = decodeTextString(title).replaceAll('\u00ad', '');
  return encodeTextString(titles && Object.hasOwn(titles, text) ? (titles[text] as string) : text);
}

/** The page that a structure element begins on: its own, or that of the first element below it that has one. */
function findPage(pages: ReadonlySet<PdfObject>, element: PdfObject): PdfRef | undefined {
  const waiting: PdfObject[] = [element];
  for (let steps = 0; steps < searchLimit; steps++) {
    const dict = asDict(waiting.shift());
    if (dict === undefined) return undefined;
    const page = dict.get('Pg');
    if (page instanceof PdfRef && pages.has(page)) return page;
    const kids = asList(dict.get('K')).slice(0, searchLimit);
    waiting.unshift(...kids.filter((kid) => asDict(kid)));
  }
  return undefined;
}

function copyLooks(from: PdfDict, to: PdfDict): void {
  const flags = asNumber(from.get('F'));
  if (flags !== undefined && flags !== 0) to.set('F', flags);
  const color = asArray(from.get('C')).map((item) => resolve(item));
  if (color.length === 3 && color.every((item) => typeof item === 'number')) to.set('C', color);
}

/** Links the items of a level and of those below it; returns how many of them show when it is open. */
function linkItems(parent: PdfRef, items: readonly OutlineItem[]): number {
  const refs = items.map(({ dict }) => new PdfRef(dict));
  let shown = 0;
  for (const [index, item] of items.entries()) {
    const ref = refs[index] as PdfRef;
    item.dict.set('Parent', parent);
    item.dict.set('Prev', refs[index - 1] ?? null);
    item.dict.set('Next', refs[index + 1] ?? null);
    const below = item.kids.length > 0 ? linkItems(ref, item.kids) : 0;
    if (below > 0) item.dict.set('Count', item.open ? below : -below);
    shown += 1 + (item.open ? below : 0);
  }
  const dict = asDict(parent);
  dict?.set('First', refs[0] ?? null);
  dict?.set('Last', refs.at(-1) ?? null);
  if (!dict?.has('Parent')) dict?.set('Count', shown);
  return shown;
}
