import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../../../../src/pdf/merge/merge.ts';
import { asString } from '../../../../src/pdf/objects/objects.ts';
import { MergeError } from '../../../../src/pdf/part/merge-error.ts';
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
    ['if it is none', [['P', lang('d/e'), 0]]],
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
