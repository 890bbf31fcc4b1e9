import { describe, expect, it } from 'vitest';
import { type MergeOptions, mergePdfs } from '../../../src/pdf/merge/merge.ts';
import type { Conformance } from '../../../src/pdf/part/conformance.ts';
import { buildPages } from '../build-pdf.ts';
import { openPdf } from '../read-pdf.ts';
import { checkPdf, unfoldPdf } from '../run-qpdf.ts';
import { buildTagged } from '../tagging/tagged-pdf.ts';

const options = { outline: true, producer: 'test 1 & 2' };
const part = { pdf: buildPages(1), foreign: false };
const merge = (more: Partial<MergeOptions> = {}) => mergePdfs([part, part], { ...options, ...more }).pdf;
const accessible = { pdf: buildTagged([['P', 0]]), foreign: false };
const claim = (conformance: Conformance) => {
  if (conformance.pdfUa === undefined) return merge({ conformance });
  return mergePdfs([accessible], { ...options, metadata: { title: 'Title' }, conformance }).pdf;
};
const archive: Conformance = { pdfA: { part: 2, level: 'B' } };

/** The packet as it stands in the file, which must not be packed. */
function readPacket(pdf: Uint8Array): string {
  const text = Buffer.from(pdf).toString('utf8');
  return /<\?xpacket begin[\s\S]*<\?xpacket end="r"\?>/.exec(text)?.[0] ?? '';
}

describe('XMP', () => {
  it('is there without a title, and claims nothing', () => {
    const packet = readPacket(merge());
    expect(packet).toContain('<pdf:Producer>test 1 &amp; 2</pdf:Producer>');
    expect(packet).not.toMatch(/pdfaid|pdfuaid|dc:/);
  });

  it.each([
    ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05Z', 'D:20260102030405Z'],
    ['2026-01-02t03:04:05z', '2026-01-02T03:04:05Z', 'D:20260102030405Z'],
    ['2026-01-02T03:04:05+05:30', '2026-01-02T03:04:05+05:30', "D:20260102030405+05'30'"],
  ])('says the date %s as the properties do', async (given, xmp, info) => {
    const pdf = merge({ metadata: { created: given, modified: given } });
    expect(readPacket(pdf)).toContain(
      `<xmp:CreateDate>${xmp}</xmp:CreateDate>\n<xmp:ModifyDate>${xmp}</xmp:ModifyDate>`,
    );
    const { info: read } = (await (await openPdf(pdf)).getMetadata()) as { info: Record<string, string> };
    expect([read.CreationDate, read.ModDate]).toEqual([info, info]);
  });

  it.each([
    [archive, ['pdfaid:part>2<', 'pdfaid:conformance>B<'], /pdfuaid|pdfaExtension/],
    [{ pdfA: { part: 4 } }, ['pdfaid:part>4<', 'pdfaid:rev>2020<'], /pdfaid:conformance|pdfaExtension/],
    [{ pdfA: { part: 4, level: 'F' } }, ['pdfaid:part>4<', 'pdfaid:conformance>F<'], /pdfaExtension/],
    [{ pdfUa: 1 }, ['pdfuaid:part>1<'], /pdfaid|pdfaExtension|pdfuaid:rev/],
    [{ pdfUa: 2 }, ['pdfuaid:part>2<', 'pdfuaid:rev>2024<'], /pdfaid|pdfaExtension/],
    [{ pdfA: { part: 4 }, pdfUa: 2 }, ['pdfaid:part>4<', 'pdfuaid:part>2<'], /pdfaExtension/],
    [
      { pdfA: { part: 3, level: 'A' }, pdfUa: 1 },
      ['pdfaid:part>3<', 'pdfaid:conformance>A<', 'pdfuaid:part>1<', 'pdfaSchema:prefix>pdfuaid<'],
      /<fx:/,
    ],
  ] as const)('claims %j', (conformance, expected, unexpected) => {
    const packet = readPacket(claim(conformance as Conformance));
    for (const text of expected) expect(packet).toContain(text);
    expect(packet).not.toMatch(unexpected);
  });

  it('names the revisions of templates, and describes that in an archive', () => {
    const templates = '0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2b@7';
    const plain = readPacket(merge({ templates }));
    expect(plain).toContain(
      `<rdf:Description rdf:about="" xmlns:platen="urn:platen:pdf:1p0#">\n<platen:TemplateRevision>${templates}</platen:TemplateRevision>`,
    );
    expect(plain).not.toContain('pdfaExtension');
    const kept = readPacket(merge({ templates, conformance: archive }));
    expect(kept).toContain('<pdfaSchema:prefix>platen</pdfaSchema:prefix>');
    expect(kept).toContain('<pdfaProperty:name>TemplateRevision</pdfaProperty:name>');
  });

  it('says of an invoice what Factur-X wants to know', () => {
    const invoice = { name: 'xrechnung.xml', level: 'XRECHNUNG', version: '3.0', relationship: 'alternative' } as const;
    const packet = readPacket(claim({ pdfA: { part: 3, level: 'B' }, invoice }));
    expect(packet).toContain('<fx:DocumentType>INVOICE</fx:DocumentType>');
    expect(packet).toContain('<fx:DocumentFileName>xrechnung.xml</fx:DocumentFileName>');
    expect(packet).toContain('<fx:Version>3.0</fx:Version>');
    expect(packet).toContain('<fx:ConformanceLevel>XRECHNUNG</fx:ConformanceLevel>');
    expect(packet.match(/<pdfaProperty:name>/g)).toHaveLength(4);
  });
});

