import { codeOf, OperationReader } from '../content/content-operations.ts';
import { decodeContents, type InflateBudget } from '../objects/decode-stream.ts';
import { listContents } from '../objects/drawings.ts';
import { type Matrix, multiply, toMatrix, unmoved } from '../objects/matrix.ts';
import { ObjectReader } from '../objects/object-reader.ts';
import {
  asArray,
  asDict,
  asName,
  asNumber,
  PdfDamage,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  PdfStream,
  resolve,
  unlessDamaged,
} from '../objects/objects.ts';

/** The largest size at which an image is printed, in points. */
export interface PrintedSize {
  width: number;
  height: number;
}

/** Operations and bytes of content that are read, so that nested forms end. */
const operationLimit = 20_000_000;
const contentLimit = 512 * 1024 * 1024;
const depthLimit = 32;

const [save, restore, transform, draw, state, fillPattern, strokePattern] = [
  'q',
  'Q',
  'cm',
  'Do',
  'gs',
  'scn',
  'SCN',
].map(codeOf);

/**
 * The size of each image that the pages draw, also in forms, patterns and soft masks: that of its largest use. Images that are used where sizes
 * are not known are left out: in annotations and glyphs, and in damaged content. Undefined if there is too much content.
 */
export function findImageUses(pages: readonly PdfRef[]): Map<PdfStream, PrintedSize> | undefined {
  const search = new UseSearch();
  for (const page of pages) if (!search.searchPage(page)) return undefined;
  return search.finish();
}

class UseSearch {
  readonly #uses = new Map<PdfStream, PrintedSize>();
  readonly #unknown = new Set<PdfDict | PdfStream | PdfObject[]>();
  /** Contents that were read, with the scales that they were drawn at. */
  readonly #read = new Map<PdfStream, Set<string>>();
  readonly #fonts = new Set<PdfDict>();
  readonly #budget: InflateBudget = { bytes: contentLimit };
  #operations = 0;

  searchPage(page: PdfRef): boolean {
    const dict = asDict(page);
    if (dict === undefined) return true;
    const unit = asNumber(dict.get('UserUnit')) ?? 1;
    const resources = asDict(dict.get('Resources'));
    this.#search(listContents(dict), resources, [unit, 0, 0, unit, 0, 0], 0);
    for (const annotation of asArray(dict.get('Annots'))) this.#leaveAll(asDict(annotation)?.get('AP'));
    return this.#operations < operationLimit && this.#budget.bytes > 0;
  }

  finish(): Map<PdfStream, PrintedSize> {
    for (const stream of this.#uses.keys()) if (this.#unknown.has(stream)) this.#uses.delete(stream);
    return this.#uses;
  }

  #search(contents: readonly PdfStream[], resources: PdfDict | undefined, start: Matrix, depth: number): void {
    this.#leaveGlyphs(resources);
    const walk = () => {
      if (depth > depthLimit) throw new PdfDamage('forms nested too deeply');
      this.#walk(decodeContents(contents, this.#budget), resources, start, depth);
    };
    unlessDamaged(walk, () => this.#leaveAll(resources));
  }

  #walk(content: Buffer, resources: PdfDict | undefined, start: Matrix, depth: number): void {
    const saved: Matrix[] = [];
    let matrix = start;
    for (const reader = new OperationReader(content); reader.next(); ) {
      if (++this.#operations > operationLimit) return;
      const { operator } = reader;
      if (operator === save) saved.push(matrix);
      else if (operator === restore) matrix = saved.pop() ?? matrix;
      else if (operator === transform) matrix = multiply(readNumbers(content, reader), matrix);
      else if (operator === draw) {
        this.#draw(resolve(find(resources, 'XObject', readName(content, reader))), resources, matrix, depth);
      } else if (operator === state) {
        const mask = asDict(asDict(find(resources, 'ExtGState', readName(content, reader)))?.get('SMask'));
        this.#draw(resolve(mask?.get('G')), resources, matrix, depth);
      } else if (operator === fillPattern || operator === strokePattern) {
        // A pattern is placed in the space that the content starts with (ISO 32000-2, 8.7.2).
        this.#draw(resolve(find(resources, 'Pattern', readName(content, reader))), resources, start, depth);
      }
    }
  }

  #draw(drawn: PdfObject, resources: PdfDict | undefined, matrix: Matrix, depth: number): void {
    if (!(drawn instanceof PdfStream)) return;
    if (asName(drawn.dict.get('Subtype')) === 'Image') this.#note(drawn, matrix);
    else this.#drawContent(drawn, resources, matrix, depth);
  }

  #drawContent(drawn: PdfStream, resources: PdfDict | undefined, matrix: Matrix, depth: number): void {
    const inner = multiply(toMatrix(asArray(drawn.dict.get('Matrix'))), matrix);
    const scales = this.#read.get(drawn) ?? new Set();
    const scale = inner
      .slice(0, 4)
      .map((number) => number.toPrecision(4))
      .join(' ');
    if (scales.has(scale)) return;
    this.#read.set(drawn, scales.add(scale));
    this.#search([drawn], asDict(drawn.dict.get('Resources')) ?? resources, inner, depth + 1);
  }

  /** Notes a use: an image fills the unit square of its space (ISO 32000-2, 8.9.4). */
  #note(image: PdfStream, [a, b, c, d]: Matrix): void {
    const { width, height } = this.#uses.get(image) ?? { width: 0, height: 0 };
    this.#uses.set(image, { width: Math.max(width, Math.hypot(a, b)), height: Math.max(height, Math.hypot(c, d)) });
  }

  /** Leaves out what the glyphs of fonts draw. */
  #leaveGlyphs(resources: PdfDict | undefined): void {
    for (const font of asDict(resources?.get('Font'))?.values() ?? []) {
      const dict = asDict(font);
      if (dict === undefined || this.#fonts.has(dict)) continue;
      this.#fonts.add(dict);
      if (asName(dict.get('Subtype')) === 'Type3') this.#leaveAll(dict.get('Resources'));
    }
  }

  /** Leaves out all images that resources or appearances lead to. */
  #leaveAll(from: PdfObject | undefined): void {
    const waiting: PdfObject[] = [resolve(from)];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const value = resolve(next);
      if (!(value instanceof Map || value instanceof PdfStream || Array.isArray(value))) continue;
      if (this.#unknown.has(value)) continue;
      this.#unknown.add(value);
      if (Array.isArray(value)) {
        for (const item of value) waiting.push(item);
        continue;
      }
      const dict = value instanceof PdfStream ? value.dict : value;
      for (const [key, entry] of dict) if (key !== 'Parent' && key !== 'P') waiting.push(entry);
    }
  }
}

function find(resources: PdfDict | undefined, kind: string, name: string | undefined): PdfObject | undefined {
  return name === undefined ? undefined : asDict(resources?.get(kind))?.get(name);
}

/** The six operands of `cm`. */
function readNumbers(content: Buffer, { start, end }: OperationReader): Matrix {
  const numbers = content
    .toString('latin1', start, end - 2)
    .trim()
    .split(/\s+/)
    .map(Number);
  return numbers.length === 6 && numbers.every(Number.isFinite) ? (numbers as unknown as Matrix) : unmoved;
}

/** The name among the operands; undefined without one. */
function readName(content: Buffer, { start, end }: OperationReader): string | undefined {
  const slash = content.indexOf(0x2f, start);
  if (slash < 0 || slash >= end) return undefined;
  return asName(new ObjectReader(content, () => null, slash).readObject());
}
