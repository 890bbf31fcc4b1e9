import { describe, expect, it } from 'vitest';
import { type MergeOptions, mergePdfs } from '../../../../src/pdf/merge/merge.ts';
import { buildPages, firstMore } from '../../build-pdf.ts';

const options = { outline: true, producer: 'test' };
const facturX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/** A PDF with an attached file and metadata that say what it is. */
function buildInvoice({ prefix = 'fx', namespace = facturX, level = 'EN 16931', file = 'factur-x.xml' } = {}): Buffer {
  const at = firstMore(1);
  const values = { DocumentType: 'INVOICE', DocumentFileName: 'factur-x.xml', Version: '1.0', ConformanceLevel: level };
  const data = Object.entries(values).map(([name, value]) => `<${prefix}:${name}>${value}</${prefix}:${name}>`);
  return buildPages(1, {
    catalog: `/Metadata ${at} 0 R /Names <</EmbeddedFiles <</Names [(${file}) ${at + 1} 0 R]>>>>`,
    // A page of an archive shows no text in a font of the reader.
    content: () => '',
    more: [
      {
        dict: '/Type /Metadata /Subtype /XML',
        data: `<rdf:RDF xmlns:${prefix}="${namespace}">${data.join('')}</rdf:RDF>`,
      },
      `<</Type /Filespec /F (${file}) /UF (${file}) /AFRelationship /Alternative /EF <</F ${at + 2} 0 R>>>>`,
      { dict: '/Type /EmbeddedFile /Subtype /text#2Fxml', data: '<invoice/>' },
    ],
  });
}

const plain = buildPages(1, { content: () => '' });

function merge(pdfs: readonly Buffer[], more: Partial<MergeOptions> = {}) {
  const { pdf, warnings } = mergePdfs(
    pdfs.map((each) => ({ pdf: each, foreign: true })),
    { ...options, ...more },
  );
  const claim = /<(fx|zf):ConformanceLevel>([^<]*)</.exec(Buffer.from(pdf).toString('latin1'));
  return { level: claim?.[2], prefix: claim?.[1], text: Buffer.from(pdf).toString('latin1'), warnings };
}

const archive = { conformance: { pdfA: { part: 3, level: 'B' } } } as const;
const lost = (part: number, why: string) => ({
  part,
  code: 'metadata_dropped',
  detail: `its claim to be an e-invoice (EN 16931) was dropped: ${why}`,
});

describe('a PDF that is an e-invoice', () => {
  it('stays one as the only part', () => {
    const { level, text, warnings } = merge([buildInvoice()]);
    expect(level).toBe('EN 16931');
    expect(text).toContain(`xmlns:fx="${facturX}"`);
    expect(text).toContain('<fx:DocumentFileName>factur-x.xml<');
    expect(warnings).toEqual([]);
  });

  it('stays one among other parts of an archive', () => {
    const { level, text, warnings } = merge([plain, buildInvoice()], archive);
    expect(level).toBe('EN 16931');
    expect(text).toContain('<pdfaSchema:prefix>fx<');
    expect(warnings).toEqual([]);
  });

  it('stays one of ZUGFeRD, in its own namespace', () => {
    const namespace = 'urn:ferd:pdfa:CrossIndustryDocument:invoice:1p0#';
    const { level, prefix, text } = merge([buildInvoice({ prefix: 'zugferd', namespace, level: 'COMFORT' })]);
    expect([prefix, level]).toEqual(['zf', 'COMFORT']);
    expect(text).toContain(`xmlns:zf="${namespace}"`);
  });

  it('loses its claim among other parts without PDF/A, and a warning names the remedy', () => {
    const { level, warnings } = merge([plain, buildInvoice()]);
    expect(level).toBeUndefined();
    expect(warnings).toEqual([lost(1, 'write PDF/A-3 to keep it, such as level 3b')]);
  });

  it('loses its claim in part 4 of PDF/A, which Factur-X does not allow', () => {
    const { level, warnings } = merge([buildInvoice()], { conformance: { pdfA: { part: 4, level: 'F' } } });
    expect(level).toBeUndefined();
    expect(warnings).toEqual([lost(0, 'write PDF/A-3 to keep it, such as level 3b')]);
  });

  it('loses its claim if another part is one too', () => {
    const { level, warnings } = merge([buildInvoice(), buildInvoice()], archive);
    expect(level).toBeUndefined();
    const why = 'a document can be one e-invoice only';
    expect(warnings).toEqual([lost(0, why), lost(1, why)]);
  });

  it('loses its claim without its file', () => {
    const { level, warnings } = merge([buildInvoice({ file: 'other.xml' })]);
    expect(level).toBeUndefined();
    expect(warnings).toEqual([
      { part: 0, code: 'metadata_dropped', detail: 'XMP properties were dropped: those of fx' },
    ]);
  });

  it('loses its claim to an attachment of the same name', () => {
    const attachments = [{ name: 'factur-x.xml', type: 'text/xml', bytes: new Uint8Array() }];
    expect(merge([buildInvoice()], { attachments }).warnings).toEqual([
      lost(0, 'another attachment has the name factur-x.xml'),
    ]);
  });
});
