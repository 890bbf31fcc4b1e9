import { codeOf, OperationReader } from '../content/content-operations.ts';
import { decodeStream, type InflateBudget, listFilters } from '../objects/decode-stream.ts';
import { type Matrix, multiply, readMatrix, toMatrix, unmoved } from '../objects/matrix.ts';
import { ObjectReader } from '../objects/object-reader.ts';
import {
  asArray,
  asDict,
  asName,
  asNumber,
  type PdfDict,
  type PdfObject,
  PdfStream,
  resolve,
  unlessDamaged,
} from '../objects/objects.ts';

/** A font that a page uses. */
export interface FontFact {
  /** Its name without the six letters of a subset. */
  name: string;
  /** As the PDF calls it: TrueType, Type1, Type3, CIDFontType0, CIDFontType2, MMType1. */
  kind: string;
  embedded: boolean;
  /** Whether it has only the glyphs that the document needs. */
  subset: boolean;
}

/** A picture on a page. */
export interface ImageFact {
  /** From 1. */
  page: number;
  /** Pixels. */
  width: number;
  height: number;
  /** Pixels per inch where it is drawn largest. Undefined if it is drawn without a size. */
  dpi?: number;
  /** How its bytes are packed: "jpeg", "jpeg2000", "ccitt", "jbig2" or "lossless". */
  packing: string;
}

/** Objects that are looked at for one page: forms inside forms. */
const formLimit = 2000;
const depthLimit = 12;
/** Bytes of content streams that are unpacked for one page. */
const contentLimit = 64 * 1024 * 1024;

const [save, restore, concatenate, paint] = ['q', 'Q', 'cm', 'Do'].map(codeOf);

/** Reads what a page draws. `fonts` collects those of all pages by their dictionaries. */
export class PageContents {
  readonly fonts = new Map<PdfDict, FontFact>();
  readonly images: ImageFact[] = [];
  #seen = new Set<PdfDict>();
  #drawn = new Map<PdfStream, number>();
  #formsLeft = formLimit;
  #budget: InflateBudget = { bytes: contentLimit };

  /** Reads the page of this number, from 1. Content that cannot be read is left out. */
  readPage(page: PdfDict, number: number): void {
    this.#seen = new Set();
    this.#drawn = new Map();
    this.#formsLeft = formLimit;
    this.#budget = { bytes: contentLimit };
    const resources = asDict(page.get('Resources'));
    const contents = resolve(page.get('Contents'));
    const streams = Array.isArray(contents) ? contents.map((item) => resolve(item)) : [contents];
    this.#readFonts(resources, 0);
    this.#draw(readStreams(streams, this.#budget), resources, unmoved, 0);
    for (const annotation of asArray(page.get('Annots'))) this.#readAppearances(asDict(annotation));
    for (const [stream, dpi] of this.#drawn) this.images.push(describeImage(stream, number, dpi));
  }

  #readAppearances(annotation: PdfDict | undefined): void {
    const appearance = resolve(asDict(annotation?.get('AP'))?.get('N'));
    const states = appearance instanceof Map ? [...appearance.values()].map((state) => resolve(state)) : [appearance];
    for (const state of states) {
      if (state instanceof PdfStream) this.#readFonts(asDict(state.dict.get('Resources')), 1);
    }
  }

  /** The fonts of resources, and of the forms and patterns in them. */
  #readFonts(resources: PdfDict | undefined, depth: number): void {
    if (resources === undefined || this.#seen.has(resources) || depth > depthLimit) return;
    this.#seen.add(resources);
    for (const font of asDict(resources.get('Font'))?.values() ?? []) {
      const dict = asDict(font);
      if (dict !== undefined && !this.fonts.has(dict)) this.fonts.set(dict, describeFont(dict));
    }
    for (const kind of ['XObject', 'Pattern']) {
      for (const item of asDict(resources.get(kind))?.values() ?? []) {
        const stream = resolve(item);
        if (stream instanceof PdfStream) this.#readFonts(asDict(stream.dict.get('Resources')), depth + 1);
      }
    }
  }

