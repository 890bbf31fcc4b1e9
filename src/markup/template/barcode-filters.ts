import type { FilterImplOptions } from 'liquidjs';
import { nearestName } from '../../folders/index.ts';
import {
  describeValue,
  type FilterHandler,
  readArguments,
  readTextArgument,
  readWholeArgument,
  refuseRounded,
  requireValue,
} from './filter-arguments.ts';

type Library = Pick<typeof import('bwip-js/generic'), 'toSVG'>;
type DrawOptions = Parameters<Library['toSVG']>[0];

interface Symbology {
  /** The name of the symbology in the library. */
  bcid: string;
  /** Bars of one height, which may carry their text below; else a matrix of squares. */
  linear: boolean;
  /** Millimetres of the narrowest bar or of one square. */
  module: number;
  /** Modules of quiet zone on each side. */
  margin: number;
  /** What the library must scale by to draw two units per module: its squares are twice as large as its bars. */
  scale: number;
  /** What else the library must know to draw it the usual way. */
  looks?: Partial<DrawOptions>;
}

const bars = (bcid: string, margin = 10, module = 0.33): Symbology => {
  const looks = { textxalign: 'center' as const };
  return { bcid, linear: true, module, margin, scale: 2, looks };
};
// Their digits stand at fixed places around the bars.
const goods = (bcid: string, margin: number): Symbology => {
  return { bcid, linear: true, module: 0.33, margin, scale: 2 };
};
const squares = (bcid: string, margin: number): Symbology => {
  return { bcid, linear: false, module: 0.5, margin, scale: 1 };
};

const qr = squares('qrcode', 4);

const symbologies = new Map<string, Symbology>([
  ['ean13', goods('ean13', 11)],
  ['ean8', goods('ean8', 7)],
  ['upca', goods('upca', 9)],
  ['upce', goods('upce', 9)],
  ['isbn', goods('isbn', 11)],
  ['issn', goods('issn', 11)],
  ['code128', bars('code128')],
  ['gs1-128', bars('gs1-128')],
  ['sscc18', bars('sscc18')],
  ['code39', bars('code39')],
  ['code93', bars('code93')],
  ['itf14', bars('itf14', 10, 0.5)],
  ['interleaved2of5', bars('interleaved2of5')],
  ['codabar', bars('rationalizedCodabar')],
  ['datamatrix', squares('datamatrix', 1)],
  ['aztec', squares('azteccode', 0)],
  ['pdf417', { bcid: 'pdf417', linear: false, module: 0.33, margin: 2, scale: 2 }],
]);

/** Units of the picture for one module, whatever the symbology. */
const unitsPerModule = 2;
const textLimit = 4000;

/**
 * `qr_code` and `barcode`, which write an inline SVG that needs no `| raw`. `library` is asked only when one is used.
 * An `append` or any other filter after them escapes the picture again, as it does with every value.
 */
