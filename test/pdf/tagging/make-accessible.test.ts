import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../../../src/pdf/merge/merge.ts';
import { asArray, asDict, asName, asNumber, asString } from '../../../src/pdf/objects/objects.ts';
import { readNumberTree } from '../../../src/pdf/objects/trees.ts';
import { MergeError } from '../../../src/pdf/part/merge-error.ts';
import type { MergePart } from '../../../src/pdf/part/merge-part.ts';
import { buildPages } from '../build-pdf.ts';
import { openPdf, readTags, readTexts } from '../read-pdf.ts';
import { checkPdf, unfoldPdf } from '../run-qpdf.ts';
import { buildTagged, firstFree, type Spec, TaggedFacts } from './tagged-pdf.ts';

const options = { outline: true, producer: 'test', metadata: { title: 'Title' }, conformance: { pdfUa: 1 } } as const;
const printed = (pdf: Uint8Array): MergePart => ({ pdf, foreign: false });

function mend(specs: readonly Spec[], more: Parameters<typeof buildTagged>[1] = {}): TaggedFacts {
  return new TaggedFacts(mergePdfs([printed(buildTagged(specs, more))], options).pdf);
}

function refuse(parts: readonly MergePart[], own: object = {}): MergeError {
  try {
    mergePdfs(parts, { ...options, ...own });
  } catch (error) {
    if (error instanceof MergeError) return error;
    throw error;
  }
  throw new Error('the document was not refused');
}

const untagged = (text: string) => `text is printed without tags and cannot be read aloud: "${text}"`;
const faultsOf = (specs: readonly Spec[]) => refuse([printed(buildTagged(specs))]).faults;

describe('a list', () => {
  it('has items with a label and a body, also where it stands in another one', () => {
    const inner: Spec = ['L', ['LI', ['Lbl', 2], ['NonStruct', 3]]];
    expect(mend([['L', ['LI', ['Lbl', 0], ['NonStruct', 1], inner]]]).outline).toEqual([
      ['L', ['LI', ['Lbl', 0], ['LBody', ['NonStruct', 1], ['L', ['LI', ['Lbl', 2], ['LBody', ['NonStruct', 3]]]]]]],
    ]);
  });

  it('has items for what stands in it directly, and those of a group', () => {
    const { outline } = mend([['L', ['Caption', 0], ['L', ['LI', ['P', 1]]], ['Div', ['LI', ['P', 2]]], ['P', 3]]]);
    expect(outline).toEqual([
      [
        'L',
        ['Caption', 0],
        ['LI', ['LBody', ['L', ['LI', ['LBody', ['P', 1]]]]]],
        ['LI', ['LBody', ['P', 2]]],
        ['LI', ['LBody', ['P', 3]]],
      ],
    ]);
  });

  it('is needed around an item', () => {
    expect(mend([['LI', ['Lbl', 0], ['P', 1]]]).outline).toEqual([['Div', ['Lbl', 0], ['P', 1]]]);
  });

  it('holds no background, which becomes an artifact', async () => {
    const part = printed(buildTagged([['L', 0, ['LI', 1, ['P', 2]]]]));
    const { pdf } = mergePdfs([part], options);
    expect(new TaggedFacts(pdf).outline).toEqual([['L', ['LI', ['LBody', 1, ['P', 2]]]]]);
    const text = await unfoldPdf(pdf);
    expect(text.match(/\/Artifact BMC/g)).toHaveLength(1);
    expect(text).toMatch(/\/P <<\/MCID 2>> BDC/);
  });

  it('is named in the parent tree with the elements that hold its marks now', () => {
    const facts = mend([['L', 0, ['LI', ['Lbl', 1], ['NonStruct', 2]]]]);
    const [[, marks] = [0, null]] = readNumberTree(facts.root.get('ParentTree'));
    expect(asArray(marks).map((element) => asName(asDict(element)?.get('S')))).toEqual([undefined, 'Lbl', 'NonStruct']);
  });
});

