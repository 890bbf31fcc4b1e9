import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../../../../src/pdf/merge/merge.ts';
import {
  asString,
  buildDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '../../../../src/pdf/objects/objects.ts';
import { MergeError } from '../../../../src/pdf/part/merge-error.ts';
import type { OpenPart } from '../../../../src/pdf/part/open-part.ts';
import { findTaggedLanguage } from '../../../../src/pdf/tagging/foreign/find-language.ts';
import { buildTagged, firstFree, type Spec, TaggedFacts } from '../tagged-pdf.ts';

interface Source {
  content?: string;
  catalog?: string;
  page?: string;
  /** Content to leave out. */
  drops?: string;
}

/** A PDF of a user that claims PDF/UA, and whose catalog names no language. */
function build(specs: readonly Spec[], { content = '', catalog = '', page = '', drops = '' }: Source): Buffer {
  const metadata = { dict: '/Type /Metadata /Subtype /XML', data: '<rdf:Description pdfuaid:part="1"/>' };
  const pdf = buildTagged(specs, {
    content,
    page,
    catalog: `/Metadata ${firstFree} 0 R ${catalog}`,
    more: [metadata],
  });
  const text = pdf.toString('latin1').replace('/Lang (en)', '          ').replace(drops, ' '.repeat(drops.length));
  return Buffer.from(text, 'latin1');
}

/** The language of the result, or what is said of the PDF. */
function merge(specs: readonly Spec[], source: Source = {}): string | undefined {
  const options = { outline: true, producer: 'test', conformance: { pdfUa: 1 }, metadata: { title: 'T' } } as const;
  try {
    const { pdf } = mergePdfs([{ pdf: build(specs, source), foreign: true }], options);
    return asString(new TaggedFacts(pdf).catalog.get('Lang') ?? null);
  } catch (error) {
    if (!(error instanceof MergeError)) throw error;
    return error.faults.map(({ code }) => code).join();
  }
}

const lang = (language: string) => ({ entries: `/Lang (${language})` });

describe("a user's PDF without its own language has that of its tags", () => {
  it.each<[string, readonly Spec[], Source?]>([
    ['of the element of a text', [['P', lang('de'), 0]]],
    ['of one around it', [['Sect', lang('de'), ['P', ['Span', 0]]]]],
    [
      'of several, the first',
      [
        ['P', lang('de'), 0],
        ['P', lang('fr'), 1],
      ],
    ],
    ['of an alternative text', [['Figure', { entries: '/Alt (a)' }, lang('de'), 0]]],
    ['beside artifacts', [['P', lang('de'), 0]], { content: '/Artifact BMC BT <0001> Tj ET EMC' }],
  ])('%s', (_of, specs, source) => {
    expect(merge(specs, source)).toBe('de');
  });

  it.each([
    ['/Span <</Lang (de)>>', ''],
    ['/Span /L0', '/Properties <</L0 <</Lang (de)>>>>'],
  ])('of a mark: %s', (mark, page) => {
    const content = `/P <</MCID 1>> BDC ${mark} BDC BT /F1 12 Tf <0001> Tj ET EMC EMC`;
    const specs: Spec[] = [
      ['P', lang('de'), 0],
      ['P', 1],
    ];
    expect(
      merge(specs, { content, page, drops: '/P <</MCID 1>> BDC BT /F1 12 Tf 1 0 0 1 20 20 Tm <0002> Tj ET EMC' }),
    ).toBe('de');
  });
});

describe('it has none', () => {
  it.each<[string, readonly Spec[], Source?]>([
    ['if no text has one', [['P', 0]]],
    [
      'if one text has none',
      [
        ['P', lang('de'), 0],
        ['P', 1],
      ],
    ],
    ['if that of a text is unknown', [['Sect', lang('de'), ['P', lang(''), 0]]]],
    ['if it is not a language tag', [['P', lang('d/e'), 0]]],
    [
      'if an alternative text has none',
      [
        ['P', lang('de'), 0],
        ['Figure', { entries: '/Alt (a)' }],
      ],
    ],
    ['if the text of a mark has none', [['P', lang('de'), 0]], { content: '/Span <</ActualText (a)>> BDC EMC' }],
    ['if it has an outline', [['P', lang('de'), 0]], { catalog: '/Outlines <</First 7 0 R>>' }],
  ])('%s', (_of, specs, source) => {
    expect(merge(specs, source)).toContain('no_language');
  });
});

describe('the language of texts in forms', () => {
  const makeForm = (content: string, x?: PdfStream) => {
    const dict = buildDict({ Subtype: 'Form' });
    if (x !== undefined) dict.set('Resources', buildDict({ XObject: buildDict({ x: new PdfRef(x) }) }));
    return new PdfStream(dict, Buffer.from(content));
  };
  /** The language of a page whose element of German text is mark 0, and which draws a form. */
  const find = (content: string, form: PdfStream) => {
    const page = buildDict({
      Contents: new PdfRef(new PdfStream(new Map(), Buffer.from(content))),
      Resources: buildDict({ XObject: buildDict({ x: new PdfRef(form) }) }),
    });
    const element = buildDict({ S: 'P', K: [0], Pg: new PdfRef(page) });
    const catalog = buildDict({ StructTreeRoot: buildDict({ K: [element] }) });
    return findTaggedLanguage({ catalog, pages: [new PdfRef(page)] } as Partial<OpenPart> as OpenPart);
  };
  const show = 'BT (a) Tj ET';
  const tag = (content: string, language = '') => `/P <</MCID 0 ${language}>> BDC ${content} EMC`;

  it('is that of the mark around the form', () => {
    expect(find(tag('/x Do', '/Lang (de)'), makeForm(show))).toBe('de');
    expect(find(tag('/x Do'), makeForm(show))).toBeUndefined();
  });

  it('is looked for again where other marks are around the form', () => {
    expect(find(`${tag('/x Do', '/Lang (de)')} ${tag('/x Do')}`, makeForm(show))).toBeUndefined();
    expect(find(`/x Do ${tag('/x Do', '/Lang (fr)')} ${tag('/x Do', '/Lang (de)')}`, makeForm(show))).toBe('fr');
  });

  it('is found in forms that draw the next one twice, each of which is read once', () => {
    let x = makeForm(show);
    for (let i = 0; i < 49; i++) x = makeForm('/x Do /x Do', x);
    expect(find(tag('/x Do', '/Lang (de)'), x)).toBe('de');
    expect(find(tag('/x Do', '/Lang (de)'), makeForm('/x Do', makeForm('/x Do', x)))).toBeUndefined();
  });

  it('is that of an element only in a form that the page draws as one', () => {
    const image = makeForm(show);
    image.dict.set('Subtype', 'Image');
    expect(find(`${tag(show, '/Lang (de)')} ${tag('/x Do')}`, image)).toBe('de');
    expect(find(`${tag(show, '/Lang (de)')} ${tag('/y Do')}`, makeForm(show))).toBe('de');
  });

  it('is that of no text outside of the tags', () => {
    expect(find(`EMC ${tag(show, '/Lang (de)')} EMC ${show}`, makeForm(show))).toBe('de');
    expect(find(`${tag(show, '/Lang (de)')} /Artifact <</MCID 0>> BDC ${show} EMC`, makeForm(show))).toBe('de');
  });

  it('is found in a form that draws itself', () => {
    const x = makeForm(`/x Do ${show}`);
    x.dict.set('Resources', buildDict({ XObject: buildDict({ x: new PdfRef(x) }) }));
    expect(find(tag('/x Do', '/Lang (de)'), x)).toBe('de');
  });
});

describe('the language of the texts of annotations', () => {
  /** The language of a page without content that has an annotation, which an element with a language may hold. */
  const find = (entries: Record<string, PdfObject>, language?: string, isHeld = true) => {
    const annotation = new PdfRef(buildDict({ Subtype: 'Link', ...entries }));
    const page = new PdfRef(buildDict({ Annots: [annotation, 7] }));
    const kid = buildDict({ Type: 'OBJR', Pg: page, Obj: annotation });
    const Lang = language === undefined ? undefined : new PdfString(language);
    const spoken = buildDict({ S: 'P', Lang: new PdfString('fr'), ActualText: new PdfString('a') });
    const element = buildDict({ S: 'Link', K: isHeld ? [kid] : [], Lang });
    const catalog = buildDict({ StructTreeRoot: buildDict({ K: [spoken, element] }) });
    return findTaggedLanguage({ catalog, pages: [page] } as Partial<OpenPart> as OpenPart);
  };
  const [text, none] = [new PdfString('a'), new PdfString('')];
  const Lang = new PdfString('de');

  it.each<[string, Record<string, PdfObject>, string | undefined, string | undefined]>([
    ['that of its element', { Contents: text }, 'de', 'fr'],
    ['unknown without one', { Contents: text }, undefined, undefined],
    ['its own without one', { Contents: text, Lang }, undefined, 'fr'],
    ['unknown for a field without one', { TU: text }, undefined, undefined],
    ['that of the element of a field', { TU: text }, 'de', 'fr'],
    ['needed by no empty text', { Contents: none, TU: none }, undefined, 'fr'],
    ['needed by nothing else', {}, undefined, 'fr'],
  ])('is %s', (_what, entries, language, found) => {
    expect(find(entries, language)).toBe(found);
  });

  it('is unknown in no element', () => {
    expect(find({ Contents: text }, 'de', false)).toBeUndefined();
    expect(find({ Contents: text, Lang }, 'de', false)).toBe('fr');
  });
});