export function buildBarcodeFilters(library: () => Library): Record<string, FilterImplOptions> {
  /**
   * `{{ "https://example.com" | qr_code: "30mm" }}`. Options: `size` (a CSS length; 30mm), `level` of error correction
   * (L, M, Q, H; M) and `margin`, the quiet zone in squares (4). ISO/IEC 18004.
   */
  const qrCode: FilterHandler = function (value: unknown, ...given: unknown[]) {
    const { size, level, margin } = readArguments('qr_code', ['size', 'level', 'margin'], given);
    const text = readContent('qr_code', value);
    const eclevel = readTextArgument(level) ?? 'M';
    if (!/^[LMQH]$/.test(eclevel)) throw new Error(`level must be L, M, Q or H, not ${describeValue(level)}`);
    const looks = { eclevel, ...buildQuietZone(qr, readWholeArgument('margin', margin, 0, 40)) };
    const svg = drawPicture(library(), 'qr_code', qr, text, looks);
    const side = readLength('size', size) ?? '30mm';
    this.context.memoryLimit.use(svg.length);
    return dressPicture(svg, `QR code: ${text}`, side, side);
  };
  /**
   * `{{ "5901234123457" | barcode: "ean13" }}`. Options: `type` (code128), `width` and `height` (CSS lengths; by the
   * standard of the type), `text` (whether the characters stand below the bars; true) and `margin` in modules.
   */
  const barcode: FilterHandler = function (value: unknown, ...given: unknown[]) {
    const names = ['type', 'height', 'width', 'text', 'margin'] as const;
    const read = readArguments('barcode', names, given);
    const type = (readTextArgument(read.type) ?? 'code128').toLowerCase();
    const found = findSymbology(type);
    const content = readContent('barcode', value);
    // Where they stand follows from tables of publishers, which the library has not.
    if (type === 'isbn' && /^(\d{12,13}|\d{9}[\dX]?)$/i.test(content)) {
      throw new Error('barcode: an ISBN has dashes, as in "978-3-16-148410-0"; for its bars alone, write "ean13"');
    }
    const shape = found.linear ? { includetext: read.text !== false, height: 15 } : {};
    const looks = { ...shape, ...buildQuietZone(found, readWholeArgument('margin', read.margin, 0, 40)) };
    const svg = drawPicture(library(), type, found, content, looks);
    this.context.memoryLimit.use(svg.length);
    const height = readLength('height', read.height);
    const width = readLength('width', read.width);
    const natural = measurePicture(svg, found.module);
    // One side alone keeps the proportions.
    const size = {
      width: width ?? (height ? 'auto' : natural.width),
      height: height ?? (width ? 'auto' : natural.height),
    };
    return dressPicture(svg, `Barcode: ${content}`, size.width, size.height);
  };
  return { qr_code: { handler: qrCode, raw: true }, barcode: { handler: barcode, raw: true } };
}

function findSymbology(type: string): Symbology {
  const found = symbologies.get(type);
  if (found) return found;
  const similar = nearestName(type, symbologies.keys());
  const hint = similar === undefined ? `there are ${[...symbologies.keys()].join(', ')}` : `did you mean "${similar}"?`;
  throw new Error(`there is no barcode ${describeValue(type)}; ${hint}`);
}

/** White space around the code, in modules; beside bars only at their ends. */
function buildQuietZone({ margin, scale, linear }: Symbology, modules = margin): Partial<DrawOptions> {
  const padding = (modules * unitsPerModule) / scale;
  const sides = { paddingleft: padding, paddingright: padding };
  return linear ? sides : { ...sides, paddingtop: padding, paddingbottom: padding };
}

function readContent(filter: string, raw: unknown): string {
  const value = requireValue(filter, raw);
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new Error(`${filter} needs a text, not ${describeValue(value)}`);
  refuseRounded(`${filter} is given`, value);
  const text = String(value).toWellFormed();
  if (text.length > textLimit) throw new Error(`${filter} has at most ${textLimit} characters, not ${text.length}`);
  return text;
}

/** A CSS length. It goes into a style attribute, so it must be a number and a unit. */
function readLength(option: string, value: unknown): string | undefined {
  const text = readTextArgument(value);
  if (text === undefined) return undefined;
  if (!/^\d{1,5}(\.\d{1,4})?(mm|cm|in|pt|pc|px|em|rem|%)$/.test(text))
    throw new Error(`${option} must be a length such as "30mm", not ${describeValue(text)}`);
  return text;
}

function measurePicture(svg: string, module: number): { width: string; height: string } {
  const [, width, height] = /^<svg viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
  const measure = (units: string | undefined) => `${Number(((Number(units) / unitsPerModule) * module).toFixed(2))}mm`;
  return { width: measure(width), height: measure(height) };
}

function dressPicture(svg: string, label: string, width: string, height: string): string {
  const aria = escapeAttribute(label.length > 200 ? `${label.slice(0, 199)}…` : label);
  const style = `width:${width};height:${height};vertical-align:middle`;
  return `<svg role="img" aria-label="${aria}" style="${style}" ${svg.trim().slice('<svg '.length)}`;
}

function escapeAttribute(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Draws; an error of the library becomes a sentence without the library's own error names. */
function drawPicture(library: Library, what: string, kind: Symbology, text: string, looks: Partial<DrawOptions>) {
  try {
    return library.toSVG({ bcid: kind.bcid, text, scale: kind.scale, ...kind.looks, ...looks });
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^bwipp?\.[\w-]+(#\d+)?: /, '') : 'it cannot be drawn';
    throw new Error(`${what}: ${reason}`);
  }
}
