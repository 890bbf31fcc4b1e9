import { expect, it } from 'vitest';
import { type PdfDict, PdfRef } from '../../../src/pdf/objects/objects.ts';
import { adoptText, joinHidden } from '../../../src/pdf/tagging/adopt-text.ts';
import {
  type ContentItem,
  isElement,
  type MarkedContent,
  type StructureElement,
} from '../../../src/pdf/tagging/structure-elements.ts';
import type { Shape, TextPiece } from '../../../src/pdf/tagging/trace-text.ts';

const page: PdfDict = new Map();

/** Ten units for each character, upon a line of the page; marked where it has an element. */
const write = (text: string, [x, y]: [number, number], mcid?: number): TextPiece => ({
  owner: page,
  from: 0,
  to: 1,
  mcid,
  start: [x, y],
  end: [x + text.length * 10, y],
  size: 10,
  text,
});

/** What the elements of marks 0, 1 and so on hold afterwards: their own mark, and those that were added, from `count`. */
function adopt(
  pieces: readonly (TextPiece | Shape)[],
  count: number,
  { spoken = {}, hidden = [] }: { spoken?: Record<string, string>; hidden?: string[] } = {},
): number[][] {
  const elements = Array.from({ length: count }, (_, mcid): StructureElement => {
    const dict: PdfDict = new Map();
    const item: ContentItem = { object: mcid, owner: page, mcid };
    return { ref: new PdfRef(dict), dict, role: 'P', parent: undefined, kids: [item] };
  });
  const marked: MarkedContent = new Map([[page, new Map(elements.entries())]]);
  const said = { spoken: new Map(Object.entries(spoken)), hidden: joinHidden(hidden) };
  adoptText(pieces, { page, ...said, links: [], marked, addParagraph: () => undefined });
  return elements.map(({ kids }) => kids.flatMap((kid) => (isElement(kid) ? [] : (kid.mcid ?? []))));
}

it('gives text to what it touches, not to what stands after it in the line', () => {
  const cells = [write('42', [0, 0], 0), write('50', [100, 0], 1)];
  expect(adopt([...cells, write('EUR', [20, 0])], 2)).toEqual([[0, 2], [1]]);
  expect(adopt([...cells, write('EUR', [70, 0])], 2)).toEqual([[0], [2, 1]]);
});

it('gives lines to the nearest of those above and below, and keeps their order', () => {
  const far = [write('above', [0, 100], 0), write('below', [0, 40], 1)];
  expect(adopt([...far, write('one', [0, 65]), write('two', [0, 53])], 2)).toEqual([[0], [2, 3, 1]]);
  expect(adopt([...far, write('one', [0, 87]), write('two', [0, 75])], 2)).toEqual([[0, 2, 3], [1]]);
});

it('gives the lines of a field to the shape that encloses all of them, not to that of a chosen one', () => {
  const list: Shape = { owner: page, mcid: 1, low: [90, -45], high: [200, 15] };
  const chosen: Shape = { owner: page, mcid: 2, low: [92, -14], high: [198, -2] };
  const lines = [write('One', [95, 0]), write('Two', [95, -12]), write('Three', [95, -24])];
  expect(adopt([write('Choice', [0, 0], 0), list, chosen, ...lines], 3)).toEqual([[0], [1, 3, 4, 5], [2]]);
  expect(adopt([write('Choice', [0, 0], 0), list, chosen, write('Two', [95, -12])], 3)).toEqual([[0], [1], [2, 3]]);
});

it('gives no text to a shape beside it, or to one before other text', () => {
  const dot: Shape = { owner: page, mcid: 1, low: [60, 0], high: [70, 10] };
  const label = write('Before', [0, 0], 0);
  expect(adopt([label, dot, write('after', [72, 0])], 2)).toEqual([[0, 2], [1]]);
  const box: Shape = { owner: page, mcid: 1, low: [0, -5], high: [500, 15] };
  expect(adopt([box, label, write('after', [62, 0])], 2)).toEqual([[0, 2], [1]]);
});

it('gives text within a shape to the element of the shape', () => {
  const field: Shape = { owner: page, mcid: 1, low: [90, -5], high: [200, 15] };
  const label = write('Country', [0, 0], 0);
  expect(adopt([label, field, write('Spain', [95, 0])], 2)).toEqual([[0], [1, 2]]);
  expect(adopt([label, field, write('Spain', [75, 0])], 2)).toEqual([[0, 2], [1]]);
});

it('reads from right to left where its neighbour does', () => {
  const pieces = [write('1', [50, 0]), write('א', [60, 0]), write('ב', [40, 0], 0)];
  expect(adopt(pieces, 1)).toEqual([[1, 2, 0]]);
});

it('leaves symbols that only their font knows', () => {
  expect(adopt([write('text', [0, 0], 0), write('\ue001', [40, 0])], 1)).toEqual([[0]]);
});

it('takes symbols of a font for which a style has a text', () => {
  const pieces = [write('text', [0, 0], 0), write('\ue001', [40, 0])];
  expect(adopt(pieces, 1, { spoken: { '\ue001': 'Saved' } })).toEqual([[0, 1]]);
});

it('leaves what is hidden from readers, in one line or several, and no part of a word', () => {
  const hidden = ['Not for  readers', '11.'];
  const text = write('text', [0, 0], 0);
  expect(adopt([text, write('NOT FOR', [40, 0]), write('readers', [0, -12])], 1, { hidden })).toEqual([[0]]);
  expect(adopt([text, write('1.', [40, 0])], 1, { hidden })).toEqual([[0, 1]]);
});
