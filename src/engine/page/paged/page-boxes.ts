import type { MarginSide, PageRule } from '../../../injected/calls.ts';
import { nthMark } from '../../../injected/names.ts';
import type { Page } from '../open/page.ts';
import { choosePaper, type PageOptions, readPageSize } from '../open/page-settings.ts';

/** The room for content on a page, in whole CSS pixels. */
export interface PageBox {
  width: number;
  height: number;
}

/** The room on the pages of a document, by the name of a page, a colon, and `first`, `left` or `right`. */
export type PageBoxes = Record<string, PageBox>;

type Sides = Record<MarginSide, number>;

/** A page of paper and its margins, in CSS pixels, and what its borders and its padding take of the rest. */
export type Sheet = Sides & { width: number; height: number; padding: Sides; border: Sides };

/** What an `@page` selector asks for (CSS Paged Media 3, section 3.4). */
interface Asked {
  name: string;
  pseudo: string;
}

/** The room for content on the pages of a loaded page; see readPageBoxes. */
export async function measurePageBoxes(page: Page, options: PageOptions, shrink = 1): Promise<PageBoxes> {
  return readPageBoxes(await page.call('readPageRules'), options, shrink);
}

/**
 * The room for content on pages, by the `@page` rules and the options. Chromium makes it a whole number of pixels, upwards. `shrink` is by
 * how much more Chromium lays out, to print all of it smaller.
 */
export function readPageBoxes(rules: readonly PageRule[], options: PageOptions, shrink = 1): PageBoxes {
  // A hair less, so that a whole number stays what it is.
  const round = (length: number) => Math.max(1, Math.ceil((length / (options.scale ?? 1)) * shrink - 0.01));
  const boxes: PageBoxes = {};
  for (const { name, pseudo } of listPages(rules)) {
    const sheet = measureSheet(listRules(rules, name, pseudo), options);
    const { width, height } = measureInside(sheet, [sheet, sheet.border, sheet.padding]);
    boxes[`${name}:${pseudo}`] = { width: round(width), height: round(height) };
  }
  return boxes;
}

/** Every name of pages, and every page of a name that may differ. The empty name is that of pages without one. */
export function listPages(rules: readonly PageRule[]): { name: string; pseudo: string }[] {
  const names = new Set(['', ...rules.flatMap(({ selector }) => readSelectors(selector)).map(({ name }) => name)]);
  // No page has a name that is not one yet; see translateNth.
  const known = [...names].filter((name) => !name.includes(nthMark));
  return known.flatMap((name) => ['first', 'left', 'right'].map((pseudo) => ({ name, pseudo })));
}

/** What some edges of a page leave of it. */
export function measureInside({ width, height }: Sheet, edges: readonly Sides[]): PageBox {
  const take = (one: MarginSide, other: MarginSide) => edges.reduce((sum, edge) => sum + edge[one] + edge[other], 0);
  return { width: width - take('left', 'right'), height: height - take('top', 'bottom') };
}

/** The pseudo-class of the page with this index, in a document whose first page is a right one or, if `isLeftFirst`, a left one. */
export function sideOf(index: number, isLeftFirst: boolean): 'first' | 'left' | 'right' {
  if (index === 0) return 'first';
  return (index % 2 === 0) !== isLeftFirst ? 'right' : 'left';
}

function readSelectors(selector: string): Asked[] {
  return selector.split(',').map((part) => {
    const [name = '', ...pseudos] = part.trim().split(':');
    return { name, pseudo: pseudos.join(':') };
  });
}

/**
 * The rules for pages of a name and of a pseudo-class (`first`, `left` or `right`), those that select them more closely later. The first page
 * of a document is a right one.
 */
export function listRules(rules: readonly PageRule[], name: string, pseudo: string): PageRule[] {
  const fits = ({ name: askedName, pseudo: side }: Asked) =>
    (askedName === '' || askedName === name) &&
    (side === '' || side === pseudo || (pseudo === 'first' && side === 'right'));
  const weigh = ({ name: askedName, pseudo: side }: Asked) =>
    Number(askedName !== '') * 4 + (side === 'first' ? 2 : Number(side !== ''));
  const asked = rules.flatMap((rule) => readSelectors(rule.selector).map((selector) => ({ rule, selector })));
  const chosen = asked.filter(({ selector }) => fits(selector));
  return chosen.sort((a, b) => weigh(a.selector) - weigh(b.selector)).map(({ rule }) => rule);
}

/** The paper of pages that these rules are for, and its margins. */
export function measureSheet(rules: readonly PageRule[], options: PageOptions): Sheet {
  const paper = choosePaper(options);
  const given = { width: readPaper(paper.width), height: readPaper(paper.height) };
  let size = given;
  for (const rule of rules) {
    if (/\bauto\b/i.test(rule.size)) size = given;
    const points = readPageSize(rule.size);
    const { width, height } = points ? { width: (points.width * 96) / 72, height: (points.height * 96) / 72 } : size;
    const isTurned =
      points === undefined && /landscape|portrait/i.test(rule.size) && /landscape/i.test(rule.size) !== width > height;
    size = isTurned ? { width: height, height: width } : { width, height };
  }
  const measure = (edge: 'margin' | 'padding' | 'border', side: MarginSide) => {
    const last = chooseDeclared(rules.flatMap((rule) => rule[edge]?.[side] ?? []));
    const axis = side === 'top' || side === 'bottom' ? size.height : size.width;
    const usual = edge === 'margin' ? readPaperMargin(paper.margin[side]) : 0;
    return last?.px ?? (last?.share === undefined ? usual : last.share * axis);
  };
  const measureAll = (edge: 'margin' | 'padding' | 'border'): Sides => ({
    top: measure(edge, 'top'),
    right: measure(edge, 'right'),
    bottom: measure(edge, 'bottom'),
    left: measure(edge, 'left'),
  });
  return { ...size, ...measureAll('margin'), padding: measureAll('padding'), border: measureAll('border') };
}

/** The one of several declarations that counts (CSS Cascade 4, section 6.1). */
export function chooseDeclared<T extends { isImportant: boolean }>(declared: readonly T[]): T | undefined {
  return declared.findLast(({ isImportant }) => isImportant) ?? declared.at(-1);
}

/**
 * Inches of paper, and of its margin, as CSS pixels. Chromium makes those of its print settings whole points, the paper upwards and the
 * margin downwards, and these whole parts of 1/64 pixel; lengths of CSS stay unchanged.
 */
const readPaper = (inches: number) => Math.ceil((Math.ceil(inches * 72 - 0.001) / 72) * 96 * 64) / 64;
const readPaperMargin = (inches: number) => Math.floor((Math.floor(inches * 72 + 0.001) / 72) * 96 * 64) / 64;
