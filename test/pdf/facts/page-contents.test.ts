import { describe, expect, it } from 'vitest';
import { type FontFact, type ImageFact, PageContents } from '../../../src/pdf/facts/page-contents.ts';
import { buildDict, type PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';

type Entries = Record<string, PdfObject>;

const stream = (entries: Entries, content = '') => new PdfRef(new PdfStream(buildDict(entries), Buffer.from(content)));
const image = (entries: Entries = {}) => stream({ Subtype: 'Image', Width: 144, Height: 288, ...entries });
const fontNamed = (name: string) => buildDict({ Subtype: 'Type1', BaseFont: name });

/** Reads a page with these entries as page 4. */
function read(entries: Entries): PageContents {
  const contents = new PageContents();
  contents.readPage(buildDict(entries), 4);
  return contents;
}

const fontsOf = (entries: Entries): FontFact[] => [...read(entries).fonts.values()];
const imagesOf = (content: string, objects: Entries, more: Entries = {}): ImageFact[] =>
  read({ Contents: stream({}, content), Resources: buildDict({ XObject: buildDict(objects) }), ...more }).images;
const dpiOf = (content: string, objects: Entries) => imagesOf(content, objects).map(({ dpi }) => dpi);

describe('the facts of a font', () => {
  const descriptor = (file: string) => ({ FontDescriptor: buildDict({ [file]: stream({}) }) });

  it.each<[name: string, font: PdfDict, facts: Partial<FontFact>]>([
    ['a standard font', fontNamed('Helvetica'), { name: 'Helvetica', kind: 'Type1', embedded: false, subset: false }],
    [
      'a subset',
      buildDict({ Subtype: 'TrueType', BaseFont: 'ABCDEF+Inter', ...descriptor('FontFile2') }),
      { name: 'Inter', kind: 'TrueType', embedded: true, subset: true },
    ],
    [
      'a Type 1 program',
      buildDict({ BaseFont: 'A', Subtype: 'Type1', ...descriptor('FontFile') }),
      { name: 'A', embedded: true },
    ],
    [
      'a CFF program',
      buildDict({ BaseFont: 'A', Subtype: 'Type1', ...descriptor('FontFile3') }),
      { name: 'A', embedded: true },
    ],
    [
      'no program',
      buildDict({ BaseFont: 'A', Subtype: 'Type1', ...descriptor('Other') }),
      { name: 'A', embedded: false },
    ],
    ['a drawn font', buildDict({ Subtype: 'Type3', Name: 'Drawn' }), { name: 'Drawn', kind: 'Type3', embedded: true }],
    ['a font without entries', new Map(), { name: '', kind: 'unknown', embedded: false, subset: false }],
    ['five letters', fontNamed('ABCDE+Inter'), { name: 'ABCDE+Inter', subset: false }],
    ['letters inside of a name', fontNamed('x-ABCDEF+Inter'), { name: 'x-ABCDEF+Inter', subset: false }],
    [
      'a composite font',
      buildDict({
        Subtype: 'Type0',
        DescendantFonts: [buildDict({ Subtype: 'CIDFontType0', BaseFont: 'Inner', ...descriptor('FontFile3') })],
      }),
      { name: 'Inner', kind: 'CIDFontType0', embedded: true },
    ],
  ])('are those of %s', (_, font, facts) => {
    const Resources = buildDict({ Font: buildDict({ F1: font, F2: font, F3: null }) });
    const found = fontsOf({ Resources });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject(facts);
  });

  it('come from resources, forms, patterns and the appearances of annotations', () => {
    const holding = (name: string) => buildDict({ Font: buildDict({ F: fontNamed(name) }) });
    const form = (name: string) => stream({ Resources: holding(name) });
    const resources = holding('Page').set(
      'XObject',
      buildDict({ X: form('Form'), Y: buildDict({ Resources: holding('No') }) }),
    );
    resources.set('Pattern', buildDict({ P: form('Pattern') }));
    const annotations = [
      buildDict({ AP: buildDict({ N: form('Note') }) }),
      buildDict({ AP: buildDict({ N: buildDict({ On: form('On'), Off: form('Off') }) }) }),
      buildDict({ AP: buildDict({ D: form('Down') }) }),
      null,
    ];
    const names = fontsOf({ Resources: resources, Annots: annotations }).map(({ name }) => name);
    expect(names).toEqual(['Page', 'Form', 'Pattern', 'Note', 'On', 'Off']);
  });

  it('are read to 12 forms in one another', () => {
    let resources = buildDict({ Font: buildDict({ F: fontNamed('Inner') }) });
    const wrap = () => buildDict({ XObject: buildDict({ X: stream({ Resources: resources }) }) });
    for (let depth = 0; depth < 12; depth++) resources = wrap();
    expect(fontsOf({ Resources: resources })).toHaveLength(1);
    resources = wrap();
    expect(fontsOf({ Resources: resources })).toHaveLength(0);
  });
});

describe('the facts of an image', () => {
  it.each<[filter: PdfObject, packing: string]>([
    ['DCTDecode', 'jpeg'],
    ['DCT', 'jpeg'],
    ['JPXDecode', 'jpeg2000'],
    ['CCITTFaxDecode', 'ccitt'],
    ['CCF', 'ccitt'],
    ['JBIG2Decode', 'jbig2'],
    ['FlateDecode', 'lossless'],
    [['FlateDecode', 'DCTDecode'], 'jpeg'],
    [null, 'lossless'],
    ['constructor', 'lossless'],
  ])('name the packing of %j', (Filter, packing) => {
    expect(imagesOf('72 0 0 144 0 0 cm /a Do', { a: image({ Filter }) })).toEqual([
      { page: 4, width: 144, height: 288, dpi: 144, packing },
    ]);
  });

  it.each([
    ['one direction is coarser', '144 0 0 144 0 0 cm /a Do', [72]],
    ['the other direction is coarser', '72 0 0 288 0 0 cm /a Do', [72]],
    ['it is turned', '0 72 -144 0 0 0 cm /a Do', [144]],
    ['it is drawn at an angle', '57.6 43.2 -86.4 115.2 0 0 cm /a Do', [144]],
    ['two matrices follow each other', '2 0 0 2 0 0 cm 72 0 0 144 0 0 cm /a Do', [72]],
    ['a state is restored', 'q 9 0 0 9 0 0 cm Q 72 0 0 144 0 0 cm /a Do', [144]],
    ['an outer state is restored', '2 0 0 2 0 0 cm q 9 0 0 9 0 0 cm Q 72 0 0 144 0 0 cm /a Do', [72]],
    ['more states are restored than saved', '9 0 0 9 0 0 cm Q 72 0 0 144 0 0 cm /a Do', [144]],
    ['it is drawn twice', 'q 72 0 0 144 0 0 cm /a Do Q q 144 0 0 288 0 0 cm /a Do Q', [72]],
    ['it is drawn smaller afterwards', 'q 144 0 0 288 0 0 cm /a Do Q q 72 0 0 144 0 0 cm /a Do Q', [72]],
    ['it has no size', '0 0 0 0 0 0 cm /a Do', [undefined]],
    ['another object is drawn', '/b Do /c Do', []],
  ])('have the resolution if %s', (_, content, dpi) => {
    expect(dpiOf(content, { a: image(), b: stream({ Subtype: 'PS' }), c: buildDict({ Subtype: 'Image' }) })).toEqual(
      dpi,
    );
  });

  it('have no pixels if they are not given', () => {
    const objects = { a: stream({ Subtype: 'Image' }) };
    expect(imagesOf('72 0 0 72 0 0 cm /a Do', objects)).toEqual([
      { page: 4, width: 0, height: 0, dpi: 0, packing: 'lossless' },
    ]);
  });

  it('follow the matrix of a form, and its own resources or those around it', () => {
    const own = buildDict({ XObject: buildDict({ a: image({ Width: 288, Height: 576 }) }) });
    const form = (more: Entries) => stream({ Subtype: 'Form', ...more }, '72 0 0 144 0 0 cm /a Do');
    expect(dpiOf('/f Do', { a: image(), f: form({}) })).toEqual([144]);
    expect(dpiOf('/f Do', { a: image(), f: form({ Matrix: [2, 0, 0, 2, 0, 0] }) })).toEqual([72]);
    expect(dpiOf('/f Do', { a: image(), f: form({ Resources: own }) })).toEqual([288]);
  });

  it('are found in 12 forms in one another', () => {
    const nest = (depth: number): PdfRef =>
      depth === 0
        ? image()
        : stream({ Subtype: 'Form', Resources: buildDict({ XObject: buildDict({ x: nest(depth - 1) }) }) }, '/x Do');
    expect(dpiOf('72 0 0 144 0 0 cm /x Do', { x: nest(12) })).toEqual([144]);
    expect(dpiOf('72 0 0 144 0 0 cm /x Do', { x: nest(13) })).toEqual([]);
  });

  it('are found in 2,000 forms of a page', () => {
    const empty = stream({ Subtype: 'Form' }, '');
    const last = stream({ Subtype: 'Form' }, '72 0 0 144 0 0 cm /a Do');
    const draw = (count: number) => dpiOf(`${'/e Do\n'.repeat(count)}/l Do`, { a: image(), e: empty, l: last });
    expect(draw(1_999)).toEqual([144]);
    expect(draw(2_000)).toEqual([]);
  });

  it('are read from several streams, and those that cannot be read are left out', () => {
    const Resources = buildDict({ XObject: buildDict({ a: image() }) });
    const Contents = [
      stream({}, '72 0 0 144 0 0'),
      stream({ Filter: 'FlateDecode' }, 'damaged'),
      null,
      stream({}, 'cm /a Do'),
    ];
    expect(read({ Contents, Resources }).images).toMatchObject([{ dpi: 144 }]);
  });

  it('of two pages name each page', () => {
    const contents = new PageContents();
    const page = buildDict({
      Contents: stream({}, '72 0 0 144 0 0 cm /a Do'),
      Resources: buildDict({ XObject: buildDict({ a: image() }) }),
    });
    contents.readPage(page, 1);
    contents.readPage(page, 2);
    expect(contents.images.map(({ page: number }) => number)).toEqual([1, 2]);
  });
});
