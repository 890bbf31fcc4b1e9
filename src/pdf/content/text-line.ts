import { defaultWidth, readWidths } from '../objects/glyph-widths.ts';
import { applyTo, type Matrix, multiply, type Point, readMatrix, unmoved } from '../objects/matrix.ts';
import type { ObjectReader } from '../objects/object-reader.ts';
import { asArray, asDict, asName, asNumber, type PdfDict, type PdfObject, PdfString } from '../objects/objects.ts';

interface Font {
  /** Bytes of a code. */
  bytes: 1 | 2;
  /** The width of a code in text space, for a size of 1. */
  measure(code: number): number;
}

/** Where text is, in units of its page. */
export interface Baseline {
  /** Where its baseline begins and ends. */
  start: Point;
  end: Point;
  /** How high its characters are. */
  size: number;
}

/** What a text object shows, while it is read. */
export class TextLine {
  readonly from: number;
  #font: Font | undefined;
  #size = 0;
  #matrix: Matrix = unmoved;
  /** How far the text shown since the last move reaches. */
  #advance = 0;
  #start: Matrix | undefined;

  constructor(from: number) {
    this.from = from;
  }

  /** Reads an operation of a text object. `find` is called for the font that it names. */
  read(operator: string, reader: ObjectReader, find: (name: string) => Font | undefined): void {
    if (operator === 'Tm') this.#moveTo(readMatrix(reader));
    else if (operator === 'Tj' || operator === 'TJ') this.#show(reader.readObject());
    else if (operator === 'Td') {
      const [x, y] = [asNumber(reader.readObject()) ?? 0, asNumber(reader.readObject()) ?? 0];
      this.#moveTo(multiply([1, 0, 0, 1, x, y], this.#matrix));
    } else if (operator === 'Tf') {
      const name = reader.readObject();
      this.#font = find(typeof name === 'string' ? name : '');
      this.#size = asNumber(reader.readObject()) ?? 0;
    }
  }

  #moveTo(matrix: Matrix): void {
    this.#matrix = matrix;
    this.#advance = 0;
  }

  #show(shown: PdfObject): void {
    this.#start ??= this.#matrix;
    for (const item of Array.isArray(shown) ? shown : [shown]) {
      if (typeof item === 'number') this.#advance -= (item / 1000) * this.#size;
      if (!(item instanceof PdfString) || this.#font === undefined) continue;
      const codes = Buffer.from(item.bytes, 'latin1');
      const { bytes, measure } = this.#font;
      for (let at = 0; at + bytes <= codes.length; at += bytes)
        this.#advance += measure(codes.readUIntBE(at, bytes)) * this.#size;
    }
  }

  /** Its place; undefined if it shows nothing. */
  place(matrix: Matrix): Baseline | undefined {
    if (this.#start === undefined) return undefined;
    const [, , c, d] = multiply(this.#start, matrix);
    return {
      start: applyTo(multiply(this.#start, matrix), [0, 0]),
      end: applyTo(multiply(this.#matrix, matrix), [this.#advance, 0]),
      size: Math.hypot(c, d) * this.#size,
    };
  }
}

/** The widths of what fonts show. */
export class GlyphWidths {
  readonly #fonts = new Map<PdfDict, Font>();

  read(font: PdfDict | undefined): Font | undefined {
    if (font === undefined) return undefined;
    const known = this.#fonts.get(font);
    if (known !== undefined) return known;
    const read = asName(font.get('Subtype')) === 'Type0' ? readComposite(font) : readSimple(font);
    this.#fonts.set(font, read);
    return read;
  }
}

function readComposite(font: PdfDict): Font {
  const descendant = asDict(asArray(font.get('DescendantFonts'))[0]) ?? new Map<string, PdfObject>();
  const widths = readWidths(descendant);
  const usual = defaultWidth(descendant);
  return { bytes: 2, measure: (code) => (widths?.get(code) ?? usual) / 1000 };
}

function readSimple(font: PdfDict): Font {
  const widths = asArray(font.get('Widths'));
  const first = asNumber(font.get('FirstChar')) ?? 0;
  const scale = asNumber(asArray(font.get('FontMatrix'))[0]) ?? 0.001;
  return { bytes: 1, measure: (code) => (asNumber(widths[code - first]) ?? 0) * scale };
}
