import { describe, expect, it } from 'vitest';
import { buildXmp } from '../../../src/pdf/conformance/xmp.ts';
import { type PdfStream, resolve } from '../../../src/pdf/objects/objects.ts';
import type { Conformance, EInvoice } from '../../../src/pdf/part/conformance.ts';

type Properties = Parameters<typeof buildXmp>;

/** The lines of the packet, without its wrapper. */
function write(metadata: Properties[0], origin: Partial<Properties[1]> = {}, conformance?: Conformance): string[] {
  const stream = resolve(buildXmp(metadata, { producer: 'platen', ...origin }, conformance)) as PdfStream;
  expect([...stream.dict]).toEqual([
    ['Type', 'Metadata'],
    ['Subtype', 'XML'],
  ]);
  const lines = Buffer.from(stream.data).toString('utf8').split('\n');
  expect([lines[0], lines.at(-1)]).toEqual([
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<?xpacket end="r"?>',
  ]);
  return lines.slice(2, -2);
}

const about = (...names: string[]) => `<rdf:Description rdf:about=""${names.map((name) => ` xmlns:${name}`).join('')}>`;
const pdf = 'pdf="http://ns.adobe.com/pdf/1.3/"';
const dc = 'dc="http://purl.org/dc/elements/1.1/"';
const xmp = 'xmp="http://ns.adobe.com/xap/1.0/"';
const archive = 'pdfaid="http://www.aiim.org/pdfa/ns/id/"';
const end = '</rdf:Description>';

describe('the XMP of a document', () => {
  it('has its properties, and the namespaces that these need', () => {
    expect(write({})).toEqual([about(pdf), '<pdf:Producer>platen</pdf:Producer>', end]);
    const metadata = { title: 'T', author: 'A', subject: 'S', keywords: 'K', creator: 'C' };
    expect(write({ ...metadata, created: '2024-05-06T07:08:09Z', modified: '2024-05-07T07:08:09Z' })).toEqual([
      about(dc, pdf, xmp),
      '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">T</rdf:li></rdf:Alt></dc:title>',
      '<dc:creator><rdf:Seq><rdf:li>A</rdf:li></rdf:Seq></dc:creator>',
      '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">S</rdf:li></rdf:Alt></dc:description>',
      '<pdf:Keywords>K</pdf:Keywords>',
      '<xmp:CreatorTool>C</xmp:CreatorTool>',
      '<xmp:CreateDate>2024-05-06T07:08:09Z</xmp:CreateDate>',
      '<xmp:ModifyDate>2024-05-07T07:08:09Z</xmp:ModifyDate>',
      '<pdf:Producer>platen</pdf:Producer>',
      end,
    ]);
  });

  it('has no characters that XML does not have', () => {
    expect(write({ keywords: 'a & b <c> \0\x08\t\x0b\x1f\ud800\uffff"\'' })[1]).toBe(
      '<pdf:Keywords>a &amp; b &lt;c&gt; \t\ufffd"\'</pdf:Keywords>',
    );
  });

  it.each<[string, Conformance, string[]]>([
    ['PDF/A-2b', { pdfA: { part: 2, level: 'B' } }, ['part>2', 'conformance>B']],
    ['PDF/A-3a', { pdfA: { part: 3, level: 'A' } }, ['part>3', 'conformance>A']],
    ['PDF/A-4', { pdfA: { part: 4 } }, ['part>4', 'rev>2020']],
    ['PDF/A-4f', { pdfA: { part: 4, level: 'F' } }, ['part>4', 'rev>2020', 'conformance>F']],
  ])('claims %s', (_, conformance, claims) => {
    const elements = claims.map((claim) => `<pdfaid:${claim}</pdfaid:${claim.split('>')[0]}>`);
    expect(write({}, {}, conformance)).toEqual([
      about(pdf, archive),
      '<pdf:Producer>platen</pdf:Producer>',
      ...elements,
      end,
    ]);
  });

  it.each<[1 | 2, string[]]>([
    [1, ['<pdfuaid:part>1</pdfuaid:part>']],
    [2, ['<pdfuaid:part>2</pdfuaid:part>', '<pdfuaid:rev>2024</pdfuaid:rev>']],
  ])('claims PDF/UA-%i', (part, elements) => {
    expect(write({}, {}, { pdfUa: part }).slice(3)).toEqual([
      about('pdfuaid="http://www.aiim.org/pdfua/ns/id/"'),
      ...elements,
      end,
    ]);
  });

  it.each<[string, Conformance, boolean]>([
    ['with PDF/A-2', { pdfUa: 1, pdfA: { part: 2, level: 'B' } }, true],
    ['with PDF/A-4, which takes any', { pdfUa: 1, pdfA: { part: 4 } }, false],
    ['without PDF/A', { pdfUa: 1 }, false],
  ])('describes the schema of PDF/UA %s: %s', (_, conformance, isDescribed) => {
    const lines = write({}, {}, conformance);
    expect(lines.includes('<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>')).toBe(isDescribed);
    expect(lines.includes('<pdfaProperty:valueType>Integer</pdfaProperty:valueType>')).toBe(isDescribed);
  });

  it('describes no schema with PDF/A alone', () => {
    expect(write({}, {}, { pdfA: { part: 2, level: 'B' } }).join('\n')).not.toContain('pdfaSchema');
  });

  it('names the invoice of its conformance, before one that a PDF came with', () => {
    const kept = {
      namespace: 'urn:x',
      prefix: 'zf',
      name: 'old.xml',
      type: 'INVOICE',
      version: '1',
      level: 'BASIC',
    } as const;
    const invoice: EInvoice = {
      name: 'factur-x.xml',
      level: 'EN 16931',
      version: '1.0',
      relationship: 'alternative',
    };
    const facturX = 'fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"';
    expect(write({}, { invoice: kept }, { invoice }).slice(3)).toEqual([
      about(facturX),
      '<fx:DocumentType>INVOICE</fx:DocumentType>',
      '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
      '<fx:Version>1.0</fx:Version>',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
      end,
    ]);
    expect(write({}, { invoice: { ...kept, level: 'A<B' } }).slice(3)).toEqual([
      about('zf="urn:x"'),
      '<zf:DocumentType>INVOICE</zf:DocumentType>',
      '<zf:DocumentFileName>old.xml</zf:DocumentFileName>',
      '<zf:Version>1</zf:Version>',
      '<zf:ConformanceLevel>A&lt;B</zf:ConformanceLevel>',
      end,
    ]);
    const titles = (prefix: 'fx' | 'zf') =>
      write({}, { invoice: { ...kept, prefix } }, { pdfA: { part: 3, level: 'B' } }).filter((line) =>
        line.startsWith('<pdfaSchema:schema>'),
      );
    expect(titles('fx')).toEqual(['<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>']);
    expect(titles('zf')).toEqual(['<pdfaSchema:schema>ZUGFeRD PDFA Extension Schema</pdfaSchema:schema>']);
  });

  it('names the templates that it was made of', () => {
    expect(write({}, { templates: 'tpl_1@2' }).slice(3)).toEqual([
      about('platen="urn:platen:pdf:1p0#"'),
      '<platen:TemplateRevision>tpl_1@2</platen:TemplateRevision>',
      end,
    ]);
  });
});