  /** Follows the matrix to each picture that is painted. */
  #draw(bytes: Buffer, resources: PdfDict | undefined, outer: Matrix, depth: number): void {
    const objects = asDict(resources?.get('XObject'));
    if (objects === undefined || depth > depthLimit) return;
    const stack: Matrix[] = [];
    let matrix = outer;
    const follow = () => {
      for (const reader = new OperationReader(bytes); reader.next(); ) {
        const { operator, start } = reader;
        if (operator === save) stack.push(matrix);
        else if (operator === restore) matrix = stack.pop() ?? outer;
        else if (operator === concatenate) matrix = multiply(readMatrix(openOperands(bytes, start)), matrix);
        else if (operator === paint) {
          const name = asName(openOperands(bytes, start).readObject());
          this.#paint(resolve(objects.get(name ?? '')), resources, matrix, depth);
        }
      }
    };
    unlessDamaged(follow, () => undefined);
  }

  #paint(object: PdfObject | undefined, resources: PdfDict | undefined, matrix: Matrix, depth: number): void {
    if (!(object instanceof PdfStream)) return;
    const kind = asName(object.dict.get('Subtype'));
    if (kind === 'Image') {
      const dpi = measureDpi(object.dict, matrix);
      this.#drawn.set(object, Math.min(dpi, this.#drawn.get(object) ?? Number.POSITIVE_INFINITY));
    } else if (kind === 'Form' && this.#formsLeft-- > 0) {
      const inner = multiply(toMatrix(asArray(object.dict.get('Matrix'))), matrix);
      this.#draw(
        readStreams([object], this.#budget),
        asDict(object.dict.get('Resources')) ?? resources,
        inner,
        depth + 1,
      );
    }
  }
}

function openOperands(bytes: Buffer, start: number): ObjectReader {
  return new ObjectReader(bytes, () => null, start);
}

/** The content streams as one (ISO 32000-2, 7.8.2); those that cannot be unpacked are left out. */
function readStreams(streams: readonly (PdfObject | undefined)[], budget: InflateBudget): Buffer {
  const pieces = streams.flatMap((stream) => {
    if (!(stream instanceof PdfStream)) return [];
    return unlessDamaged(
      () => [decodeStream(stream, budget), Buffer.from('\n')],
      () => [],
    );
  });
  return Buffer.concat(pieces);
}

/** A picture is a square of one unit in the space that it is drawn in (ISO 32000-2, 8.9.4). */
function measureDpi(dict: PdfDict, [a, b, c, d]: Matrix): number {
  const across = (asNumber(dict.get('Width')) ?? 0) / Math.hypot(a, b);
  const down = (asNumber(dict.get('Height')) ?? 0) / Math.hypot(c, d);
  return Math.round(Math.min(across, down) * 72);
}

/** How the pixels of an image are packed, by its filters (ISO 32000-2, table 6). */
const packings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    DCTDecode: 'jpeg',
    DCT: 'jpeg',
    JPXDecode: 'jpeg2000',
    CCITTFaxDecode: 'ccitt',
    CCF: 'ccitt',
    JBIG2Decode: 'jbig2',
  }),
);

function describeImage({ dict }: PdfStream, page: number, dpi: number): ImageFact {
  const [packing = 'lossless'] = listFilters(dict).flatMap((filter = '') => packings.get(filter) ?? []);
  const [width = 0, height = 0] = ['Width', 'Height'].map((side) => asNumber(dict.get(side)));
  return { page, width, height, ...(Number.isFinite(dpi) && { dpi }), packing };
}

function describeFont(dict: PdfDict): FontFact {
  const inner = asDict(asArray(dict.get('DescendantFonts'))[0]) ?? dict;
  const kind = asName(inner.get('Subtype')) ?? 'unknown';
  const base = asName(dict.get('BaseFont')) ?? asName(inner.get('BaseFont')) ?? asName(dict.get('Name')) ?? '';
  const descriptor = asDict(inner.get('FontDescriptor'));
  const files = ['FontFile', 'FontFile2', 'FontFile3'];
  return {
    name: base.replace(/^[A-Z]{6}\+/, ''),
    kind,
    embedded: kind === 'Type3' || files.some((file) => descriptor?.has(file)),
    subset: /^[A-Z]{6}\+/.test(base),
  };
}
