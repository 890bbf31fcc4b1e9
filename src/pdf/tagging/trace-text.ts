import { codeOf, OperationReader } from '../content/content-operations.ts';
import { type Baseline, GlyphWidths, TextLine } from '../content/text-line.ts';
import { decodeStream, type InflateBudget } from '../objects/decode-stream.ts';
import { applyTo, type Matrix, multiply, type Point, readMatrix, toMatrix, unmoved } from '../objects/matrix.ts';
import { ObjectReader } from '../objects/object-reader.ts';
import { asArray, asDict, asName, asNumber, type PdfDict, PdfStream, resolve } from '../objects/objects.ts';
import { type Mark, readMark } from './mark-artifacts.ts';
import type { TextReader } from './read-text.ts';
import type { ContentOwner, MarkedContent } from './structure-elements.ts';

/** What shapes of an element cover, in units of the page, where it draws no text by itself: a button, a field, a frame. */
export interface Shape {
  owner: ContentOwner;
  mcid: number;
  low: Point;
  high: Point;
}

/** A text object (ISO 32000-2, 9.4), or a form that shows text and has no marks, and its place on its page. */
export interface TextPiece extends Baseline {
  owner: ContentOwner;
  /** Its place in its owner's content. */
  from: number;
  to: number;
  /** Its mark; undefined if it has none. */
  mcid: number | undefined;
  text: string;
}

interface State {
  matrix: Matrix;
  /** Whether something cuts off what is drawn. */
  isClipped: boolean;
}

const far: Point = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
const operators = 'q Q cm W W* BT ET Tf Tm Td Tj TJ Do BDC BMC EMC m l c re';
const [rectangle, curve] = [codeOf('re'), codeOf('c')];
const names = new Map(operators.split(' ').map((name) => [codeOf(name), name]));
// Groups of CSS nest far less, and the stack holds far more.
const depthLimit = 500;

/** Finds the text of pages as our Chromium writes them, with its marks and its place. */
export class TextTracer {
  readonly #marked: MarkedContent;
  readonly #reader: TextReader;
  readonly #budget: InflateBudget;
  readonly #fonts = new GlyphWidths();
  /** Forms that show no text, which are not read again. */
  readonly #silent = new Set<PdfStream>();

  constructor(marked: MarkedContent, reader: TextReader, budget: InflateBudget) {
    this.#marked = marked;
    this.#reader = reader;
    this.#budget = budget;
  }

  /** The text of a page in the order of drawing; without text in its margin boxes, which alone are not clipped. */
  trace(page: PdfDict, content: Buffer): (TextPiece | Shape)[] {
    const pieces: (TextPiece | Shape)[] = [];
    const state: State = { matrix: unmoved, isClipped: false };
    this.#trace(content, page, asDict(page.get('Resources')), state, pieces, 0);
    return pieces;
  }

  /** A text; symbols of a font's own even without text. */
  #readText(content: Buffer, resources: PdfDict | undefined): string {
    this.#reader.privates.clear();
    const text = this.#reader.read(content, resources);
    return text.trim() === '' ? text + [...this.#reader.privates].join('') : text;
  }

