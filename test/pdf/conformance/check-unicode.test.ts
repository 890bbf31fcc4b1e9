import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../../../src/pdf/merge/merge.ts';
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
