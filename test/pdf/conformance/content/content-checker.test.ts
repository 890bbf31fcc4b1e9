import { describe, expect, it } from 'vitest';
import { Breaches } from '../../../../src/pdf/conformance/breaches.ts';
import { ColourChecker } from '../../../../src/pdf/conformance/check-colour.ts';
import { ContentChecker } from '../../../../src/pdf/conformance/check-content.ts';
import type { ArchiveTags } from '../../../../src/pdf/conformance/marked-text.ts';
import { buildDict, type PdfDict, type PdfObject, PdfStream } from '../../../../src/pdf/objects/objects.ts';

type Entries = Record<string, PdfObject>;

const stream = (text: string, entries: Entries = {}) => new PdfStream(buildDict(entries), Buffer.from(text, 'latin1'));
const form = (text: string, entries: Entries = {}) =>
  stream(text, { Subtype: 'Form', Resources: new Map(), ...entries });
const named = (kind: string, value: PdfObject) => buildDict({ [kind]: buildDict({ A: value }) });
const noTags: ArchiveTags = { breaches: [], types: new Set(), isSpoken: () => false };

/** What a page breaks, what is repaired, and the fonts that it shows. */
function run(
  contents: string | string[],
  resources: PdfDict = new Map(),
  { page = {} as Entries, tags, repair = false }: { page?: Entries; tags?: ArchiveTags; repair?: boolean } = {},
) {
  const breaches = new Breaches('X');
  const budget = { bytes: 1_000_000 };
  const repairs: string[] = [];
  const note = (change: string) => void repairs.push(change);
  const colours = new ColourChecker(breaches, 'RGB ', budget, new Map());
  const demands = { isSure: true, tags, ...(repair && { repair: note }) };
  const checker = new ContentChecker(breaches, colours, budget, demands);
  checker.checkPage(
    buildDict({ Contents: [contents].flat().map((text) => stream(text)), Resources: resources, ...page }),
  );
  return { found: breaches.describe(), repairs, fonts: checker.fonts.all };
}

const cmyk = 'DeviceCMYK, which the output intent says nothing of (X, 6.2.4.3)';
const odd = 'the operator odd, which is not one of PDF (X, 6.2.2)';
const elsewhere = 'content that takes its resources from elsewhere (X, 6.2.2)';
const transfer = 'a transfer function (X, 6.2.5)';
const postScript = 'PostScript (X, 6.2.9)';