describe('a table', () => {
  const row = (...cells: Spec[]): Spec => ['TR', ...cells];
  const head: Spec = ['TH', 0];
  const span = (name: string, count: number) => ({ entries: `/A [<</O /Table /${name} ${count}>>]` });

  it('has as many columns in each row', () => {
    const { outline } = mend([['Table', row(head, ['TH', 1]), row(['TD', 2])]]);
    expect(outline).toEqual([['Table', ['TR', ['TH', 0], ['TH', 1]], ['TR', ['TD', 2], ['TD']]]]);
  });

  it('ends spans where it ends itself', () => {
    const facts = mend([['Table', row(head, ['TH', 1]), row(['TD', span('RowSpan', 9), 2], ['TD', 3])]]);
    const [cell] = facts.find('TD');
    expect(asNumber(asDict(asArray(cell?.get('A'))[0])?.get('RowSpan'))).toBe(1);
  });

  it('cuts a span where a cell from above stands', () => {
    const facts = mend([
      ['Table', row(head, ['TH', span('RowSpan', 2), 1], ['TH', 2]), row(['TD', span('ColSpan', 3), 3], ['TD', 4])],
    ]);
    const spans = facts.find('TD').map((cell) => asNumber(asDict(asArray(cell.get('A'))[0])?.get('ColSpan')));
    expect(spans[0]).toBe(1);
  });

  it('of millions of places is squared by wide cells, not by millions of empty ones', () => {
    const wide: Spec = ['TR', ['TH', span('ColSpan', 1000), 0]];
    const rows = Array.from({ length: 100 }, (): Spec => ['TR', ['TD', span('RowSpan', 65_534)]]);
    const facts = mend([['Table', wide, ...rows]]);
    expect(facts.find('TD').length).toBeLessThan(11_000);
    const last = facts.find('TR').at(-1)?.get('K') ?? null;
    const cell = asDict(Array.isArray(last) ? last[0] : last);
    const attributes = asArray(cell?.get('A')).map(asDict);
    expect(attributes.map((each) => asNumber(each?.get('ColSpan')))).toContain(1000 - 100 + 1);
  });

  it('says of each header cell what it heads', () => {
    const facts = mend([['Table', row(head, ['TH', 1]), row(['TH', 2], ['TD', 3])]]);
    const scopes = facts.find('TH').map((cell) => asName(asDict(asArray(cell.get('A'))[0])?.get('Scope')));
    expect(scopes).toEqual(['Column', 'Column', 'Row']);
  });

  it('holds rows, cells and one caption at its head', () => {
    const { outline } = mend([
      ['Table', 5, ['NonStruct', row(head)], ['Caption', 1], ['P', 2], row(3 as never, ['P', 4])],
    ]);
    expect(outline).toEqual([
      ['Table', ['Caption', 1], ['TR', ['TH', 0]], ['TR', ['TD', ['P', 2]]], ['TR', ['TD', ['P', 4]]]],
    ]);
  });

  it('is needed around rows and cells', () => {
    expect(mend([['TR', ['TD', 0]]]).outline).toEqual([['Div', ['Div', 0]]]);
  });
});

describe('a link', () => {
  const link: Spec = ['P', ['Link', ['NonStruct', 0, 1], 'link']];

  it('is said in its annotation, and pages with one are gone through by structure', () => {
    const { page } = mend([link]);
    expect(asString(asDict(asArray(page.get('Annots'))[0])?.get('Contents'))).toBe('ab');
    expect(asName(page.get('Tabs'))).toBe('S');
  });

  it('around an image is said by the text of that', () => {
    const { page } = mend([['Link', ['Figure', { entries: '/Alt (A picture)' }, 0], 'link']]);
    expect(asString(asDict(asArray(page.get('Annots'))[0])?.get('Contents'))).toBe('A picture');
  });

  it('that stands in no element gets one', () => {
    const facts = mend([['P', 0]], { catalog: '/Mine /Link' });
    expect(facts.outline).toEqual([
      ['P', 0],
      ['Link', 'Link'],
    ]);
    const annotation = asDict(asArray(facts.page.get('Annots'))[0]);
    expect(asString(annotation?.get('Contents'))).toBe('https://a.example/');
    const parents = new Map(readNumberTree(facts.root.get('ParentTree')));
    expect(asName(asDict(parents.get(asNumber(annotation?.get('StructParent')) ?? -1))?.get('S'))).toBe('Link');
  });
});

