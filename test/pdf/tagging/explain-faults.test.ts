import { describe, expect, it } from 'vitest';
import { buildDict, type PdfDict, PdfRef, PdfString } from '../../../src/pdf/objects/objects.ts';
import { explainFaults, shorten } from '../../../src/pdf/tagging/explain-faults.ts';
import type { Fault } from '../../../src/pdf/tagging/find-faults.ts';
import { readElements, type StructureElement } from '../../../src/pdf/tagging/structure-elements.ts';

const pages: readonly PdfDict[] = [
  buildDict({ Type: 'Page' }),
  buildDict({ Type: 'Page' }),
  buildDict({ Type: 'Page' }),
];

/** An element whose entries are given. */
function buildElement(entries: PdfDict): StructureElement {
  return readElements([new PdfRef(new Map([['S', 'P'], ...entries]))])[0] as StructureElement;
}

const onPage = (page: number) => buildElement(buildDict({ Pg: pages[page - 1], K: [0] }));
const explain = (faults: readonly Fault[], text = '') => explainFaults(faults, () => text, pages);

describe('the explanation of a fault', () => {
  it.each<[fault: Fault, detail: string]>([
    [{ code: 'no_title' }, 'is not given, and the document has no <title>'],
    [{ code: 'no_language' }, 'does not say its language: <html lang="en">'],
    [{ code: 'text_lost' }, 'has text that is not in its tags'],
    [{ code: 'text_lost', reason: 'has lost text' }, 'has lost text'],
    [{ code: 'no_tags' }, 'has no tags'],
    [{ code: 'not_accessible' }, 'is not accessible'],
    [{ code: 'not_accessible', reason: 'has a form' }, 'has a form'],
    [{ code: 'no_alternative' }, 'an image has no alternative text: add alt="…", or alt="" for decoration'],
    [{ code: 'no_header_cells' }, 'the table has no header cells: add <th>, or role="presentation" for a layout table'],
    [{ code: 'no_link_text' }, 'a link has no text, nor an image with one'],
  ])('says what to fix: %j', (fault, detail) => {
    expect(explain([fault])).toEqual([{ code: fault.code, detail }]);
  });

  it.each<[levels: [number, number], detail: string]>([
    [[0, 2], 'the heading has level 2, and is the first, which must have level 1'],
    [[1, 3], 'the heading has level 3, and the one before it 1'],
  ])('names the levels of headings: %j', (levels, detail) => {
    expect(explain([{ code: 'heading_skipped', levels }])).toEqual([
      { code: 'heading_skipped', level: levels[1], detail },
    ]);
  });

  it.each([
    [['\uf400'], 'U+F400'],
    [['\uf400', '\uf401', '\uf400'], 'U+F400, U+F401'],
    [['\ue001', '\ue002', '\ue003', '\ue004', '\ue005', '\ue006'], 'U+E001, U+E002, U+E003, U+E004, U+E005'],
    [['\u{f0abc}'], 'U+F0ABC'],
  ])('names up to five different characters: %j', (characters, names) => {
    expect(explain([{ code: 'no_character_text', characters }])[0]?.detail).toBe(
      `icons without a text (${names}): add aria-hidden="true" for decoration, else role="img" aria-label="…"`,
    );
  });

  it('names the page, the part and the text of the element', () => {
    const fault: Fault = { code: 'no_header_cells', part: 1, element: onPage(2) };
    expect(explain([fault], ' Sales\n 2026 ')).toEqual([
      {
        code: 'no_header_cells',
        part: 1,
        page: 2,
        text: 'Sales 2026',
        detail:
          'page 2: the table "Sales 2026" has no header cells: add <th>, or role="presentation" for a layout table',
      },
    ]);
  });

  it('names only a page of the document', () => {
    const elsewhere = buildElement(buildDict({ Pg: buildDict({ Type: 'Page' }), K: [0] }));
    const detail = 'an image has no alternative text: add alt="…", or alt="" for decoration';
    expect(explain([{ code: 'no_alternative', element: elsewhere }])).toEqual([{ code: 'no_alternative', detail }]);
    expect(explain([{ code: 'no_alternative', element: buildElement(new Map()) }])).toEqual([
      { code: 'no_alternative', detail },
    ]);
  });

  it.each<[name: string, kids: PdfDict, page: number]>([
    ['its first content', buildDict({ K: [buildDict({ Type: 'MCR', Pg: pages[2], MCID: 0 })] }), 3],
    ['an element inside', buildDict({ K: [new PdfRef(buildDict({ S: 'Span', Pg: pages[1], K: [0] }))] }), 2],
    [
      'the first of two',
      buildDict({ K: [buildDict({ Pg: pages[1], MCID: 0 }), buildDict({ Pg: pages[0], MCID: 0 })] }),
      2,
    ],
    ['the element itself', buildDict({ Pg: pages[1], K: [buildDict({ Pg: pages[0], MCID: 0 })] }), 2],
  ])('finds the page of %s', (_, kids, page) => {
    expect(explain([{ code: 'no_alternative', element: buildElement(kids) }])[0]?.page).toBe(page);
  });

  it.each<[annotation: PdfDict, target: string]>([
    [buildDict({ A: buildDict({ S: 'URI', URI: new PdfString('https://a.example/') }) }), ' to https://a.example/'],
    [buildDict({ A: buildDict({ S: 'GoTo' }) }), ''],
    [
      buildDict({ A: buildDict({ URI: new PdfString(`https://a.example/${'x'.repeat(60)}`) }) }),
      ` to https://a.example/${'x'.repeat(42)}…`,
    ],
  ])('names the address of a link', (annotation, target) => {
    const element = buildElement(buildDict({ K: [buildDict({ Type: 'OBJR', Obj: new PdfRef(annotation) })] }));
    expect(explain([{ code: 'no_link_text', element }])[0]?.detail).toBe(
      `a link${target} has no text, nor an image with one`,
    );
  });
});

describe('explained faults', () => {
  it('are ordered by part and page, those of the whole document first', () => {
    const faults: Fault[] = [
      { code: 'no_alternative', part: 1, element: onPage(1) },
      { code: 'no_alternative', part: 0, element: onPage(3) },
      { code: 'no_alternative', part: 0, element: onPage(2) },
      { code: 'no_language', part: 0 },
      { code: 'no_title' },
    ];
    expect(explain(faults).map(({ code, part, page }) => [code, part, page])).toEqual([
      ['no_title', undefined, undefined],
      ['no_language', 0, undefined],
      ['no_alternative', 0, 2],
      ['no_alternative', 0, 3],
      ['no_alternative', 1, 1],
    ]);
  });
});

describe('a shortened text', () => {
  it.each([
    ['a'.repeat(60), 'a'.repeat(60)],
    ['a'.repeat(61), `${'a'.repeat(60)}…`],
    [`${'a'.repeat(59)} bc`, `${'a'.repeat(59)}…`],
  ])('has at most 60 characters: %s', (text, short) => {
    expect(shorten(text)).toBe(short);
  });
});
