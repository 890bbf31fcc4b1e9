import { doc, dom } from '../dom/dom.ts';
import { forgetPlaces } from '../dom/places.ts';
import { areaMark } from '../names.ts';
import { addSheet, dropSheet, px } from './layout.ts';
import {
  afterMark,
  afterPlace,
  columnEndMark,
  columnMark,
  endMark,
  findMarked,
  floatSideOf,
  headMark,
  headProperty,
  makeBox,
  movedMark,
  noteMark,
  notePlace,
  restoreWidows,
  roomMark,
  topMark,
  widowsMark,
} from './marks.ts';

/**
 * CSS pixels by which the document is narrower than its page. Rounding makes justified lines a hair longer than that, and Chromium lays
 * out a document with longer lines than its pages on a wider page, and prints it smaller.
 */
export const columnSlack = 0.125;

/** How footnotes are on paper. Each is at its call until it is moved. */
const paperCss = `
  :root { margin-inline-end: ${columnSlack}px !important }
  [${roomMark}] { all: unset !important; float: left !important; clear: both !important; width: 100% !important; break-inside: avoid !important }
  [${widowsMark}] { widows: 1 !important }
  [${endMark}], [${headMark}] { break-before: page !important }
  [${columnEndMark}] { break-before: column !important }
  [${topMark}] { margin-block-start: 0 !important }
  [${headMark}] { margin-block-start: var(${headProperty}) !important }
  [${noteMark}=""] { display: inline !important }
  [${noteMark}] { position: absolute !important; float: none !important; box-sizing: border-box !important;
    right: auto !important; top: auto !important; bottom: auto !important; z-index: 0 !important; writing-mode: horizontal-tb !important; break-inside: avoid !important; width: var(${notePlace.width}) !important }
  [${noteMark}][${movedMark}] { margin-top: var(${notePlace.top}) !important; left: var(${notePlace.left}) !important }`;

/** Where the area of a page is drawn. Its own margins are room, and not drawn. */
const areaCss = `[${areaMark}] { position: absolute !important; z-index: -1 !important; box-sizing: border-box !important; margin: 0 !important }`;

type Side = 'Top' | 'Right' | 'Bottom' | 'Left';
const sides: readonly Side[] = ['Top', 'Right', 'Bottom', 'Left'];

/** The area that footnotes are in, as the document styles it. Lengths in CSS pixels. */
export interface NoteArea {
  margin: Record<Side, number>;
  /** From the outer edge of a side to the notes. */
  inside: Record<Side, number>;
}

/** The height of a footnote, with its margins. */
interface NoteHeight {
  before: number;
  height: number;
  after: number;
}

/** Measured footnotes of a document. */
export interface NoteMeasure {
  area: NoteArea;
  heightOf(note: HTMLElement): NoteHeight;
  /** The height that some notes of a page need, with their area. */
  roomOf(notes: readonly HTMLElement[]): number;
}

/** Undoes what placing footnotes has done before. */
export function takeBack(): void {
  for (const mark of [endMark, columnEndMark, topMark, headMark, columnMark, movedMark])
    for (const element of findMarked(mark)) dom(element).removeAttribute(mark);
  forgetPlaces(afterPlace);
  for (const room of doc.querySelectorAll(`[${roomMark}], [${afterMark}]`)) {
    const { previousSibling: before, nextSibling: after } = dom(room);
    dom(room).remove();
    if (!(before instanceof Text && after instanceof Text)) continue;
    before.appendData(after.data);
    after.remove();
  }
  restoreWidows();
  for (const area of findMarked(areaMark)) dom(area).remove();
  for (const sheet of [...doc.adoptedStyleSheets]) {
    const rule = sheet.cssRules[1];
    if (rule instanceof CSSStyleRule && rule.selectorText === `[${roomMark}]`) dropSheet(sheet);
  }
}

/** Measures footnotes, each as wide as its page. Adds the style sheet of footnotes to the document. */
export function measureNotes(notes: readonly HTMLElement[], widthOf: (note: HTMLElement) => number): NoteMeasure {
  const area = readArea();
  const widths = notes.map((note) => {
    const { marginLeft, marginRight } = getComputedStyle(note);
    const isFloat = floatSideOf(note) !== undefined;
    const edges = isFloat ? 0 : area.inside.Left + area.inside.Right;
    const margins = [
      hasAutoMargin(note, 'left') ? 0 : px(marginLeft),
      hasAutoMargin(note, 'right') ? 0 : px(marginRight),
    ];
    const width = margins.reduce((room, margin) => room - margin, widthOf(note) - edges);
    return isFloat ? chooseWidth(note, width) : `${Math.max(1, width)}px`;
  });
  addSheet(`${paperCss}\n${areaCss}`);
  for (const [index, note] of notes.entries()) dom(note).style.setProperty(notePlace.width, widths[index] ?? 'auto');
  const heights = new Map(
    notes.map((note) => {
      const { marginTop, marginBottom } = getComputedStyle(note);
      return [
        note,
        { before: px(marginTop), height: dom(note).getBoundingClientRect().height, after: px(marginBottom) },
      ];
    }),
  );
  const heightOf = (note: HTMLElement) => heights.get(note) ?? { before: 0, height: 0, after: 0 };
  const edges = area.inside.Top + area.inside.Bottom;
  const roomOf = (some: readonly HTMLElement[]) =>
    some.reduce(
      (sum, note) => {
        const { before, height, after } = heightOf(note);
        return sum + before + height + after;
      },
      some.every(floatSideOf) ? 0 : edges,
    );
  return { area, heightOf, roomOf };
}

/** Whether the margin of a float takes the rest of its line. */
export function hasAutoMargin(note: HTMLElement, side: 'left' | 'right'): boolean {
  const margin = floatSideOf(note) && dom(note).computedStyleMap().get(`margin-${side}`);
  return margin instanceof CSSKeywordValue && margin.value === 'auto';
}

/** The width of a float with this room: that of its style, or all of the room. */
function chooseWidth(note: HTMLElement, room: number): string {
  const declared = dom(note).computedStyleMap().get('width');
  const { paddingLeft, paddingRight, borderLeftWidth, borderRightWidth, boxSizing } = getComputedStyle(note);
  if (declared instanceof CSSUnitValue && declared.unit === 'percent') return `${(room * declared.value) / 100}px`;
  if (declared instanceof CSSUnitValue) {
    const inside = [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth].map(px);
    const edges = boxSizing === 'border-box' ? 0 : inside.reduce((sum, length) => sum + length, 0);
    return `${declared.to('px').value + edges}px`;
  }
  if (/^(?:img|svg|canvas|video|object|embed|table)$/.test(dom(note).localName)) return 'auto';
  return `${Math.max(1, room)}px`;
}

function readArea(): NoteArea {
  const probe = makeBox(areaMark);
  dom(doc.documentElement).append(probe);
  const style = getComputedStyle(probe);
  const read = (name: (side: Side) => string) =>
    Object.fromEntries(sides.map((side) => [side, px(style.getPropertyValue(name(side)))])) as Record<Side, number>;
  const margin = read((side) => `margin-${side.toLowerCase()}`);
  const border = read((side) => `border-${side.toLowerCase()}-width`);
  const padding = read((side) => `padding-${side.toLowerCase()}`);
  dom(probe).remove();
  const inside = Object.fromEntries(sides.map((side) => [side, margin[side] + border[side] + padding[side]]));
  return { margin, inside: inside as Record<Side, number> };
}
