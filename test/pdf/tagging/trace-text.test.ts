import { describe, expect, it } from 'vitest';
import { buildDict, type PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';
import { writeToUnicode } from '../../../src/pdf/objects/to-unicode.ts';
import { TextReader } from '../../../src/pdf/tagging/read-text.ts';
import type { MarkedContent, StructureElement } from '../../../src/pdf/tagging/structure-elements.ts';
import { isText, TextTracer } from '../../../src/pdf/tagging/trace-text.ts';

const budget = { bytes: 100_000 };
const unicode = new Map([
  [0x41, '0041'],
  [0x42, '0042'],
  [0x43, 'E001'],
]);
/** Each character is half as wide as it is high. */
const font = buildDict({
  Subtype: 'Type1',
  FirstChar: 65,
  Widths: [500, 500, 500],
  ToUnicode: new PdfRef(new PdfStream(new Map(), Buffer.from(writeToUnicode(unicode)))),
});

const form = (content: string, entries: Record<string, PdfObject> = {}) =>
  new PdfStream(buildDict({ Subtype: 'Form', ...entries }), Buffer.from(content));

/** What a page draws. Marks 0 and 1 belong to elements on the page, mark 0 also in `tagged`. */
function trace(content: string, forms: Record<string, PdfStream> = {}, tagged?: PdfStream) {
  const page: PdfDict = buildDict({
    Resources: buildDict({
      Font: buildDict({ F1: font }),
      XObject: buildDict(forms),
      Properties: buildDict({ named: buildDict({ MCID: 1 }) }),
    }),
  });
  const element = {} as StructureElement;
  const marked: MarkedContent = new Map([[page, new Map([0, 1].map((mcid) => [mcid, element]))]]);
  if (tagged !== undefined) marked.set(tagged, new Map([[0, element]]));
  return new TextTracer(marked, new TextReader(budget), budget).trace(page, Buffer.from(content)).map((piece) => {
    const owner = piece.owner === page ? 'page' : 'form';
    if (!isText(piece)) return { owner, mcid: piece.mcid, low: piece.low, high: piece.high };
    const { mcid, text, start, end, size } = piece;
    return { owner, mcid, text: text.trim(), start, end, size };
  });
}

const show = (letters: string, place = '1 0 0 1 20 30') => `BT /F1 10 Tf ${place} Tm (${letters}) Tj ET`;
const tag = (mcid: number, content: string) => `/P <</MCID ${mcid}>> BDC ${content} EMC`;
const at = { start: [20, 30], end: [30, 30], size: 10 };
const textsOf = (...given: Parameters<typeof trace>) =>
  trace(...given).map((piece) => ('text' in piece ? [piece.mcid, piece.text] : []));

describe('the text of a page', () => {
  it('has its mark, its place and its size', () => {
    expect(trace(`2 0 0 2 0 5 cm ${tag(0, show('AB'))}`)).toEqual([
      { owner: 'page', mcid: 0, text: 'AB', start: [40, 65], end: [60, 65], size: 20 },
    ]);
  });

  it.each<[name: string, content: string, texts: [mcid: number | undefined, text: string][]]>([
    ['with a mark', tag(0, show('A')), [[0, 'A']]],
    ['with a mark by name', `/P /named BDC ${show('A')} EMC`, [[1, 'A']]],
    ['with the outermost of two marks', tag(1, tag(0, show('A'))), [[1, 'A']]],
    ['with the mark in one that says nothing', `/P BMC ${tag(1, show('A'))} EMC`, [[1, 'A']]],
    ['after a mark, if it is clipped', `0 0 9 9 re W n ${tag(0, '')} ${show('A')}`, [[undefined, 'A']]],
    ['if it is clipped by the other rule', `0 0 9 9 re W* n ${show('A')}`, [[undefined, 'A']]],
    ['not without a mark and a clip', show('A'), []],
    ['not after the clip has ended', `q 0 0 9 9 re W n Q ${show('A')}`, []],
    ['not as an artifact', `W n /Artifact BMC ${show('A')} EMC`, []],
    ['not with a mark of no element', `W n ${tag(7, show('A'))}`, []],
    ['not without characters', tag(0, 'BT /F1 10 Tf ET'), []],
    ['with symbols that have no text', tag(0, show('C')), [[0, '\ue001']]],
    [
      'in the order of drawing',
      `${tag(1, show('A'))} ${tag(0, show('B'))}`,
      [
        [1, 'A'],
        [0, 'B'],
      ],
    ],
  ])('is found %s', (_, content, texts) => {
    expect(textsOf(content)).toEqual(texts);
  });

  it('has its place after its state is restored', () => {
    expect(trace(`q 3 0 0 3 9 9 cm Q ${tag(0, show('AB'))}`)).toEqual([{ owner: 'page', mcid: 0, text: 'AB', ...at }]);
  });
});

describe('the text of a form', () => {
  it('is one piece with the mark around it', () => {
    const x = form(`W n ${show('A')} ${show('B', '1 0 0 1 50 30')}`, { Matrix: [1, 0, 0, 1, 5, 0] });
    expect(trace(tag(1, '/x Do'), { x })).toEqual([
      { owner: 'page', mcid: 1, text: 'A B', start: [25, 30], end: [60, 30], size: 10 },
    ]);
  });

  it('has its own marks', () => {
    const x = form(`${tag(0, show('A'))} W n ${show('B')}`);
    expect(trace('/x Do', { x }, x).map((piece) => [piece.owner, piece.mcid])).toEqual([
      ['form', 0],
      ['form', undefined],
    ]);
  });

  it('is clipped like the form', () => {
    const x = form(show('A'));
    expect(textsOf('W n /x Do', { x })).toEqual([[undefined, 'A']]);
    expect(textsOf('/x Do', { x })).toEqual([]);
  });

  it('is shown with its own fonts', () => {
    const resources = buildDict({ Font: buildDict({ F2: font }) });
    const content = 'W n BT /F2 10 Tf 1 0 0 1 0 0 Tm (A) Tj ET';
    expect(textsOf('/x Do', { x: form(content, { Resources: resources }) })).toEqual([[undefined, 'A']]);
    expect(textsOf('/x Do', { x: form(content) })).toEqual([[undefined, '']]);
  });

  it.each<[name: string, content: string]>([
    ['an artifact', '/Artifact BMC /x Do EMC'],
    ['a mark of no element', tag(7, '/x Do')],
    ['another name', '/y Do'],
    ['no form', '/image Do'],
  ])('is not found with %s', (_, content) => {
    const image = form(show('A'), { Subtype: 'Image' });
    expect(trace(`W n ${content}`, { x: form(show('A')), image })).toEqual([]);
  });

  it('is found after a form without text', () => {
    expect(textsOf('W n /empty Do /x Do /empty Do', { empty: form(''), x: form(show('A')) })).toEqual([
      [undefined, 'A'],
    ]);
  });
});

describe('the shape of an element', () => {
  it.each<[name: string, content: string, low: number[], high: number[]]>([
    ['a rectangle', '10 20 30 40 re f', [10, 20], [40, 60]],
    ['a rectangle drawn to the left and down', '10 20 -30 -40 re f', [-20, -20], [10, 20]],
    ['lines', '10 20 m 5 70 l S', [5, 20], [10, 70]],
    ['a curve', '10 20 m 1 2 3 4 50 6 c S', [1, 2], [50, 20]],
    ['several paths', '0 0 1 1 re f 8 8 1 1 re f', [0, 0], [9, 9]],
    ['a moved path', '2 0 0 3 5 0 cm 10 20 30 40 re f', [25, 60], [85, 180]],
  ])('covers %s', (_, content, low, high) => {
    expect(trace(tag(0, content))).toEqual([{ owner: 'page', mcid: 0, low, high }]);
  });

  it.each([
    ['without a mark', '0 0 9 9 re f'],
    ['with a mark of no element', tag(7, '0 0 9 9 re f')],
    ['with text', tag(0, `0 0 9 9 re f`).replace('EMC', `${show('A')} EMC`)],
  ])('is not found %s', (_, content) => {
    expect(trace(content).filter((piece) => 'low' in piece)).toEqual([]);
  });

  it('ends with its mark, not with one inside', () => {
    expect(trace(tag(0, '0 0 1 1 re f /Span BMC EMC 8 8 1 1 re f'))).toEqual([
      { owner: 'page', mcid: 0, low: [0, 0], high: [9, 9] },
    ]);
  });
});
