import type { BleedReach, BoxDeclaration, MarginSide, PageRule } from '../../../injected/calls.ts';
import { nthMark } from '../../../injected/names.ts';
import { markRoom, type TrimmedSheet } from '../../../pdf/index.ts';
import type { Page } from '../open/page.ts';
import type { PageOptions } from '../open/page-settings.ts';
import { buildWarnings, type PageWarning } from '../open/warnings.ts';
import { chooseDeclared, listPages, listRules, measureSheet, type Sheet } from './page-boxes.ts';

/** Points in a CSS pixel. */
const pixel = 0.75;
/** The bleed of pages with crop marks that name none, in CSS pixels (CSS Paged Media 3, section 7.2). */
const usualBleed = 8;
/** CSS pixels by which the edges of sheets become wider until their size tells them apart, and by which sizes differ then. */
const step = 2;

/** The sheets that the pages of a document are printed on, if they are to be trimmed. */
export interface TrimmedSheets {
  sheets: TrimmedSheet[];
  /** Layout pixels that are kept free at both ends of each page, for boxes that reach into the bleed. */
  padding: number;
  findArea(name: string, pseudo: string): BackgroundArea | undefined;
  warnings: readonly PageWarning[];
}

/** Where backgrounds of a page are, in CSS pixels. */
export interface BackgroundArea {
  /** How far those that are sized by their page reach beyond it, into its bleed. */
  reach: Record<MarginSide, number>;
  /** By how much the page area is longer at both ends. */
  room: number;
}

/** A kind of page and its sheet. Lengths in CSS pixels. */
interface TrimmedKind {
  name: string;
  pseudo: string;
  rules: readonly PageRule[];
  /** Rules that may be for some of these pages, once these are known. */
  later: readonly PageRule[];
  page: Sheet;
  bleed: number;
  marks: TrimmedSheet['marks'];
  /** From the edge of the sheet to that of the page. */
  edge: number;
}

/** Why boxes cannot reach into the bleed at the upper and the lower edge of pages. */
const obstacles: Readonly<Record<NonNullable<BleedReach['obstacle']>, string>> = {
  rootHeight: 'the root element has a fixed height',
  units: 'lengths depend on the height of the page, such as 100vh',
  fixed: 'boxes have position: fixed',
};

/**
 * Prints pages with a bleed or marks on larger sheets: their size and their margins grow, and margin boxes keep their places. Undefined if no page
 * has any. With `isDivided`, platen divides pages itself, and no room can be made for boxes at their upper and lower edges.
 */
export async function enlargeSheets(
  page: Page,
  options: PageOptions,
  isDivided: boolean,
): Promise<TrimmedSheets | undefined> {
  const kinds = readKinds(await page.call('readPageRules'), options);
  if (kinds.every(({ edge }) => edge === 0)) return undefined;
  tellApart(kinds);
  const bleed = Math.max(...kinds.map((kind) => kind.bleed));
  const free = Math.min(bleed, ...kinds.map((kind) => Math.min(kind.page.top, kind.page.bottom) + kind.edge));
  const { reaches, obstacle } = await page.call('findBleedReach');
  const { add, list } = buildWarnings();
  const why = obstacle ? obstacles[obstacle] : isDivided ? 'the document has footnotes or floats of pages' : undefined;
  if (reaches && why !== undefined)
    add('css_ignored', `bleed (@page): boxes end at the upper and lower edges of their page, because ${why}.`);
  const room = reaches && why === undefined ? free : 0;
  const css = kinds.map((kind) => `@page ${kind.name}:${kind.pseudo} { ${writeSheet(kind, room)} }`);
  await page.call('writeSheets', css.join('\n'), room / (options.scale ?? 1));
  const areas = new Map(kinds.map((kind) => [`${kind.name}:${kind.pseudo}`, measureArea(kind, room)]));
  return {
    sheets: listSheets(kinds),
    padding: room / (options.scale ?? 1),
    findArea: (name, pseudo) => areas.get(`${name}:${pseudo}`),
    warnings: list,
  };
}

