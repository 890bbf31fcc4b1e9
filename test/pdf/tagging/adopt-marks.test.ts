import { describe, expect, it } from 'vitest';
import { buildDict, type PdfDict, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';
import { type Adoption, adoptText, joinHidden } from '../../../src/pdf/tagging/adopt-text.ts';
import {
  type ContentItem,
  type ContentOwner,
  isElement,
  type MarkedContent,
  type StructureElement,
} from '../../../src/pdf/tagging/structure-elements.ts';
import type { Shape, TextPiece } from '../../../src/pdf/tagging/trace-text.ts';
import { buildElements } from './build-elements.ts';

const page: PdfDict = new Map();

/** Ten units for each character of a size of 10, upon a line; marked if it has an element. */
const write = (text: string, [x, y]: TextPiece['start'], mcid?: number, more: Partial<TextPiece> = {}): TextPiece => ({
  owner: page,
  from: 3,
  to: 8,
  mcid,
  start: [x, y],
  end: [x + text.length * 10, y],
  size: 10,
  text,
  ...more,
});

interface Choices {
  count?: number;
  owner?: ContentOwner;
  spoken?: Record<string, string>;
  hidden?: string[];
  links?: { element: StructureElement; low: [number, number]; high: [number, number] }[];
  paragraph?: StructureElement;
}

function adopt(pieces: readonly (TextPiece | Shape)[], choices: Choices = {}) {
  const { count = 1, owner = page, links = [], paragraph } = choices;
  const elements = Array.from({ length: count }, (_, mcid) => {
    const element = buildElements(['P']);
    element.kids = [{ object: buildDict({ Stm: `form ${mcid}` }), owner, mcid }];
    return element;
  });
  const marked: MarkedContent = new Map([[owner, new Map(elements.entries())]]);
  let paragraphs = 0;
  const adoption: Adoption = {
    page: new PdfRef(page),
    spoken: new Map(Object.entries(choices.spoken ?? {})),
    hidden: joinHidden(choices.hidden),
    links,
    marked,
    addParagraph: () => {
      paragraphs += 1;
      return paragraph;
    },
  };
  const adopted = adoptText(pieces, adoption);
  return { elements, marked, adopted, paragraphs, marks: elements.map(marksOf) };
}
const marksOf = ({ kids }: StructureElement) => kids.flatMap((kid) => (isElement(kid) ? [] : (kid.mcid ?? [])));

describe('text that belongs to no element', () => {
  it('gets a mark around it, which its element holds', () => {
    const { adopted, elements, marked } = adopt([write('a', [0, 0], 0), write('b', [10, 0])]);
    expect([...adopted]).toEqual([
      [
        page,
        {
          insertions: [
            { at: 3, text: '/Span <</MCID 1>> BDC\n' },
            { at: 8, text: '\nEMC\n' },
          ],
          marks: new Set([1]),
          spoken: new Map(),
        },
      ],
    ]);
    const [, item] = (elements[0] as StructureElement).kids as [ContentItem, ContentItem];
    expect(item).toEqual({
      object: buildDict({ Type: 'MCR', Pg: new PdfRef(page), MCID: 1 }),
      owner: page,
      mcid: 1,
    });
    expect(marked.get(page)?.get(1)).toBe(elements[0]);
  });

  it('gets a mark of its form', () => {
    const form = new PdfStream(new Map(), Buffer.alloc(0));
    const own = { owner: form };
    const { adopted, elements } = adopt([write('a', [0, 0], 0, own), write('b', [10, 0], undefined, own)], {
      owner: form,
    });
    expect([...adopted.keys()]).toEqual([form]);
    const [, item] = (elements[0] as StructureElement).kids as [ContentItem, ContentItem];
    expect((item.object as PdfDict).get('Stm')).toBe('form 0');
  });

  it('gets a mark without a name in a form that has no other', () => {
    const form = new PdfStream(new Map(), Buffer.alloc(0));
    const { elements } = adopt([write('a', [0, 0], 0), write('b', [10, 0], undefined, { owner: form })]);
    const [, item] = (elements[0] as StructureElement).kids as [ContentItem, ContentItem];
    expect([(item.object as PdfDict).get('Stm'), item.mcid]).toEqual([null, 0]);
  });

  it('is not marked if nothing is missing', () => {
    const found = adopt([write('a', [0, 0], 0)]);
    expect([found.adopted.size, found.paragraphs]).toEqual([0, 0]);
  });

  it('is in one new paragraph on a page without other text', () => {
    const paragraph = buildElements(['P']);
    const { paragraphs, marks } = adopt([write('a', [0, 0]), write('b', [0, 500])], { count: 0, paragraph });
    expect([paragraphs, marksOf(paragraph), marks]).toEqual([1, [0, 1], []]);
  });

  it('is left alone if no paragraph can be made', () => {
    expect(adopt([write('a', [0, 0])], { count: 0 }).adopted.size).toBe(0);
  });

  it('needs no paragraph beside a tagged one', () => {
    expect(adopt([write('a', [0, 0], 0), write('b', [0, 500])]).paragraphs).toBe(0);
  });
});

describe('what a text is read out as', () => {
  const own = write('a', [0, 0], 0);
  const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex');

  it.each<[string, string, Choices, string | undefined]>([
    ['itself', 'x', {}, ''],
    ['what its style says', ' x\n y ', { spoken: { 'x y': 'star' } }, ` /Alt <${hex('star')}>`],
    ['nothing if its style says so', 'x', { spoken: { x: '' } }, undefined],
    ['itself without a leader', 'A . . . . 7', {}, ` /Alt <${hex('A   7')}>`],
    ['itself without a leader of dots alone', 'A.... 7', {}, ` /Alt <${hex('A  7')}>`],
    ['itself with three dots', 'A... 7', {}, ''],
    ['nothing for a leader alone', '. . . .', {}, undefined],
    ['nothing for a symbol of its font', '\ue001', {}, undefined],
    ['itself with a symbol of its font', '\ue001 x', {}, ''],
    ['what its style says of a symbol', '\ue001', { spoken: { '\ue001': 'star' } }, ` /Alt <${hex('star')}>`],
    ['nothing if it is hidden', 'Some Words', { hidden: ['these are some\nwords'] }, undefined],
    ['itself if a part of its words is hidden', 'some word', { hidden: ['some words'] }, ''],
    ['nothing if it is hidden with soft hyphens', 'words', { hidden: ['wo\u00adrds'] }, undefined],
    ['itself if it is hidden in two texts', 'a b', { hidden: ['a', 'b'] }, ''],
  ])('is %s', (_, text, choices, properties) => {
    const { adopted } = adopt([own, write(text, [10, 0])], choices);
    const expected = properties === undefined ? undefined : `/Span <</MCID 1${properties}>> BDC\n`;
    expect(adopted.get(page)?.insertions[0]?.text).toBe(expected);
  });

  it('is noted with its mark', () => {
    const found = adopt([own, write('x', [10, 0]), write('y', [20, 0])], { spoken: { x: 'star' } });
    expect([found.adopted.get(page)?.marks, found.adopted.get(page)?.spoken]).toEqual([
      new Set([1, 2]),
      new Map([[1, 'star']]),
    ]);
  });
});

describe('the element of a text', () => {
  /** Tagged texts with the marks 0 and 1, and a text without. */
  const place = (one: TextPiece, two: TextPiece, own: TextPiece) => adopt([one, two, own], { count: 2 }).marks;

  it.each<[string, [number, number], [number, number], [number, number], number[][]]>([
    ['after a text in its line', [0, 0], [500, 0], [20, 0], [[0, 2], [1]]],
    ['before a text in its line', [0, 0], [500, 0], [480, 0], [[0], [2, 1]]],
    ['a little above its line', [0, 0], [500, 300], [20, 6], [[0, 2], [1]]],
    ['a little below its line', [0, 0], [500, 300], [20, -6], [[0, 2], [1]]],
    ['in the line, not in that below', [0, 100], [0, 92], [20, 100], [[0, 2], [1]]],
    ['far in the line, not near in the next one', [0, 100], [300, 80], [300, 100], [[0, 2], [1]]],
    ['under a text', [0, 100], [0, 0], [0, 60], [[0, 2], [1]]],
    ['above a text', [0, 100], [0, 0], [0, 40], [[0], [2, 1]]],
    ['nearer across', [0, 100], [200, 100], [190, 60], [[0], [1, 2]]],
    ['that overlaps it a little', [0, 0], [500, 0], [5, 0], [[0, 2], [1]]],
  ])('is the nearest: %s', (_, one, two, own, expected) => {
    expect(place(write('a', one, 0), write('b', two, 1), write('c', own))).toEqual(expected);
  });

  it('is read the other way in lines from right to left', () => {
    const hebrew = write('\u05d0', [0, 0], 0);
    expect(adopt([hebrew, write('x', [10, 0])]).marks).toEqual([[1, 0]]);
    expect(adopt([hebrew, write('x', [-10, 0])]).marks).toEqual([[0, 1]]);
    const both = adopt([hebrew, write('x', [10, 0]), write('y', [20, 0])]);
    expect(both.marks).toEqual([[1, 2, 0]]);
    const [, second] = [...(both.adopted.get(page)?.insertions ?? [])];
    expect(second?.at).toBe(8);
  });

  it('is that of lines that are turned', () => {
    const up = (text: string, [x, y]: [number, number], mcid?: number) =>
      write(text, [x, y], mcid, { end: [x, y + text.length * 10] });
    expect(place(up('a', [0, 0], 0), up('b', [0, 500], 1), up('c', [0, 20]))).toEqual([[0, 2], [1]]);
    expect(place(up('a', [0, 0], 0), up('b', [300, 0], 1), up('c', [280, 0]))).toEqual([[0], [2, 1]]);
  });
});

describe('text that goes on', () => {
  const link = () => ({
    element: buildElements(['Link']),
    low: [0, -1] as [number, number],
    high: [50, 11] as [number, number],
  });
  /** Whether a second text stays with a first one, which touches a heading. The second one touches a footer. */
  const staysWith = (second: TextPiece) => {
    const heading = write('heading', [-70, 5], 0);
    const footer = write('footer', second.end, 1);
    return adopt([heading, footer, write('one', [0, 5]), second], { count: 2 }).marks[0]?.includes(3);
  };

  it.each<[string, [number, number], boolean]>([
    ['in its line', [35, 5], true],
    ['far behind in its line', [45, 5], false],
    ['in the next line', [0, -10], true],
    ['in a line far below', [0, -20], false],
  ])('%s belongs to the same element: %#', (_, at, expected) => {
    expect(staysWith(write('two', at))).toBe(expected);
  });

  it('is not in a line above', () => {
    const pieces = [write('a', [0, 90], 0), write('b', [0, 0], 1), write('c', [0, 40]), write('d', [0, 60])];
    expect(adopt(pieces, { count: 2 }).marks).toEqual([
      [0, 3],
      [2, 1],
    ]);
  });

  it('ends at a text that has an element', () => {
    const pieces = [write('a', [0, 90], 0), write('c', [0, 75]), write('b', [0, 40], 1), write('d', [0, 60])];
    expect(adopt(pieces, { count: 2 }).marks).toEqual([
      [0, 2],
      [3, 1],
    ]);
  });

  it('is in the link whose area it is in, in the order of lines', () => {
    const area = link();
    const at = (from: number) => ({ from, to: from + 5 });
    const pieces = [
      write('a', [0, 500], 0),
      write('y', [20, 0], undefined, at(10)),
      write('x', [0, 0], undefined, at(20)),
      write('w', [10, 10], undefined, at(30)),
    ];
    const found = adopt(pieces, { links: [area] });
    expect(found.marks).toEqual([[0]]);
    expect([marksOf(area.element), found.paragraphs]).toEqual([[1, 2, 3], 0]);
    const starts = found.adopted.get(page)?.insertions.filter(({ text }) => text.startsWith('/Span'));
    expect(starts?.map((insertion) => insertion.at)).toEqual([30, 20, 10]);
  });

  it.each<[string, [number, number], boolean]>([
    ['inside', [10, 0], true],
    ['out by less than one', [-0.5, -1.5], true],
    ['out to the left', [-3, 0], false],
    ['out to the right', [43, 0], false],
    ['too low', [10, -3], false],
    ['too high', [10, 13], false],
  ])('is in a link only if it is in its area: %s', (_, at, isIn) => {
    const area = link();
    adopt([write('a', [0, 500], 0), write('x', at)], { links: [area] });
    expect(marksOf(area.element)).toEqual(isIn ? [1] : []);
  });

  it('is in the shape around it, unless a text with an element came after that', () => {
    const shape: Shape = { owner: page, mcid: 1, low: [0, -1], high: [50, 11] };
    const [near, own] = [write('a', [30, 0], 0), write('x', [10, 0])];
    expect(adopt([near, shape, own], { count: 2 }).marks).toEqual([[0], [1, 2]]);
    expect(adopt([shape, near, own], { count: 2 }).marks).toEqual([[2, 0], [1]]);
  });

  it('is in one of the ten shapes before it at most', () => {
    const around: Shape = { owner: page, mcid: 1, low: [0, -1], high: [50, 11] };
    const other: Shape = { owner: page, mcid: 2, low: [900, 900], high: [950, 950] };
    const pieces = (count: number) => [
      write('a', [30, 0], 0),
      around,
      ...Array.from({ length: count }, () => other),
      write('x', [10, 0]),
    ];
    expect(adopt(pieces(9), { count: 3 }).marks).toEqual([[0], [1, 3], [2]]);
    expect(adopt(pieces(10), { count: 3 }).marks).toEqual([[3, 0], [1], [2]]);
  });
});
