import type { Protocol } from 'devtools-protocol';
import type { Options, PartOptions } from '../../../contract/index.ts';

/** Width and height of the page sizes known by name, in inches (ISO 216; ANSI/ASME Y14.1). */
const sizes: Record<string, readonly [number, number]> = {
  A0: [841 / 25.4, 1189 / 25.4],
  A1: [594 / 25.4, 841 / 25.4],
  A2: [420 / 25.4, 594 / 25.4],
  A3: [297 / 25.4, 420 / 25.4],
  A4: [210 / 25.4, 297 / 25.4],
  A5: [148 / 25.4, 210 / 25.4],
  A6: [105 / 25.4, 148 / 25.4],
  B4: [250 / 25.4, 353 / 25.4],
  B5: [176 / 25.4, 250 / 25.4],
  Letter: [8.5, 11],
  Legal: [8.5, 14],
  Tabloid: [11, 17],
  Ledger: [17, 11],
};

/** Width and height of the other page sizes of ISO 216, in millimetres. */
const sizesOfIso: Record<string, readonly [number, number]> = {
  A7: [74, 105],
  A8: [52, 74],
  A9: [37, 52],
  A10: [26, 37],
  B0: [1000, 1414],
  B1: [707, 1000],
  B2: [500, 707],
  B3: [353, 500],
  B6: [125, 176],
  B7: [88, 125],
  B8: [62, 88],
  B9: [44, 62],
  B10: [31, 44],
};

/** Names of page sizes that CSS does not have (CSS Paged Media 3, section 7.1), and what to write for them. */
export const sizesBeyondCss: Readonly<Record<string, string>> = Object.fromEntries([
  ...['A0', 'A1', 'A2', 'A6', 'Tabloid'].map((name) => [
    name.toLowerCase(),
    (sizes[name] ?? []).map((inches) => `${inches}in`).join(' '),
  ]),
  ...Object.entries(sizesOfIso).map(([name, [width, height]]) => [name.toLowerCase(), `${width}mm ${height}mm`]),
]);

const unitsPerInch: Record<string, number> = { px: 96, pt: 72, pc: 6, in: 1, cm: 2.54, mm: 25.4, Q: 101.6 };

/** A CSS length in inches (CSS Values 4, section 6.2); a bare 0 is 0. */
export function toInches(length: string): number {
  const number = Number.parseFloat(length);
  const unit = unitsPerInch[length.replace(/^[\d.]+/, '')];
  return number === 0 || unit === undefined ? 0 : number / unit;
}

/** Page sizes that CSS alone knows (CSS Paged Media 3, section 7.1), in inches. */
const cssSizes: Record<string, readonly [number, number]> = {
  'JIS-B4': [257 / 25.4, 364 / 25.4],
  'JIS-B5': [182 / 25.4, 257 / 25.4],
  Ledger: [11, 17],
};

/** Width and height in points of a page size as an `@page` rule names it; undefined if it leaves the paper open. */
export function readPageSize(size: string): { width: number; height: number } | undefined {
  const words = size.trim().split(/\s+/);
  const names = Object.entries({ ...sizes, ...cssSizes });
  const known = names.find(([name]) => words.some((word) => word.toLowerCase() === name.toLowerCase()))?.[1];
  const [across = 0, down = across] = known ?? words.map(toInches).filter((length) => length > 0);
  if (across === 0) return undefined;
  const [width, height] = known !== undefined && words.includes('landscape') ? [down, across] : [across, down];
  return { width: width * 72, height: height * 72 };
}

/** The options of one part: its own, then the request's, of which some are for all parts. `page_ranges` is its own alone. */
export type PageOptions = PartOptions & Pick<Options, 'outline' | 'tagged' | 'locale' | 'timezone'>;

/** The style sheets that options add to a document. */
export function listGivenSheets({ css = [], hide = [] }: PageOptions): string[] {
  return [...css, ...hide.map((selector) => `${selector} { display: none !important }`)];
}

/** Paper and margins of the options, in inches. CSS `@page` rules may override them. */
interface Paper {
  width: number;
  height: number;
  margin: { top: number; right: number; bottom: number; left: number };
}

const defaultMargin = '10mm';

/** The paper that the options ask for. Default A4, upright, with margins of 10 mm. */
export function choosePaper({ page_size = 'A4', landscape = false, margin = defaultMargin }: PageOptions): Paper {
  const [width, height] =
    typeof page_size === 'string'
      ? (sizes[page_size] ?? [210 / 25.4, 297 / 25.4])
      : [toInches(page_size.width), toInches(page_size.height)];
  const sides = typeof margin === 'string' ? { top: margin, right: margin, bottom: margin, left: margin } : margin;
  const { top = '0', right = '0', bottom = '0', left = '0' } = sides;
  return {
    width: landscape ? height : width,
    height: landscape ? width : height,
    margin: { top: toInches(top), right: toInches(right), bottom: toInches(bottom), left: toInches(left) },
  };
}

/** The least width and height of the room for content, in CSS pixels. In less than that no line has a place. */
export const leastRoom = 2;

/** Whether the margins that the options name leave room on their paper. */
export function hasRoom(options: PageOptions): boolean {
  const { width, height, margin } = choosePaper(options);
  const inside = Math.min(width - margin.left - margin.right, height - margin.top - margin.bottom);
  return inside * 96 >= leastRoom;
}

/** The paper of the options in points, upright and turned, for CSS may name the direction alone. */
export function listPapers(options: PageOptions): { width: number; height: number }[] {
  const paper = choosePaper(options);
  const [width, height] = [paper.width * 72, paper.height * 72];
  return [
    { width, height },
    { width: height, height: width },
  ];
}

/** What the options name of a page, which wins over the document's `@page` rules. */
export interface PageOverrides {
  /** Width and height in points. */
  size?: { width: number; height: number };
  /** The direction, if no size is named. */
  landscape?: boolean;
  /** CSS lengths. */
  margin?: Record<'top' | 'right' | 'bottom' | 'left', string>;
}

/** What the options name of a page; undefined if the document's own CSS decides everything. */
export function readPageOverrides(options: PageOptions): PageOverrides | undefined {
  const { page_size, landscape, margin, prefer_css_page_size } = options;
  if (prefer_css_page_size === true) return undefined;
  const { width, height, margin: sides } = choosePaper(options);
  const overrides: PageOverrides = {};
  if (page_size !== undefined || prefer_css_page_size === false)
    overrides.size = { width: width * 72, height: height * 72 };
  else if (landscape !== undefined) overrides.landscape = landscape;
  if (margin !== undefined) {
    const { top, right, bottom, left } = sides;
    overrides.margin = { top: `${top}in`, right: `${right}in`, bottom: `${bottom}in`, left: `${left}in` };
  }
  return Object.keys(overrides).length > 0 ? overrides : undefined;
}

/** The parameters of the DevTools method Page.printToPDF. */
export function buildPrintSettings(options: PageOptions): Protocol.Page.PrintToPDFRequest {
  const { width, height, margin } = choosePaper(options);
  return {
    paperWidth: width,
    paperHeight: height,
    marginTop: margin.top,
    marginRight: margin.right,
    marginBottom: margin.bottom,
    marginLeft: margin.left,
    scale: options.scale ?? 1,
    printBackground: options.print_background ?? true,
    // What the options name is written into the `@page` rules before.
    preferCSSPageSize: true,
    pageRanges: options.page_ranges?.replace(/\s/g, '') ?? '',
    generateTaggedPDF: options.tagged ?? true,
    generateDocumentOutline: options.outline ?? true,
    displayHeaderFooter: false,
  };
}
