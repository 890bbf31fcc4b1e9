import { describe, expect, it } from 'vitest';
import { Breaches } from '../../../src/pdf/conformance/breaches.ts';
import { checkUnicode } from '../../../src/pdf/conformance/check-unicode.ts';
import { mergePdfs } from '../../../src/pdf/merge/merge.ts';
import { buildDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../../../src/pdf/objects/objects.ts';
import { writeToUnicode } from '../../../src/pdf/objects/to-unicode.ts';
import { buildPage } from './build-page.ts';

/** Merges a PDF that shows code 90 in a symbolic Type 1 font, whose program gives a name to it, for PDF/A-2u. */
function archive(name: string): Uint8Array {
  const pdf = buildPage({
    content: 'BT /F1 12 Tf (Z) Tj ET',
    resources: '/Font <</F1 5 0 R>>',
    catalog: '/Metadata 7 0 R',
    more: [
      `<</Type /Font /Subtype /Type1 /BaseFont /Body /FirstChar 90 /LastChar 90 /Widths [500]
        /FontDescriptor <</Type /FontDescriptor /Flags 4 /FontFile 6 0 R>>>>`,
      { dict: '', data: `%!PS-AdobeFont-1.0: Body\n/Encoding 256 array\ndup 90 /${name} put\nreadonly def\neexec` },
      { dict: '/Type /Metadata /Subtype /XML', data: '<rdf:Description pdfaid:part="2" pdfaid:conformance="U"/>' },
    ],
  });
  const conformance = { pdfA: { part: 2, level: 'U' } } as const;
  return mergePdfs([{ pdf, foreign: true }], { outline: true, producer: 'test', conformance }).pdf;
}

describe('a Type 1 font that names its characters itself', () => {
  it('can be read by names that readers know', () => {
    expect(archive('infinity').length).toBeGreaterThan(0);
  });

  it('is refused for other names', () => {
    expect(() => archive('integraldisplay')).toThrow(
      /the font Body, whose text cannot be read \(ISO 19005-2, 6\.2\.11\.7\.2\)/,
    );
  });
});

describe('the characters of a font', () => {
  /** What is found of code 65 in a font; `silent` if no mark gives it another text. */
  function check(entries: Record<string, PdfObject>, silent = true): string | undefined {
    const breaches = new Breaches('X');
    const codes = new Set([65]);
    checkUnicode(buildDict(entries), { codes, silent: silent ? codes : new Set() }, 'the font', breaches, {
      bytes: 1e6,
    });
    return breaches.describe();
  }
  const map = (digits: string): PdfObject =>
    new PdfRef(new PdfStream(new Map(), Buffer.from(writeToUnicode(new Map([[65, digits]])), 'latin1')));
  const descriptor = (flags: number) => buildDict({ Flags: flags });
  const descendants = (registry: string, ordering: string) => [
    buildDict({
      CIDSystemInfo: buildDict({ Registry: new PdfString(registry), Ordering: new PdfString(ordering) }),
    }),
  ];
  const unreadable = 'the font, whose text cannot be read (X, 6.2.11.7.2)';

  it.each<[string, Record<string, PdfObject>]>([
    ['a map', { Subtype: 'Type3', ToUnicode: map('0041') }],
    ['an encoding', { Subtype: 'TrueType', Encoding: 'WinAnsiEncoding', FontDescriptor: descriptor(4) }],
    [
      'a base of its encoding',
      { Subtype: 'Type3', Encoding: buildDict({ BaseEncoding: 'WinAnsiEncoding' }), FontDescriptor: descriptor(4) },
    ],
    ['the usual characters', { Subtype: 'TrueType', FontDescriptor: descriptor(32) }],
    ['a name', { Subtype: 'Type3', Encoding: buildDict({ Differences: [65, 'eacute'] }) }],
    ['names of its program', { Subtype: 'Type1', FontDescriptor: descriptor(4) }],
    ['a collection that readers know', { Subtype: 'Type0', DescendantFonts: descendants('Adobe', 'Japan1') }],
  ])('are known by %s', (_what, entries) => {
    expect(check(entries)).toBeUndefined();
  });

  it.each<[string, Record<string, PdfObject>]>([
    ['drawings without names', { Subtype: 'Type3', FontDescriptor: descriptor(32) }],
    ['its own characters', { Subtype: 'TrueType', FontDescriptor: descriptor(4) }],
    ['an encoding without a base', { Subtype: 'TrueType', Encoding: new Map(), FontDescriptor: descriptor(4) }],
    ['a name that is none', { Subtype: 'Type3', Encoding: buildDict({ Differences: [65, 'g12'] }) }],
    ['its own collection', { Subtype: 'Type0', DescendantFonts: descendants('Adobe', 'Identity') }],
    ['a collection of another maker', { Subtype: 'Type0', DescendantFonts: descendants('Acme', 'Japan1') }],
    ['no collection', { Subtype: 'Type0' }],
  ])('are not known by %s', (_what, entries) => {
    expect(check(entries)).toBe(unreadable);
  });

  it('may mean nothing', () => {
    expect(check({ ToUnicode: map('0000') })).toContain('characters that mean nothing (X, 6.2.11.7.2)');
    expect(check({ ToUnicode: map('FEFF') })).toContain('characters that mean nothing');
  });

  it('may be of private use, if marks give their text', () => {
    expect(check({ ToUnicode: map('E001') })).toContain('private use without ActualText (X, 6.2.11.7.3)');
    expect(check({ ToUnicode: map('E001') }, false)).toBeUndefined();
  });

  it('count as known if it is not known which are shown, unless nothing says what they are', () => {
    const describe = (entries: Record<string, PdfObject>) => {
      const breaches = new Breaches('X');
      checkUnicode(buildDict(entries), undefined, 'the font', breaches, { bytes: 1e6 });
      return breaches.describe();
    };
    expect(describe({ Subtype: 'Type3', ToUnicode: map('0041') })).toBeUndefined();
    expect(describe({ Subtype: 'TrueType', FontDescriptor: descriptor(32) })).toBeUndefined();
    expect(describe({ Subtype: 'TrueType', FontDescriptor: descriptor(4) })).toBe(unreadable);
  });
});
