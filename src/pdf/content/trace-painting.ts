import { decodeContents, decodeStream, type InflateBudget } from '../objects/decode-stream.ts';
import { listContents } from '../objects/drawings.ts';
import { applyTo, type Matrix, multiply, type Point, readMatrix, toMatrix, unmoved } from '../objects/matrix.ts';
import { ObjectReader } from '../objects/object-reader.ts';
import { asArray, asDict, asName, asNumber, type PdfDict, PdfStream, resolve } from '../objects/objects.ts';
import { codeOf, OperationReader } from './content-operations.ts';
import { type Area, cornersOf, everywhere, meetAreas, surround } from './painted-areas.ts';
import { GlyphWidths, TextLine } from './text-line.ts';

/** Something that a page paints, in units of the page. Its area is without what is clipped off. */
export interface Painted {
  area: Area;
  /** The height of its characters, if it is text. */
  size?: number;
  /** Reads the codes of its characters, if it is text. */
  readCodes?: () => string;
  /** Whether it is text whose lines are not level. */
  isTurned?: boolean;
}

/** What a page paints so that it can be seen, in the order of painting. */
export interface PaintedPage {
  painted: Painted[];
  /** The page without its margins, and a CSS pixel of its content, in units of the page. Undefined if the page has no content. */
  content?: { area: Area; pixel: number };
}

interface State {
  matrix: Matrix;
  clip: Area;
  alpha: number;
  /** The tiling pattern that areas are filled with. */
  tiles?: PdfStream | undefined;
}

/** How much of what is below must be hidden: what lets more through covers nothing. */
const opaqueFrom = 0.5;
/** How far characters reach above and below their baseline, as shares of their size. */
const [ascent, descent] = [0.7, 0.2];
// Groups of CSS nest far less.
const depthLimit = 100;

const operators = "q Q cm W W* n f F f* B B* b b* S s m l c v y re gs scn rg g k BT ET Tf Tm Td Tj TJ ' Do";
const names = new Map(operators.split(' ').map((name) => [codeOf(name), name]));

/** Reads what pages of our Chromium paint: text, filled areas and images. What lets much through is left out. */
export class PaintTracer {
  readonly #budget: InflateBudget;
  readonly #fonts = new GlyphWidths();
  /** Whether tiling patterns hide what is below them. */
  readonly #opaque = new Map<PdfStream, boolean>();
  #page: PaintedPage = { painted: [] };

  constructor(budget: InflateBudget) {
    this.#budget = budget;
  }

  /** Throws PdfDamage. */
  trace(page: PdfDict): PaintedPage {
    this.#page = { painted: [] };
    const content = decodeContents(listContents(page), this.#budget);
    this.#trace(content, asDict(page.get('Resources')), { matrix: unmoved, clip: everywhere, alpha: 1 }, 0);
    return this.#page;
  }

  #trace(content: Buffer, resources: PdfDict | undefined, outer: State, depth: number): void {
    const states: State[] = [];
    let state = outer;
    let points: Point[] = [];
    let clips = false;
    let line: TextLine | undefined;
    const operations = new OperationReader(content);
    const operands = () => new ObjectReader(content, () => null, operations.start);
    const find = (kind: string, name: unknown) =>
      resolve(asDict(resources?.get(kind))?.get(typeof name === 'string' ? name : '') ?? null);
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
          this.#noteContent(state);
          break;
        case 'gs': {
          const alpha = readAlpha(asDict(find('ExtGState', operands().readObject())));
          state = { ...state, alpha: outer.alpha * alpha };
          break;
        }
        case 'scn': {
          const pattern = find('Pattern', operands().readObject());
          state = { ...state, tiles: pattern instanceof PdfStream ? pattern : undefined };
          break;
        }
        case 'rg':
        case 'g':
        case 'k':
          state = { ...state, tiles: undefined };
          break;
        case 'W':
        case 'W*':
          clips = true;
          break;
        case 're':
        case 'm':
        case 'l':
        case 'c':
        case 'v':
        case 'y':
          points.push(...readPoints(operands(), operator).map((point) => applyTo(state.matrix, point)));
          break;
        case 'n':
        case 'S':
        case 's':
        case 'f':
        case 'F':
        case 'f*':
        case 'B':
        case 'B*':
        case 'b':
        case 'b*':
          if (!/^[nSs]$/.test(operator) && this.#isOpaque(state.tiles, depth))
            this.#paint({ area: surround(points) }, state);
          if (clips) state = { ...state, clip: meetAreas(state.clip, surround(points)) ?? nowhere };
          points = [];
          clips = false;
          break;
        case 'BT':
          line = new TextLine(operations.start);
          break;
        case 'Tf':
        case 'Tm':
        case 'Td':
        case 'Tj':
        case 'TJ':
          line?.read(operator, operands(), (name) => this.#fonts.read(asDict(find('Font', name))));
          break;
        case 'ET':
          if (line) this.#paintText(line, content.subarray(line.from, operations.end), state);
          line = undefined;
          break;
        case 'Do': {
          const drawn = find('XObject', operands().readObject());
          if (!(drawn instanceof PdfStream)) break;
          const matrix = multiply(toMatrix(asArray(drawn.dict.get('Matrix'))), state.matrix);
          if (asName(drawn.dict.get('Subtype')) !== 'Form') {
            const isSolid = !drawn.dict.has('SMask') && !drawn.dict.has('Mask') && !drawn.dict.has('ImageMask');
            if (isSolid)
              this.#paint({ area: surround(unitSquare.map((point) => applyTo(state.matrix, point))) }, state);
          } else if (depth < depthLimit) {
            const own = asDict(drawn.dict.get('Resources')) ?? resources;
            this.#trace(decodeStream(drawn, this.#budget), own, { ...state, matrix }, depth + 1);
          }
        }
      }
    }
  }