describe('what is drawn', () => {
  const form = (marks: string) => ({
    dict: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <<>> /StructParents 5',
    data: `0 0 1 1 re f ${marks}`,
  });
  const draw = { page: `/XObject <</X ${firstFree} 0 R>>`, content: 'q /X Do Q q /X Do Q' };

  it('in a form without tags is an artifact as a whole', async () => {
    const part = printed(buildTagged([['P', 0]], { ...draw, more: [form('')] }));
    const text = await unfoldPdf(mergePdfs([part], options).pdf);
    expect(text.match(/\/Artifact BMC\s+\/X Do/g)).toHaveLength(2);
    expect(text).toMatch(/stream\s+0 0 1 1 re f/);
  });

  it('in a form of elements is marked inside it, and only read the first time', async () => {
    const element: Spec = ['P', 0, { entries: `/Mine true` }];
    const pdf = buildTagged(
      [element, ['P', { entries: `/K [<</Type /MCR /Pg 3 0 R /Stm ${firstFree} 0 R /MCID 0>>]` }]],
      {
        ...draw,
        more: [form('/P <</MCID 0>> BDC 2 2 1 1 re f EMC')],
      },
    );
    const merged = mergePdfs([printed(pdf)], options).pdf;
    const text = await unfoldPdf(merged);
    expect(text).toMatch(/\/X Do Q\s+q\s+\/X_1 Do/);
    expect(text).toMatch(/\/Artifact BMC\s+0 0 1 1 re f\s+EMC\s+\/P <<\/MCID 0>> BDC 2 2 1 1 re f EMC/);
    expect(text).toMatch(/\/Artifact BMC\s+0 0 1 1 re f\s+EMC\s+\/Artifact BMC 2 2 1 1 re f EMC/);
    expect(await checkPdf(merged)).toBe('');
  });
});

describe('an accessible document', () => {
  it('maps types that PDF 1.7 does not know', () => {
    const facts = mend([
      ['P', ['Strong', 0], ['Em', 1]],
      ['Aside', 2],
    ]);
    const roles = [...(asDict(facts.root.get('RoleMap')) ?? [])];
    expect(roles).toEqual([
      ['Strong', 'Span'],
      ['Em', 'Span'],
      ['Aside', 'Div'],
    ]);
  });

  it('makes a group of a figure that holds a picture and its caption', () => {
    const picture: Spec = ['Figure', { entries: '/Alt (A)' }, 1];
    expect(mend([['Figure', 0, picture, ['Caption', 2]]]).outline).toEqual([['Div', ['Figure', 1], ['Caption', 2]]]);
  });

  it('has no heading without a level, and no invalid language', () => {
    const facts = mend([
      ['H', { entries: '/Lang (xx?)' }, 0],
      ['P', { entries: '/Lang (de_AT)' }, 1],
    ]);
    expect(facts.outline).toEqual([
      ['P', 0],
      ['P', 1],
    ]);
    expect(facts.find('P').map((element) => asString(element.get('Lang')))).toEqual([undefined, 'de-AT']);
  });

  it('keeps its text, its tags and the same bytes', async () => {
    const specs: Spec[] = [
      ['H1', 0],
      ['L', ['LI', ['Lbl', 1], ['P', 2]]],
      ['P', ['Link', 3, 'link']],
    ];
    const run = (own: object) =>
      mergePdfs([printed(buildTagged(specs, { content: '9 9 9 9 re f' }))], { ...options, ...own }).pdf;
    const [plain, mended, again] = [run({ conformance: undefined }), run({}), run({})];
    expect(Buffer.compare(mended, again)).toBe(0);
    expect(await checkPdf(mended)).toBe('');
    const [before, after] = [await openPdf(plain), await openPdf(mended)];
    expect(await readTexts(after)).toEqual(await readTexts(before));
    expect(await readTags(after, 1)).toEqual([
      'Root',
      ['Document', ['H1'], ['L', ['LI', ['Lbl'], ['LBody', ['P']]]], ['P', ['Link']]],
    ]);
  });

  it('is made of several parts', () => {
    const parts = [
      printed(buildTagged([['H1', 0]])),
      printed(
        buildTagged([
          ['H2', 0],
          ['P', ['Link', 1, 'link']],
        ]),
      ),
    ];
    const facts = new TaggedFacts(mergePdfs(parts, options).pdf);
    expect(facts.outline).toEqual([
      ['Part', ['H1', 0]],
      ['Part', ['H2', 0], ['P', ['Link', 1, 'Link']]],
    ]);
  });
});