describe('the content of a page breaks a standard', () => {
  it.each<[string, string, PdfDict, string | undefined]>([
    ['with an unknown operator', '1 odd', new Map(), odd],
    ['not with 28 states in one another', 'q '.repeat(28), new Map(), undefined],
    ['with 29 states', 'q '.repeat(29), new Map(), 'more than 28 states in one another (X, 6.1.13)'],
    ['not with states one after another', 'q Q '.repeat(40), new Map(), undefined],
    ['with colours that fill', '0 0 0 1 k', new Map(), cmyk],
    ['with colours of lines', '0 0 0 1 K', new Map(), cmyk],
    ['not with other colours', '1 0 0 rg 1 0 0 RG 1 g 1 G', new Map(), undefined],
    ['with a space that fills', '/DeviceCMYK cs', new Map(), cmyk],
    ['with a space of lines', '/DeviceCMYK CS', new Map(), cmyk],
    ['with a named space', '/A cs', named('ColorSpace', ['DeviceCMYK']), cmyk],
    ['with a rendering intent', '/Bright ri', new Map(), 'the rendering intent Bright (X, 6.2.6)'],
    ['with a shading', '/A sh', named('Shading', buildDict({ ColorSpace: 'DeviceCMYK' })), cmyk],
    ['with an inline image', 'BI /W 1 /H 1 /BPC 8 /CS /CMYK /L 1 ID a EI', new Map(), cmyk],
    ['with a tile', '/A scn', named('Pattern', form('odd')), odd],
    ['with a tile for lines', '/A SCN', named('Pattern', form('odd')), odd],
    ['not with a number for a tile', '1 scn', named('Pattern', form('odd')), undefined],
    [
      'with a gradient',
      '/A scn',
      named('Pattern', buildDict({ Shading: buildDict({ ColorSpace: 'DeviceCMYK' }) })),
      cmyk,
    ],
    [
      'with the state of a gradient',
      '/A scn',
      named('Pattern', buildDict({ ExtGState: buildDict({ TR: 'A' }) })),
      transfer,
    ],
    ['with a form', '/A Do', named('XObject', form('odd')), odd],
    ['not with what is drawn nowhere', '/B Do', named('XObject', form('odd')), undefined],
    [
      'with an image',
      '/A Do',
      named('XObject', stream('', { Subtype: 'Image', BitsPerComponent: 3 })),
      'an image of 3 bits (X, 6.2.8)',
    ],
    ['with PostScript', '/A Do', named('XObject', stream('', { Subtype: 'PS' })), postScript],
    ['with a form for PostScript', '/A Do', named('XObject', form('', { Subtype2: 'PS' })), postScript],
    ['with a form that has PostScript', '/A Do', named('XObject', form('', { PS: stream('') })), postScript],
    ['with the group of a form', '/A Do', named('XObject', form('', { Group: buildDict({ CS: 'DeviceCMYK' }) })), cmyk],
  ])('%s', (_what, content, resources, breach) => {
    expect(run(content, resources).found).toBe(breach);
  });

  it.each<[string, Entries, string | undefined]>([
    ['a transfer function', { TR: 'A' }, transfer],
    ['the identity as its transfer function', { TR: 'Identity' }, undefined],
    ['a second transfer function', { TR2: 'Identity' }, transfer],
    ['the default of a second one', { TR2: 'Default' }, undefined],
    ['a rendering intent', { RI: 'Bright' }, 'the rendering intent Bright (X, 6.2.6)'],
    ['an unknown blend mode', { BM: 'Odd' }, 'the blend mode Odd (X, 6.2.10)'],
    ['a blend mode', { BM: 'Multiply' }, undefined],
    ['a mask', { SMask: buildDict({ G: form('odd') }) }, odd],
    ['no mask', { SMask: 'None' }, undefined],
  ])('with a graphics state that has %s', (_what, entries, breach) => {
    expect(run('/A gs', named('ExtGState', buildDict(entries))).found).toBe(breach);
  });

  it('with its own group', () => {
    expect(run('', new Map(), { page: { Group: buildDict({ CS: 'DeviceCMYK' }) } }).found).toBe(cmyk);
  });

  it('not between two of its streams', () => {
    expect(run(['q', 'Q']).found).toBeUndefined();
  });

  it('with forms that are 64 deep in one another', () => {
    const nest = (depth: number): PdfStream =>
      depth === 1 ? form('odd') : form('/A Do', { Resources: named('XObject', nest(depth - 1)) });
    expect(run('/A Do', named('XObject', nest(64))).found).toBe(odd);
    expect(run('/A Do', named('XObject', nest(65))).found).toBeUndefined();
  });
});

describe('a form without resources', () => {
  const bare = (text: string, entries: Entries = {}) => stream(text, { Subtype: 'Form', ...entries });
  const resourcesFor = (drawn: PdfStream) =>
    buildDict({ XObject: buildDict({ A: drawn }), ExtGState: buildDict({ G: buildDict({}) }) });

  it('breaks a standard if it names some', () => {
    expect(run('/A Do', resourcesFor(bare('/G gs'))).found).toBe(elsewhere);
    expect(run('/A Do', resourcesFor(bare('/H gs 0 0 1 1 re f'))).found).toBeUndefined();
  });

  it('is given those of what draws it', () => {
    const drawn = bare('/G gs');
    const resources = resourcesFor(drawn);
    const { found, repairs } = run('/A Do /A Do', resources, { repair: true });
    expect([found, repairs]).toEqual([undefined, ['drawings without resources have those of their page']]);
    expect(drawn.dict.get('Resources')).toBe(resources);
  });

  it('breaks a standard if others draw it too, or if it is no form', () => {
    const drawn = bare('/G gs');
    const other = form('/A Do', { Resources: resourcesFor(drawn) });
    const resources = resourcesFor(drawn);
    (resources.get('XObject') as PdfDict).set('B', other);
    expect(run('/A Do /B Do', resources, { repair: true }).found).toBe(elsewhere);
    const tile = buildDict({ Pattern: buildDict({ P: stream('/G gs') }), ExtGState: buildDict({ G: new Map() }) });
    expect(run('/P scn', tile, { repair: true }).found).toBeUndefined();
  });
});