  #isOpaque(tiles: PdfStream | undefined, depth: number): boolean {
    if (tiles === undefined) return true;
    const known = this.#opaque.get(tiles);
    if (known !== undefined || depth >= depthLimit) return known === true;
    const page = this.#page;
    this.#page = { painted: [] };
    const resources = asDict(tiles.dict.get('Resources'));
    this.#trace(
      decodeStream(tiles, this.#budget),
      resources,
      { matrix: unmoved, clip: everywhere, alpha: 1 },
      depth + 1,
    );
    const isOpaque = this.#page.painted.length > 0;
    this.#page = page;
    this.#opaque.set(tiles, isOpaque);
    return isOpaque;
  }

  /** The first clip of a page is that of its content, and the next matrix moves to it. */
  #noteContent({ matrix, clip }: State): void {
    if (clip !== everywhere) this.#page.content ??= { area: clip, pixel: Math.hypot(matrix[0], matrix[1]) };
  }

  #paint(painted: Painted, { clip, alpha }: State): void {
    const area = alpha < opaqueFrom ? undefined : meetAreas(painted.area, clip);
    if (area) this.#page.painted.push({ ...painted, area });
  }

  #paintText(line: TextLine, object: Buffer, state: State): void {
    const place = line.place(state.matrix);
    if (place === undefined) return;
    const { start, end, size } = place;
    const isTurned = Math.abs(end[1] - start[1]) > size / 10;
    const [low, high] = [-descent * size, ascent * size];
    const area = surround([start, end].flatMap(([x, y]): Point[] => [low, high].map((by) => [x, y + by])));
    const readCodes = () => (object.toString('latin1').match(/<[\dA-Fa-f]+>/g) ?? []).join('');
    this.#paint({ area, size, readCodes, isTurned }, state);
  }
}

const unitSquare = cornersOf({ left: 0, bottom: 0, right: 1, top: 1 });
const nowhere: Area = { left: 0, bottom: 0, right: 0, top: 0 };

/** How opaque a graphics state makes what is filled. What a mask or a blend mode changes counts as transparent. */
function readAlpha(state: PdfDict | undefined): number {
  const mode = asName(state?.get('BM')) ?? 'Normal';
  const mask = state?.get('SMask');
  const isMasked = mask !== undefined && asName(mask) !== 'None';
  return isMasked || mode !== 'Normal' ? 0 : (asNumber(state?.get('ca')) ?? 1);
}

/** The points of a path segment, or the corners of a rectangle (ISO 32000-2, table 58). */
function readPoints(reader: ObjectReader, operator: string): Point[] {
  const count = operator === 're' || operator === 'v' || operator === 'y' ? 4 : operator === 'c' ? 6 : 2;
  const numbers = Array.from({ length: count }, () => asNumber(reader.readObject()) ?? 0);
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  if (operator === 're') return cornersOf({ left: x, bottom: y, right: x + width, top: y + height });
  return Array.from({ length: count / 2 }, (_, at) => [numbers[at * 2] ?? 0, numbers[at * 2 + 1] ?? 0]);
}
