import type { BoxDeclaration, PageRule } from '../../../injected/calls.ts';
import { chooseDeclared, type Sheet } from './page-boxes.ts';

/** A margin box of a page, in CSS pixels from the upper left corner of the paper. */
export interface MarginBox {
  /** Its name, such as `top-left` (CSS Paged Media 3, section 4.2). */
  name: string;
  /** What it shows, as CSS writes it. */
  content: string;
  left: number;
  top: number;
  width: number;
  height: number;
  /** The alignment of inline content, and that of all content from top to bottom. */
  across: 'left' | 'center' | 'right';
  down: 'start' | 'center' | 'end';
}

/** A stretch of the edge of a page. */
interface Stretch {
  start: number;
  length: number;
}

type Declared = Partial<Record<string, BoxDeclaration>>;
type Axis = 'width' | 'height';

/** The three boxes of each edge of a page, in order. */
const edges = {
  top: ['top-left', 'top-center', 'top-right'],
  bottom: ['bottom-left', 'bottom-center', 'bottom-right'],
  left: ['left-top', 'left-middle', 'left-bottom'],
  right: ['right-top', 'right-middle', 'right-bottom'],
} as const;

const corners = ['top-left-corner', 'top-right-corner', 'bottom-left-corner', 'bottom-right-corner'];

/**
 * The margin boxes of a page that show something. Those of an edge share it as CSS Paged Media 3, section 5.3 says of boxes with equal
 * content: a box alone has all of it, the middle one is in the middle, and a `width` or `height` is heeded.
 */
export function placeBoxes(rules: readonly PageRule[], sheet: Omit<Sheet, 'padding' | 'border'>): MarginBox[] {
  const declared = new Map<string, Declared>();
  for (const name of [...Object.values(edges).flat(), ...corners]) {
    const box = cascade(rules.flatMap(({ boxes }) => (boxes?.[name] === undefined ? [] : [boxes[name]])));
    if (!/^(none|normal)?$/.test(box.content?.text ?? '')) declared.set(name, box);
  }
  const across = { start: sheet.left, length: sheet.width - sheet.left - sheet.right };
  const down = { start: sheet.top, length: sheet.height - sheet.top - sheet.bottom };
  const sides: Record<keyof typeof edges, Stretch> = {
    top: { start: 0, length: sheet.top },
    bottom: { start: sheet.height - sheet.bottom, length: sheet.bottom },
    left: { start: 0, length: sheet.left },
    right: { start: sheet.width - sheet.right, length: sheet.right },
  };
  const boxes: MarginBox[] = [];
  const add = (name: string, x: Stretch, y: Stretch) => {
    const box = declared.get(name);
    if (box !== undefined) boxes.push(describeBox(name, box, x, y));
  };
  for (const side of ['top', 'bottom'] as const)
    for (const [name, stretch] of divide(across, edges[side], declared, 'width')) add(name, stretch, sides[side]);
  for (const side of ['left', 'right'] as const)
    for (const [name, stretch] of divide(down, edges[side], declared, 'height')) add(name, sides[side], stretch);
  for (const name of corners)
    add(name, name.includes('left') ? sides.left : sides.right, name.startsWith('top') ? sides.top : sides.bottom);
  return boxes;
}

function cascade(all: readonly Declared[]): Declared {
  const properties = new Set(all.flatMap((declared) => Object.keys(declared)));
  return Object.fromEntries(
    [...properties].map((property) => [property, chooseDeclared(all.flatMap((declared) => declared[property] ?? []))]),
  );
}

/** The stretches of an edge by the names of its boxes. */
function divide(
  edge: Stretch,
  [first, middle, last]: readonly [string, string, string],
  declared: ReadonlyMap<string, Declared>,
  axis: Axis,
): [name: string, stretch: Stretch][] {
  const { start, length } = edge;
  const read = (name: string) => {
    const declaredLength = declared.get(name)?.[axis];
    return declaredLength?.px ?? (declaredLength?.share === undefined ? undefined : declaredLength.share * length);
  };
  const [hasFirst, hasMiddle, hasLast] = [first, middle, last].map((name) => declared.has(name));
  const isAlone = [hasFirst, hasMiddle, hasLast].filter(Boolean).length === 1;
  const middleLength = hasMiddle ? (read(middle) ?? (isAlone ? length : length / 3)) : 0;
  const room = hasMiddle ? (length - middleLength) / 2 : length;
  const share = (name: string, other: string, hasOther: boolean | undefined) =>
    read(name) ?? (hasMiddle || !hasOther ? room : read(other) === undefined ? room / 2 : room - (read(other) ?? 0));
  const lastLength = share(last, first, hasFirst);
  return [
    [first, { start, length: share(first, last, hasLast) }],
    [middle, { start: start + (length - middleLength) / 2, length: middleLength }],
    [last, { start: start + length - lastLength, length: lastLength }],
  ];
}

function describeBox(name: string, declared: Declared, x: Stretch, y: Stretch): MarginBox {
  const inset = (side: string, stretch: Stretch) => {
    const border = declared[`border-${side}-width`];
    const isDrawn = !/^(none|hidden)?$/.test(declared[`border-${side}-style`]?.text ?? '');
    const lengths = [declared[`margin-${side}`], declared[`padding-${side}`], ...(isDrawn ? [border] : [])];
    return lengths.reduce((sum, length) => sum + (length?.px ?? (length?.share ?? 0) * stretch.length), 0);
  };
  const [left, right, top, bottom] = [inset('left', x), inset('right', x), inset('top', y), inset('bottom', y)];
  return {
    name,
    content: declared.content?.text ?? '',
    left: x.start + left,
    top: y.start + top,
    width: Math.max(0, x.length - left - right),
    height: Math.max(0, y.length - top - bottom),
    across: readAcross(name, declared['text-align']?.text),
    down: readDown(name, declared['vertical-align']?.text),
  };
}

function readAcross(name: string, align = ''): MarginBox['across'] {
  if (/^(left|start|justify)$/.test(align)) return 'left';
  if (/^(right|end)$/.test(align)) return 'right';
  if (align === 'center' || /^(left|right)-|-center$/.test(name)) return 'center';
  // Text in a corner is aligned to the page.
  return name.includes('corner') === name.includes('left') ? 'right' : 'left';
}

function readDown(name: string, align = ''): MarginBox['down'] {
  const isSide = /^(left|right)-/.test(name);
  if (align === 'top' || (align === '' && isSide && name.endsWith('top'))) return 'start';
  if (align === 'bottom' || (align === '' && isSide && name.endsWith('bottom'))) return 'end';
  return 'center';
}
