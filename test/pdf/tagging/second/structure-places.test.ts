import { describe, expect, it } from 'vitest';
import { buildDict, type PdfObject, PdfRef, PdfStream } from '../../../../src/pdf/objects/objects.ts';
import { StructurePlaces } from '../../../../src/pdf/tagging/second/structure-places.ts';
import {
  type MarkedContent,
  noteContent,
  readElements,
  walkStructure,
} from '../../../../src/pdf/tagging/structure-elements.ts';

/** Each text is 10 units high, at its place. */
const write = (mcid: number, x: number, y: number) =>
  `/P <</MCID ${mcid}>> BDC BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm (A) Tj ET EMC\n`;
const draw = (mcid: number, x: number, y: number) => `/Figure <</MCID ${mcid}>> BDC ${x} ${y} 50 20 re f EMC\n`;

const font = buildDict({ Subtype: 'Type1', FirstChar: 65, Widths: [500] });

function buildPage(content: string): PdfRef {
  const stream = new PdfRef(new PdfStream(new Map(), Buffer.from(content)));
  return new PdfRef(buildDict({ Contents: stream, Resources: buildDict({ Font: buildDict({ F1: font }) }) }));
}

/** The pages: one with lines and a figure, one without tags, one with a line in a link of a paragraph. */
const pages = [
  buildPage(`${write(0, 20, 180)}${write(1, 20, 100)}${draw(3, 20, 30)}${write(2, 120, 100)}`),
  buildPage(''),
  buildPage(write(0, 20, 100)),
  buildPage(''),
] as const;

const element = (S: string, page: number, ...K: PdfObject[]) => new PdfRef(buildDict({ S, Pg: pages[page], K }));
const kinds = new Map<PdfObject, string>();
const note = (name: string, ref: PdfRef) => {
  kinds.set(ref, name);
  return ref;
};
const tops = readElements([
  note(
    'document',
    element(
      'Document',
      0,
      note('heading', element('H1', 0, 0)),
      note('left', element('P', 0, 1)),
      note('right', element('P', 0, note('span', element('Span', 0, 2)))),
      note('figure', element('Figure', 0, 3)),
      note('last', element('P', 2, note('link', element('Link', 2, 0)))),
    ),
  ),
]);
const marked: MarkedContent = new Map();
noteContent([...walkStructure(tops)], marked);
const open = () => new StructurePlaces(tops, marked, pages);

describe('the element that a place leads to', () => {
  const find = (destination: readonly PdfObject[]) => kinds.get(open().find(destination)[0] ?? null);

  it.each<[page: number, view: PdfObject[], name: string]>([
    [0, ['Fit'], 'heading'],
    [0, [], 'heading'],
    [0, ['XYZ', null, null, null], 'heading'],
    [0, ['XYZ', 0, 200, 0], 'heading'],
    [0, ['XYZ', 20, 184, 0], 'heading'],
    [0, ['XYZ', 20, 183.9, 0], 'left'],
    [0, ['XYZ', 20, 150, 0], 'left'],
    [0, ['XYZ', 130, 150, 0], 'right'],
    [0, ['XYZ', null, 150, 0], 'left'],
    [0, ['XYZ', 20, 104, 0], 'left'],
    [0, ['XYZ', 20, 103, 0], 'figure'],
    [0, ['XYZ', 20, 49, 0], 'figure'],
    [0, ['XYZ', 20, 10, 0], 'figure'],
    [0, ['FitH', 150], 'left'],
    [0, ['FitH', 60], 'figure'],
    [0, ['FitV', 60], 'heading'],
    [1, ['Fit'], 'last'],
    [2, ['Fit'], 'last'],
    [3, ['Fit'], 'document'],
  ])('is the nearest below it, on page %i at %j: %s', (page, view, name) => {
    expect(find([pages[page] as PdfRef, ...view])).toBe(name);
  });

  it('is the one that is given', () => {
    const given = new PdfRef(new Map());
    expect(open().find([pages[0], 'XYZ', 20, 150, 0], given)).toEqual([given, 'XYZ', 20, 150, 0]);
  });

  it('is the first of all without a page', () => {
    expect(find([null, 'Fit'])).toBe('heading');
  });
});