  #trace(
    content: Buffer,
    owner: ContentOwner,
    resources: PdfDict | undefined,
    outer: State,
    pieces: (TextPiece | Shape)[],
    depth: number,
  ): void {
    if (depth > depthLimit) return;
    const properties = asDict(resources?.get('Properties'));
    const elements = this.#marked.get(owner);
    const marks: Mark[] = [];
    const states: State[] = [];
    let state = outer;
    let object: TextLine | undefined;
    let shape: Shape | undefined;
    const operations = new OperationReader(content);
    const operands = () => new ObjectReader(content, () => null, operations.start);
    while (operations.next()) {
      const operator = names.get(operations.operator);
      switch (operator) {
        case 'q':
          states.push(state);
          break;
        case 'Q':
          state = states.pop() ?? state;
          break;
        case 'cm':
          state = { ...state, matrix: multiply(readMatrix(operands()), state.matrix) };
          break;
        case 'W':
        case 'W*':
          state = { ...state, isClipped: true };
          break;
        case 'BDC':
        case 'BMC':
          marks.push(readMark(content, operations, (name) => asDict(properties?.get(name))));
          break;
        case 'EMC':
          if (marks.pop()?.mcid === shape?.mcid && shape !== undefined) {
            pieces.push(shape);
            shape = undefined;
          }
          break;
        case 'm':
        case 'l':
        case 'c':
        case 're': {
          const mark = findMark(marks);
          if (mark === undefined || !elements?.has(mark.mcid)) break;
          const points = readPoints(operands(), operations.operator);
          shape = extend(shape ?? { owner, mcid: mark.mcid, low: far, high: [-far[0], -far[1]] }, points, state.matrix);
          break;
        }
        case 'BT':
          object = new TextLine(operations.start);
          break;
        case 'Tf':
        case 'Tm':
        case 'Td':
        case 'Tj':
        case 'TJ':
          object?.read(operator, operands(), (name) =>
            this.#fonts.read(asDict(asDict(resources?.get('Font'))?.get(name))),
          );
          break;
        case 'ET': {
          const mark = findMark(marks);
          const isArtifact = mark === undefined ? !state.isClipped : !elements?.has(mark.mcid);
          const place = isArtifact ? undefined : object?.place(state.matrix);
          if (place !== undefined && object !== undefined) {
            shape = undefined;
            const at = { owner, from: object.from, to: operations.end, mcid: mark?.mcid, ...place };
            pieces.push(addText(at, () => this.#readText(content.subarray(at.from, at.to), resources)));
          }
          object = undefined;
          break;
        }
        case 'Do': {
          const name = operands().readObject();
          const form = resolve(asDict(resources?.get('XObject'))?.get(typeof name === 'string' ? name : ''));
          if (!(form instanceof PdfStream) || this.#silent.has(form) || asName(form.dict.get('Subtype')) !== 'Form')
            break;
          const mark = findMark(marks);
          if (mark !== undefined && !elements?.has(mark.mcid)) break;
          const matrix = multiply(toMatrix(asArray(form.dict.get('Matrix'))), state.matrix);
          const inner: (TextPiece | Shape)[] = [];
          const own = asDict(form.dict.get('Resources')) ?? resources;
          this.#trace(decodeStream(form, this.#budget), form, own, { ...state, matrix }, inner, depth + 1);
          if (inner.length === 0) this.#silent.add(form);
          else if (mark === undefined && inner.some(({ mcid }) => mcid !== undefined)) pieces.push(...inner);
          else
            pieces.push(...joinPieces(inner, { owner, from: operations.start, to: operations.end, mcid: mark?.mcid }));
        }
      }
    }
  }
}

/** A piece whose text is read on first use. */
function addText(piece: Omit<TextPiece, 'text'>, read: () => string): TextPiece {
  let known: string | undefined;
  return Object.defineProperty(piece as TextPiece, 'text', { get: () => (known ??= read()) });
}

export function isText(piece: TextPiece | Shape): piece is TextPiece {
  return 'start' in piece;
}

/** The mark that says what is drawn here: the outermost one that says anything. */
function findMark(marks: readonly Mark[]): Mark | undefined {
  return marks.find(({ kind }) => kind !== 'neutral');
}

/** The text of a form as one piece. */
function joinPieces(
  drawn: readonly (TextPiece | Shape)[],
  at: Pick<TextPiece, 'owner' | 'from' | 'to' | 'mcid'>,
): TextPiece[] {
  const pieces = drawn.filter(isText);
  const [first] = pieces;
  const last = pieces.at(-1);
  if (first === undefined || last === undefined) return [];
  const { start, size } = first;
  return [{ ...at, start, end: last.end, size, text: pieces.map(({ text }) => text).join(' ') }];
}

/** The corners of a rectangle, or the points of a line or a curve (ISO 32000-2, table 58). */
function readPoints(reader: ObjectReader, operator: number): Point[] {
  const count = operator === rectangle ? 4 : operator === curve ? 6 : 2;
  const numbers = Array.from({ length: count }, () => asNumber(reader.readObject()) ?? 0);
  if (operator === rectangle) {
    const [x, y, width, height] = numbers as [number, number, number, number];
    return [
      [x, y],
      [x + width, y],
      [x, y + height],
      [x + width, y + height],
    ];
  }
  return Array.from({ length: count / 2 }, (_, at) => [numbers[at * 2] ?? 0, numbers[at * 2 + 1] ?? 0]);
}

function extend({ low, high, ...shape }: Shape, points: readonly Point[], matrix: Matrix): Shape {
  const moved = points.map((point) => applyTo(matrix, point));
  const xs = moved.map(([x]) => x);
  const ys = moved.map(([, y]) => y);
  return {
    ...shape,
    low: [Math.min(low[0], ...xs), Math.min(low[1], ...ys)],
    high: [Math.max(high[0], ...xs), Math.max(high[1], ...ys)],
  };
}
