import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildDict, type PdfDict, PdfStream } from '../../../../src/pdf/objects/objects.ts';
import { readInvoiceClaim } from '../../../../src/pdf/part/foreign/invoice-claim.ts';
import { readXmp, readXmpProperties, readXmpProperty } from '../../../../src/pdf/part/foreign/read-xmp.ts';

const megabyte = 1024 * 1024;
const hold = (xmp: string | Buffer, entries = {}): PdfDict =>
  buildDict({ Metadata: new PdfStream(buildDict(entries), Buffer.from(xmp as string)) });

describe('the metadata of a document', () => {
  it.each<[string, PdfDict, string]>([
    ['missing', buildDict({}), ''],
    ['no stream', buildDict({ Metadata: buildDict({}) }), ''],
    ['in UTF-8', hold('<x>Å</x>'), '<x>Å</x>'],
    ['packed', hold(deflateSync('<x/>'), { Filter: 'FlateDecode' }), '<x/>'],
    ['damaged', hold('no zlib', { Filter: 'FlateDecode' }), ''],
    [
      'larger than a megabyte once unpacked',
      hold(deflateSync('x'.repeat(megabyte + 1)), { Filter: 'FlateDecode' }),
      '',
    ],
    ['larger than a megabyte', hold('x'.repeat(megabyte + 1)), ''],
  ])('is read if it is %s', (_what, catalog, text) => {
    expect(readXmp(catalog)).toBe(text);
  });

  it('is read up to a megabyte', () => {
    expect(readXmp(hold('x'.repeat(megabyte)))).toHaveLength(megabyte);
  });

  it.each([
    ['<pdf:Keywords>a, b</pdf:Keywords>', 'a, b'],
    ['<rdf:Description pdf:Keywords="a &amp; b">', 'a & b'],
    ["<rdf:Description pdf:Keywords = 'a &#x26; &#98;'>", 'a & b'],
    ['<rdf:Description pdf:Keywords="">', ''],
    ['<other:Keywords>a</other:Keywords>', undefined],
    ['<rdf:Description xpdf:Keywords="a">', undefined],
  ])('has in %s the keywords %j', (xmp, value) => {
    expect(readXmpProperty(xmp, 'pdf:Keywords')).toBe(value);
  });

  it('has the default title, or the first, and all authors', () => {
    const title = (...items: string[]) => `<dc:title><rdf:Alt>${items.join('')}</rdf:Alt></dc:title>`;
    const item = (language: string, text: string) => `<rdf:li xml:lang="${language}">${text}</rdf:li>`;
    const authors = '<dc:creator><rdf:Seq><rdf:li>Ada</rdf:li><rdf:li>Bo &lt;b&gt;</rdf:li></rdf:Seq></dc:creator>';
    expect(readXmpProperties(title(item('de', 'Eins'), item('x-default', 'One')) + authors)).toMatchObject({
      title: 'One',
      author: 'Ada, Bo <b>',
    });
    expect(readXmpProperties(title(item('de', 'Eins'), item('fr', 'Un'))).title).toBe('Eins');
    expect(readXmpProperties('')).toMatchObject({ title: undefined, author: undefined, subject: undefined });
  });

  it('has the times and the program', () => {
    const xmp =
      '<rdf:Description xmp:CreatorTool="Writer" xmp:CreateDate="2030-01-02" xmp:ModifyDate="2030-01-03"><dc:description><rdf:Alt><rdf:li>About</rdf:li></rdf:Alt></dc:description>';
    expect(readXmpProperties(xmp)).toMatchObject({
      creator: 'Writer',
      created: '2030-01-02',
      modified: '2030-01-03',
      subject: 'About',
    });
  });
});

describe('the claim to be an e-invoice', () => {
  const claim = (namespace: string, prefix: string, entries: Record<string, string>) =>
    hold(
      `<rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:${prefix}="${namespace}">${Object.entries(
        entries,
      )
        .map(([name, value]) => `<${prefix}:${name}>${value}</${prefix}:${name}>`)
        .join('')}`,
    );
  const facturX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
  const whole = { DocumentFileName: 'factur-x.xml', ConformanceLevel: 'EN 16931', Version: '1.0' };

  it.each([
    [facturX, 'fx', 'fx'],
    [facturX, 'a-b', 'fx'],
    ['urn:ferd:pdfa:CrossIndustryDocument:invoice:1p0#', 'zf', 'zf'],
    ['urn:zugferd:pdfa:CrossIndustryDocument:invoice:1p0#', 'zf', 'zf'],
    ['urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#', 'fx', 'zf'],
  ])('is read in the namespace %s, written with %s', (namespace, written, prefix) => {
    expect(readInvoiceClaim(claim(namespace, written, { ...whole, DocumentType: ' ORDER ' }))).toEqual({
      namespace,
      prefix,
      name: 'factur-x.xml',
      level: 'EN 16931',
      version: '1.0',
      type: 'ORDER',
    });
  });

  it('is that of an invoice if it names no type', () => {
    expect(readInvoiceClaim(claim(facturX, 'fx', whole))?.type).toBe('INVOICE');
    expect(readInvoiceClaim(claim(facturX, 'fx', { ...whole, DocumentType: '' }))?.type).toBe('INVOICE');
  });

  it.each(['DocumentFileName', 'ConformanceLevel', 'Version'])('is missing without %s', (name) => {
    expect(readInvoiceClaim(claim(facturX, 'fx', { ...whole, [name]: '' }))).toBeUndefined();
  });

  it('is not read from another namespace', () => {
    expect(readInvoiceClaim(claim('urn:other#', 'fx', whole))).toBeUndefined();
    expect(readInvoiceClaim(buildDict({}))).toBeUndefined();
  });
});