function readKinds(all: readonly PageRule[], options: PageOptions): TrimmedKind[] {
  const later = all.filter(({ selector }) => selector.includes(nthMark));
  return listPages(all).map(({ name, pseudo }) => {
    const rules = listRules(all, name, pseudo);
    const declared = chooseDeclared(rules.flatMap((rule) => rule.marks ?? []))?.text ?? '';
    const marks = { crop: /\bcrop\b/i.test(declared), cross: /\bcross\b/i.test(declared) };
    const bleed = chooseDeclared(rules.flatMap((rule) => rule.bleed ?? []))?.px ?? (marks.crop ? usualBleed : 0);
    const edge = bleed + (marks.crop || marks.cross ? markRoom / pixel : 0);
    return { name, pseudo, rules, later, page: measureSheet(rules, options), bleed, marks, edge };
  });
}

/** Widens the edges of sheets that have the size of others and another bleed: only their size shows in a PDF which is which. */
function tellApart(kinds: readonly TrimmedKind[]): void {
  const known = new Map<string, { width: number; height: number }>();
  for (const kind of kinds) {
    const { page, bleed, marks } = kind;
    const key = JSON.stringify([page.width, page.height, bleed, marks]);
    const measure = () => ({ width: page.width + 2 * kind.edge, height: page.height + 2 * kind.edge });
    const isTaken = () =>
      [...known].some(([other, size]) => {
        const { width, height } = measure();
        return other !== key && Math.abs(size.width - width) < step && Math.abs(size.height - height) < step;
      });
    while (isTaken()) kind.edge += step;
    known.set(key, measure());
  }
}

function listSheets(kinds: readonly TrimmedKind[]): TrimmedSheet[] {
  const sheets = new Map<string, TrimmedSheet>();
  for (const { page, edge, bleed, marks } of kinds) {
    const size = { width: (page.width + 2 * edge) * pixel, height: (page.height + 2 * edge) * pixel };
    sheets.set(JSON.stringify(size), { ...size, edge: edge * pixel, bleed: bleed * pixel, marks });
  }
  return [...sheets.values()];
}

/** The declarations that make the sheet of a page larger. `room` of its margins at the top and at the bottom becomes part of the page area. */
function writeSheet({ rules, later, page, edge }: TrimmedKind, room: number): string {
  const margins = [page.top + edge - room, page.right + edge, page.bottom + edge - room, page.left + edge];
  const names = new Set([...rules, ...later].flatMap(({ boxes }) => Object.keys(boxes ?? {})));
  const boxes = [...names].map((name) => {
    const declared = rules.flatMap(({ boxes }) => (boxes?.[name] === undefined ? [] : [boxes[name]]));
    return `@${name} { ${writeMargins(name, declared, edge, room)} }`;
  });
  const size = `${page.width + 2 * edge}px ${page.height + 2 * edge}px`;
  const margin = margins.map((length) => `${length}px`).join(' ');
  return `size: ${size} !important; margin: ${margin} !important; ${boxes.join(' ')}`;
}

/** The margins that leave a margin box where it would be on a page without a bleed. */
function writeMargins(
  name: string,
  declared: readonly Record<string, BoxDeclaration>[],
  edge: number,
  room: number,
): string {
  const added: Record<string, number> = {};
  const isCorner = name.endsWith('-corner');
  for (const [side, inner] of [
    ['top', 'bottom'],
    ['bottom', 'top'],
  ] as const)
    if (name.startsWith(side)) Object.assign(added, { [side]: edge, [inner]: -room });
  for (const side of ['left', 'right'])
    if (name.startsWith(side) || (isCorner && name.includes(side))) {
      added[side] = edge;
      if (name.endsWith('-top')) added.top = room;
      if (name.endsWith('-bottom')) added.bottom = room;
    }
  return Object.entries(added)
    .filter(([, length]) => length !== 0)
    .map(([side, length]) => {
      const own = chooseDeclared(declared.flatMap((box) => box[`margin-${side}`] ?? []));
      return `margin-${side}: ${(own?.px ?? 0) + length}px !important;`;
    })
    .join(' ');
}

/** Backgrounds of a page without a margin cover the bleed on that side. */
function measureArea({ page, bleed }: TrimmedKind, room: number): BackgroundArea {
  const reach = (margin: number) => (margin === 0 ? bleed : 0);
  const { top, right, bottom, left } = page;
  return { room, reach: { top: reach(top), right: reach(right), bottom: reach(bottom), left: reach(left) } };
}
