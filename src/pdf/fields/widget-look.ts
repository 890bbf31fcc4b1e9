import { type Matrix, toMatrix } from '../objects/matrix.ts';
import { asArray, asDict, asName, asNumber, type PdfDict, type PdfObject } from '../objects/objects.ts';
import { readEdges } from '../part/page-box.ts';

/** How a widget looks but for its value (ISO 32000-2, 12.5.6.19). Lengths are in points. */
export interface WidgetLook {
  /** Its size as its text is read, turned by its own rotation. */
  width: number;
  height: number;
  /** From there to the page. */
  matrix: Matrix;
  /** The operands and the operator of a colour that fills; undefined if no colour fills. */
  background: string | undefined;
  /** The same for lines. */
  border: string | undefined;
  borderWidth: number;
  style: 'S' | 'D' | 'B' | 'I' | 'U';
  dashes: number[];
  /** The character for a check mark, of the font ZapfDingbats. */
  mark: string | undefined;
}

/** Undefined for a widget without an area. */
export function readLook(widget: PdfDict, mark: string | undefined): WidgetLook | undefined {
  const edges = readEdges(widget.get('Rect'));
  if (edges === undefined) return undefined;
  const [across, up] = [edges[2] - edges[0], edges[3] - edges[1]];
  const characteristics = asDict(widget.get('MK'));
  const degrees = asNumber(characteristics?.get('R')) ?? findOldRotation(widget);
  const turns = (((Math.round(degrees / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3;
  const [width, height] = turns % 2 === 0 ? [across, up] : [up, across];
  const matrices: Record<typeof turns, Matrix> = {
    0: [1, 0, 0, 1, 0, 0],
    1: [0, 1, -1, 0, across, 0],
    2: [-1, 0, 0, -1, across, up],
    3: [0, -1, 1, 0, 0, up],
  };
  const border = readColour(characteristics?.get('BC'), ['G', 'RG', 'K']);
  const style = asDict(widget.get('BS'));
  const [, , oldWidth] = asArray(widget.get('Border')).map((value) => asNumber(value));
  const named = asName(style?.get('S'));
  return {
    width,
    height,
    matrix: matrices[turns],
    background: readColour(characteristics?.get('BG'), ['g', 'rg', 'k']),
    border,
    borderWidth: Math.max(0, asNumber(style?.get('W')) ?? oldWidth ?? 1),
    style: named === 'D' || named === 'B' || named === 'I' || named === 'U' ? named : 'S',
    dashes: asArray(style?.get('D')).flatMap((dash) => asNumber(dash) ?? []),
    mark,
  };
}

/** How far the present appearance is turned, for widgets that do not name it. */
function findOldRotation(widget: PdfDict): number {
  const [a, b] = toMatrix(asArray(asDict(asDict(widget.get('AP'))?.get('N'))?.get('Matrix')));
  return (Math.atan2(b, a) * 180) / Math.PI;
}

function readColour(colour: PdfObject | undefined, operators: readonly [string, string, string]): string | undefined {
  const bands = asArray(colour).flatMap((band) => asNumber(band) ?? []);
  const operator = { 1: operators[0], 3: operators[1], 4: operators[2] }[bands.length];
  return operator && `${bands.map(format).join(' ')} ${operator}`;
}

/** How far text is from the edge: twice as far with a border that looks raised. */
export function findInset({ borderWidth, style }: WidgetLook): number {
  return style === 'B' || style === 'I' ? 2 * borderWidth : borderWidth;
}

/** The background and the border. `cells` divides the field into as many boxes, for a comb. */
export function drawWidgetFrame(look: WidgetLook, cells = 1): string {
  const { width, height, background, border, borderWidth: line, style, dashes } = look;
  const parts: string[] = [];
  if (background) parts.push(`${background} 0 0 ${format(width)} ${format(height)} re f`);
  if (border && line > 0) {
    const dash = style === 'D' ? `[${(dashes.length > 0 ? dashes : [3]).map(format).join(' ')}] 0 d ` : '';
    const half = line / 2;
    const path =
      style === 'U'
        ? `0 ${format(half)} m ${format(width)} ${format(half)} l S`
        : `${[half, half, width - line, height - line].map(format).join(' ')} re S`;
    const dividers = Array.from({ length: cells - 1 }, (_, index) => {
      const x = format((width / cells) * (index + 1));
      return `${x} ${format(half)} m ${x} ${format(height - half)} l S`;
    });
    if (style === 'B' || style === 'I') parts.push(drawRelief(look));
    parts.push(`${border} ${format(line)} w ${dash}${[path, ...dividers].join(' ')}`);
  }
  return parts.map((part) => `q ${part} Q\n`).join('');
}

/** Two edges in light and two in shadow, inside of the border. */
function drawRelief({ width, height, borderWidth: line, style }: WidgetLook): string {
  const [light, shadow] = style === 'B' ? ['1 g', '0.75 g'] : ['0.5 g', '0.75 g'];
  const [near, far] = [line, 2 * line];
  const polygon = (points: readonly (readonly [number, number])[]) =>
    `${points.map(([x, y], index) => `${format(x)} ${format(y)} ${index === 0 ? 'm' : 'l'}`).join(' ')} f`;
  const corners = [
    [near, near],
    [near, height - near],
    [width - near, height - near],
  ] as const;
  const others = [
    [width - near, height - near],
    [width - near, near],
    [near, near],
  ] as const;
  const inner = [
    [width - far, height - far],
    [far, height - far],
    [far, far],
  ] as const;
  const back = [
    [far, far],
    [width - far, far],
    [width - far, height - far],
  ] as const;
  return `${light} ${polygon([...corners, ...inner])} ${shadow} ${polygon([...others, ...back])}`;
}

/** A number as content has it. */
export function format(number: number): string {
  return String(Number(number.toFixed(3)));
}