describe('what only the author can fix', () => {
  it.each<[string, Spec[], object]>([
    ['an image without a text', [['P', ['Figure', 0]]], { code: 'no_alternative', part: 0, page: 1 }],
    ['a first heading below the first level', [['H2', 0]], { code: 'heading_skipped', level: 2, text: 'a' }],
    [
      'a heading that skips a level',
      [
        ['H1', 0],
        ['H3', 1],
      ],
      { code: 'heading_skipped', level: 3, text: 'b' },
    ],
    ['a table without header cells', [['Table', ['TR', ['TD', 0]]]], { code: 'no_header_cells', text: 'a' }],
    [
      'a link without a text',
      [
        ['P', 0],
        ['Link', 'link'],
      ],
      { code: 'no_link_text' },
    ],
  ])('is told: %s', (_what, specs, expected) => {
    expect(faultsOf(specs)).toMatchObject([expected]);
  });

  it('is reported all at once, by part and page', () => {
    const parts = [
      printed(buildTagged([['H1', 0]])),
      printed(
        buildTagged([
          ['Figure', 0],
          ['H3', 1],
        ]),
      ),
    ];
    const error = refuse(parts, { metadata: { title: ' ' } });
    expect(error).toMatchObject({ code: 'not_conforming', part: undefined });
    expect(error.faults.map(({ code, part, page }) => [code, part, page])).toEqual([
      ['no_title', undefined, undefined],
      ['no_alternative', 1, 2],
      ['heading_skipped', 1, 2],
    ]);
    expect(error.faults[2]?.detail).toBe('page 2: the heading "b" has level 3, and the one before it 1');
  });

  it.each<[string, Partial<MergePart>, string[]]>([
    ['a text that its tags lack', { texts: ['a', 'lost text'] }, [untagged('lost text')]],
    ['texts that its tags lack', { texts: ['gone', 'b', 'lost'] }, [untagged('gone'), untagged('lost')]],
    ['what became a picture', { texts: ['lost'], pictured: ['a filter'] }, ['a filter']],
    ['what became a picture without its texts', { pictured: ['a filter'] }, ['a filter']],
  ])('is %s', (_what, more, reasons) => {
    const part = { ...printed(buildTagged([['P', 0, 1]])), ...more };
    const { faults } = refuse([part]);
    expect(faults.map(({ code }) => code)).toEqual(reasons.map(() => 'text_lost'));
    for (const [at, reason] of reasons.entries()) expect(faults[at]?.detail).toContain(reason);
  });

  it('is no text that its tags have, and none of a document whose pages were left out', () => {
    const part = { ...printed(buildTagged([['P', 0, 1]])), texts: ['ab'] };
    expect(mergePdfs([part], options).warnings).toEqual([]);
    const two = [part, { ...part, texts: ['lost'] }];
    expect(refuse(two).faults).toMatchObject([{ code: 'text_lost', part: 1 }]);
    expect(mergePdfs(two, { ...options, pageRanges: '2' }).warnings).toEqual([]);
  });

  it('is no gap that pages left which were taken out', () => {
    const parts = [
      printed(buildTagged([['H1', 0]])),
      printed(buildTagged([['P', 0]])),
      printed(buildTagged([['H4', 0]])),
    ];
    const last = new TaggedFacts(mergePdfs(parts, { ...options, pageRanges: '2-' }).pdf);
    expect(last.outline).toEqual([
      ['Part', ['P', 0]],
      ['Part', ['H1', 0]],
    ]);
    const whole = mergePdfs(parts, { ...options, conformance: {} }).pdf;
    const cut = new TaggedFacts(mergePdfs([printed(whole)], { ...options, pageRanges: '2-' }).pdf);
    expect(cut.find('H1')).toHaveLength(1);
  });

  it('is the language, also where Chromium wrote that of the machine', () => {
    const part = { ...printed(buildTagged([['P', 0]])), hasLanguage: false };
    expect(refuse([part]).faults).toMatchObject([{ code: 'no_language', part: 0 }]);
  });

  it('is no text of images that only decorate, which have no element', () => {
    expect(mend([['P', 0]], { content: '9 9 9 9 re f' }).outline).toEqual([['P', 0]]);
  });
});