describe('an archive', () => {
  it('says what its colours are, in a profile that is small, once', async () => {
    const text = await unfoldPdf(claim(archive));
    expect(text.match(/\/GTS_PDFA1/g)).toHaveLength(1);
    expect(text.match(/mntrRGB XYZ /g)).toHaveLength(1);
    expect(claim(archive).length - merge().length).toBeLessThan(2000);
  });

  it('is the same bytes each time, and sound', async () => {
    expect(claim(archive)).toEqual(claim(archive));
    expect(await checkPdf(claim(archive))).toBe('');
  });

  it('of part 4 is of version 2.0, and has its properties as XMP alone', async () => {
    const pdf = merge({ conformance: { pdfA: { part: 4 } }, metadata: { title: 'A title' } });
    expect(Buffer.from(pdf).toString('latin1', 0, 8)).toBe('%PDF-2.0');
    expect(await unfoldPdf(pdf)).not.toMatch(/\/Info \d/);
    expect(readPacket(pdf)).toContain('A title');
    expect(await checkPdf(pdf)).toBe('');
  });

  it('is of version 1.7 also where a part is of 2.0', () => {
    const newer = {
      pdf: Buffer.from(
        Buffer.from(part.pdf)
          .toString('latin1')
          .replace(/%PDF-\d\.\d/, '%PDF-2.0'),
        'latin1',
      ),
      foreign: false,
    };
    const header = (more: Partial<MergeOptions>) =>
      Buffer.from(mergePdfs([newer], { ...options, ...more }).pdf).toString('latin1', 0, 8);
    expect(header({})).toBe('%PDF-2.0');
    expect(header({ conformance: archive })).toBe('%PDF-1.7');
  });
});

describe('an attachment', () => {
  const attachments = [
    {
      name: 'figures.csv',
      type: 'text/csv',
      bytes: Buffer.from('a;b'),
      description: 'Zahlen für März',
      relationship: 'source' as const,
      modified: '2026-01-02T03:04:05Z',
    },
    { name: 'other.bin', type: 'application/x-other; a=b', bytes: Buffer.from('x') },
  ];

  it('says what it is to the document, what it shows, and when it was changed', async () => {
    const pdf = merge({ attachments });
    const text = await unfoldPdf(pdf);
    expect(text).toMatch(/\/AFRelationship \/Source/);
    expect(text).toMatch(/\/ModDate \(D:20260102030405Z\)/);
    expect(text).toMatch(/\/AF \[ \d+ 0 R \]/);
    const files = await (await openPdf(pdf)).getAttachments();
    expect([...(files?.values() ?? [])].map(({ description }) => description)).toEqual(['Zahlen für März', '']);
  });

  it('of an archive says all that the standard asks for', async () => {
    const text = await unfoldPdf(merge({ attachments, conformance: { pdfA: { part: 3, level: 'B' } } }));
    expect(text).toMatch(/\/AFRelationship \/Unspecified/);
    expect(text).toMatch(/\/Subtype \/application#2foctet-stream/i);
    expect(text).toMatch(/\/AF \[ \d+ 0 R \d+ 0 R \]/);
  });
});