describe('the text of a page', () => {
  const font = buildDict({ Subtype: 'Type1' });
  const fonts = named('Font', font);
  const use = (content: string, tags?: ArchiveTags, resources = fonts) =>
    run(content, resources, { tags: tags as ArchiveTags }).fonts.get(font);

  it.each<[string, string, string[], boolean]>([
    ['strings', "/A 1 Tf (a) Tj (b) '", ['a', 'b'], true],
    ['a string behind numbers', '/A 1 Tf 1 2 (c) "', ['c'], true],
    ['an array', '/A 1 Tf [(a) 5 (b)] TJ', ['ab'], true],
    ['what is invisible', '/A 1 Tf 3 Tr (a) Tj', ['a'], false],
    ['what is visible again', '/A 1 Tf 3 Tr (a) Tj 0 Tr (b) Tj', ['a', 'b'], true],
    ['a font that a state restores', '/A 1 Tf q /B 1 Tf (a) Tj Q (b) Tj', ['b'], true],
    ['a mode that a state restores', '/A 1 Tf 3 Tr q 0 Tr Q (b) Tj', ['b'], false],
  ])('has %s', (_what, content, shown, isSeen) => {
    expect(use(`BT ${content} ET`)).toMatchObject({ shown, isSeen });
  });

  it('has the font of a graphics state', () => {
    const states = named('ExtGState', buildDict({ Font: [font, 1] }));
    expect(use('/A gs BT (a) Tj ET', undefined, states)?.shown).toEqual(['a']);
  });

  it('begins in a form with the state of what draws it', () => {
    const resources = buildDict({ Font: buildDict({ A: font }), XObject: buildDict({ X: form('BT (a) Tj ET') }) });
    expect(use('BT /A 1 Tf 3 Tr ET /X Do', undefined, resources)).toMatchObject({ shown: ['a'], isSeen: false });
  });

  const spoken = '/Span <</ActualText (x)>> BDC';

  it.each<[string, string, ArchiveTags | undefined, string[]]>([
    ['without tags', '(a) Tj', undefined, []],
    ['without a text', '(a) Tj /P BMC (b) Tj EMC', noTags, ['a', 'b']],
    ['but for marks with a text', `(a) Tj ${spoken} (b) Tj EMC (c) Tj`, noTags, ['a', 'c']],
    ['but for marks within those', `${spoken} /P BMC (b) Tj EMC EMC (c) Tj`, noTags, ['c']],
    [
      'but for what elements represent',
      '/P <</MCID 1>> BDC (a) Tj EMC /P <</MCID 2>> BDC (b) Tj EMC',
      { ...noTags, isSpoken: (_owner, mcid) => mcid === 2 },
      ['a'],
    ],
  ])('is silent %s', (_what, content, tags, silent) => {
    expect(use(`BT /A 1 Tf ${content} ET`, tags)?.silent).toEqual(silent);
  });

  it('is not silent in a form that is drawn in a mark with a text', () => {
    const inner = form('BT (a) Tj ET');
    const resources = buildDict({
      Font: buildDict({ A: font }),
      XObject: buildDict({ X: inner, Y: form('BT (b) Tj ET') }),
    });
    expect(use(`BT /A 1 Tf ET ${spoken} /X Do EMC /Y Do`, noTags, resources)?.silent).toEqual(['b']);
  });

  it('may have drawn glyphs, whose content is checked', () => {
    const drawn = (entries: Entries = {}) =>
      buildDict({ Subtype: 'Type3', CharProcs: buildDict({ a: stream('/G gs odd') }), ...entries });
    const resourcesWith = (glyphs: PdfDict) =>
      buildDict({ Font: buildDict({ A: glyphs }), ExtGState: buildDict({ G: new Map() }) });
    const content = 'BT /A 1 Tf (a) Tj (a) Tj ET';
    expect(run(content, resourcesWith(drawn())).found).toBe(`${elsewhere}; ${odd}`);
    expect(run(content, resourcesWith(drawn({ Resources: new Map() }))).found).toBe(odd);
    expect(run('BT /A 1 Tf ET', resourcesWith(drawn())).found).toBeUndefined();
    expect(run(content, resourcesWith(drawn({ Subtype: 'Type1' }))).found).toBeUndefined();
  });
});