describe('an archive of level A', () => {
  const conformance = { pdfA: { part: 2, level: 'A' } } as const;

  it('has sound tags, whatever its author left out', () => {
    const part = printed(
      buildTagged([
        ['H2', ['Strong', 0]],
        ['Figure', 1],
      ]),
    );
    const facts = new TaggedFacts(mergePdfs([part], { ...options, conformance }).pdf);
    expect([...(asDict(facts.root.get('RoleMap')) ?? [])]).toEqual([['Strong', 'Span']]);
  });

  const withIcons = (specs: readonly Spec[], content = '') => {
    const text = buildTagged(specs, { content }).toString('latin1');
    return printed(Buffer.from(text.replace('<0061>', '<F400>'), 'latin1'));
  };

  it('has no character of private use that nothing stands for', async () => {
    const content = '/Artifact BMC\nBT\n/F1 12 Tf\n1 0 0 1 9 9 Tm\n<0001> Tj\nET\nEMC';
    const part = withIcons(
      [
        ['P', 0],
        ['P', ['Figure', { entries: '/Alt (Save)' }, 1]],
      ],
      content,
    );
    expect(refuse([part], { conformance })).toMatchObject({
      message: 'It cannot be PDF/A-2a: one thing is left that only its author can fix.',
      faults: [{ code: 'no_character_text', page: 1, detail: expect.stringMatching(/^page 1: .*\(U\+F400\)/) }],
    });
    const spoken = withIcons([['P', ['Figure', { entries: '/Alt (Save)' }, 0]]], content);
    expect(await unfoldPdf(mergePdfs([spoken], { ...options, conformance }).pdf)).toMatch(
      /Artifact BMC\s+BT\s+\/Span<<\/ActualText <FEFF> >> BDC\s[^<]*<0001> Tj\s+EMC/,
    );
    const level = { pdfA: { part: 2, level: 'U' } } as const;
    expect(await unfoldPdf(mergePdfs([part], { ...options, conformance: level }).pdf)).not.toContain('ActualText');
  });

  it('is refused where a part has no tags', () => {
    expect(refuse([printed(buildTagged([['P', 0]])), printed(buildPages(1))], { conformance })).toMatchObject({
      part: 1,
      message: 'It cannot be PDF/A-2a: one thing is left that only its author can fix.',
      faults: [{ code: 'no_tags' }],
    });
  });
});

describe("a user's PDF", () => {
  const claim = {
    catalog: `/Metadata ${firstFree} 0 R`,
    more: [{ dict: '/Type /Metadata /Subtype /XML', data: '<rdf:Description pdfuaid:part="1"/>' }],
  };
  const user = (pdf: Uint8Array): MergePart => ({ pdf, foreign: true });

  it('is taken where it claims to be accessible and its tags are sound', () => {
    const { pdf, warnings } = mergePdfs([user(buildTagged([['H1', 0]], claim))], options);
    expect(new TaggedFacts(pdf).outline).toEqual([['H1', 0]]);
    expect(warnings).toEqual([]);
  });

  it('keeps its language beside parts of another one', () => {
    const german = Buffer.from(
      buildTagged([['P', 0]], claim)
        .toString('latin1')
        .replace('(en)', '(de)'),
      'latin1',
    );
    const facts = new TaggedFacts(mergePdfs([printed(buildTagged([['P', 0]])), user(german)], options).pdf);
    const [, second] = facts.find('Document');
    expect(asString(second?.get('Lang'))).toBe('de');
  });

  it.each<[string, Buffer, string]>([
    ['it claims nothing', buildTagged([['P', 0]]), 'does not claim to be PDF/UA-1 (ISO 14289-1, clause 5)'],
    [
      'it paints outside of its tags',
      buildTagged([['P', 0]], { ...claim, content: '9 9 9 9 re f' }),
      'paints outside of its tags on page 1 (ISO 14289-1, 7.1)',
    ],
    [
      'an image of it has no text',
      buildTagged([['Figure', 0]], claim),
      'page 2: an image has no alternative text: add alt="…", or alt="" for decoration',
    ],
  ])('is refused by name where %s', (_what, pdf, detail) => {
    expect(refuse([printed(buildTagged([['P', 0]])), user(pdf)])).toMatchObject({ part: 1, faults: [{ detail }] });
  });
});
