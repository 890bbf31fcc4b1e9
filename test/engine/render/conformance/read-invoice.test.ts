import { describe, expect, it } from 'vitest';
import { readInvoice } from '../../../../src/engine/render/conformance/read-invoice.ts';
import { buildInvoiceXml } from './invoice-xml.ts';

const core = 'urn:cen.eu:en16931:2017';
const read = (xml: string, encoding: BufferEncoding = 'utf8', signal = new AbortController().signal) =>
  readInvoice(Buffer.from(xml, encoding), signal);

describe('the XML of an invoice', () => {
  it.each([
    ['urn:factur-x.eu:1p0:minimum', 'MINIMUM', 'data'],
    ['urn:factur-x.eu:1p0:basicwl', 'BASIC WL', 'data'],
    [`${core}#compliant#urn:factur-x.eu:1p0:basic`, 'BASIC', 'alternative'],
    [core, 'EN 16931', 'alternative'],
    [`${core}#conformant#urn:factur-x.eu:1p0:extended`, 'EXTENDED', 'alternative'],
    [`${core}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr`, 'EXTENDED', 'alternative'],
    [`${core}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`, 'EN 16931', 'alternative'],
  ])('of the guideline %s is of the profile %s', async (guideline, level, relationship) => {
    const found = await read(buildInvoiceXml(guideline));
    expect(found).toEqual({
      level,
      relationship,
      version: '1.0',
      name: 'factur-x.xml',
      modified: '2026-03-02T00:00:00Z',
    });
  });

  it.each([
    [`${core}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`, '3.0'],
    [`${core}#compliant#urn:xoev-de:kosit:standard:xrechnung_2.1`, '2.1'],
    [
      `${core}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`,
      '3.0',
    ],
  ])('of %s is an XRechnung %s, by its own name', async (guideline, version) => {
    expect(await read(buildInvoiceXml(guideline))).toMatchObject({
      level: 'XRECHNUNG',
      version,
      name: 'xrechnung.xml',
    });
  });

  it.each<[string, string, (xml: string) => Buffer]>([
    ['UTF-16', 'UTF-16', (xml) => Buffer.from(`\ufeff${xml}`, 'utf16le')],
    ['UTF-16 of the other order', 'UTF-16', (xml) => Buffer.from(`\ufeff${xml}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', 'UTF-16LE', (xml) => Buffer.from(xml, 'utf16le')],
    ['ISO-8859-1', 'iso-8859-1', (xml) => Buffer.from(xml, 'latin1')],
    ['windows-1252', 'Windows-1252', (xml) => Buffer.from(xml, 'latin1')],
  ])('may be in %s', async (_what, name, encode) => {
    const xml = buildInvoiceXml(core).replace('UTF-8', name).replace('Tea', 'Thé');
    expect(await readInvoice(encode(xml), new AbortController().signal)).toMatchObject({
      level: 'EN 16931',
      modified: '2026-03-02T00:00:00Z',
    });
  });

  it('may begin with a byte order mark', async () => {
    expect(await read(`\ufeff${buildInvoiceXml(core)}`)).toMatchObject({ level: 'EN 16931' });
  });

  it.each([
    ['nothing', '', /is not XML that can be read: line 1: no element/],
    ['a PDF', '%PDF-1.7\n', /line 1: text outside/],
    [
      'an unknown guideline',
      buildInvoiceXml('urn:zugferd.de:2p0:basicwl'),
      /guideline "urn:zugferd.de:2p0:basicwl", which is not known/,
    ],
    [
      'a guideline that is a property of every object',
      buildInvoiceXml('constructor'),
      /guideline "constructor", which is not known/,
    ],
    [
      'such an encoding',
      buildInvoiceXml('urn:cen.eu:en16931:2017').replace('UTF-8', 'constructor'),
      /encoding is constructor, which is wrong or not supported/,
    ],
    ['no guideline', buildInvoiceXml(''), /names no guideline/],
    [
      'an invoice in UBL',
      '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>',
      /an element Invoice, not CrossIndustryInvoice/,
    ],
    [
      'the root in another namespace',
      buildInvoiceXml(core).replace('standard:CrossIndustryInvoice:100', 'other'),
      /not CrossIndustryInvoice of UN/,
    ],
    [
      'ZUGFeRD 1',
      buildInvoiceXml(core).replaceAll('CrossIndustryInvoice', 'CrossIndustryDocument'),
      /CrossIndustryDocument/,
    ],
    [
      'an element that does not end',
      buildInvoiceXml(core).replace('</ram:TypeCode>', ''),
      /line 17: <\/rsm:ExchangedDocument> ends no element; <ram:TypeCode> is open/,
    ],
    [
      'a file that is cut off',
      buildInvoiceXml(core).slice(0, -30),
      /line \d+: (<.*> does not end|a tag that is not well-formed)/,
    ],
    [
      'an attribute without quotes',
      buildInvoiceXml(core).replace('"102"', '102'),
      /line 15: a tag that is not well-formed/,
    ],
    ['its own entity', buildInvoiceXml(core).replace('&amp;', '&nbsp;'), /line 16: an entity/],
    [
      'a document type',
      buildInvoiceXml(core).replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>'),
      /line 1: a document type/,
    ],
    [
      'an encoding that is not read',
      buildInvoiceXml(core).replace('UTF-8', 'EBCDIC-FR'),
      /its encoding is EBCDIC-FR, which is wrong or not supported/,
    ],
    ['a second root', `${buildInvoiceXml(core)}<a/>`, /a second root element/],
  ])('is refused with %s', async (_what, xml, message) => {
    await expect(read(xml)).rejects.toThrow(
      expect.objectContaining({ code: 'e_invoice_invalid', message: expect.stringMatching(message) }),
    );
    await expect(read(xml)).rejects.toThrow(/^\/pdf\/e_invoice /);
  });

  it.each([
    ['<ram:X a="1" a="2"/>', /has an attribute twice/],
    ['<!-- a -- b -->', /"--" in a comment/],
    ['<!-- a --->', /"--" in a comment/],
    ['<ram:X>\u0001</ram:X>', /a character that XML has not/],
    ['<ram:X>\uffff</ram:X>', /a character that XML has not/],
    ['<ram:X>&#0;</ram:X>', /an entity/],
    ['<ram:X>&#xD800;</ram:X>', /an entity/],
    ['<ram:X a="&nbsp;"/>', /an entity/],
    ['<ram:X>]]></ram:X>', /"\]\]>" in a text/],
    ['<1x/>', /1x is no name/],
    ['<ram:a:b/>', /ram:a:b is no name/],
    ['<foo:X/>', /prefix of foo:X is not declared/],
    ['<ram:X foo:a="1"/>', /prefix of foo:a is not declared/],
    ['<ram:X xmlns:p=""/>', /takes a prefix back/],
    ['<?xml version="1.0"?>', /declaration that is not at the start/],
    ['<?1 x?>', /instruction without a name/],
  ])('is refused with %j in it, as every parser does', async (wrong, message) => {
    const xml = buildInvoiceXml(core).replace('</ram:TypeCode>', `</ram:TypeCode>${wrong}`);
    await expect(read(xml)).rejects.toThrow(message);
  });

  it.each([
    ['a line before its declaration', `\n${buildInvoiceXml(core)}`],
    ['a comment before its declaration', `<!-- x -->${buildInvoiceXml(core)}`],
    ['no version', buildInvoiceXml(core).replace('version="1.0" ', '')],
    ['a word that its declaration has not', buildInvoiceXml(core).replace('?>', ' standalone="maybe"?>')],
  ])('is refused with %s', async (_what, xml) => {
    await expect(read(xml)).rejects.toThrow(/XML declaration/);
  });

  it('may have its own prefixes, where they are declared, and everything else that XML has', async () => {
    const odd = `<ram:X xmlns:p="urn:p" p:a='1 > 0 &#x1F600;' xml:lang="de"><p:é-1.2/><![CDATA[<&]]>a > b</ram:X ><?target x?><!-- c -->`;
    const xml = buildInvoiceXml(core).replace('</ram:TypeCode>', `</ram:TypeCode>${odd}`).replaceAll('\n', '\r\n');
    expect(await read(xml)).toMatchObject({ level: 'EN 16931' });
  });

  it('is refused in UTF-16 if it says that it is UTF-8, and with bytes that its encoding does not have', async () => {
    await expect(read(`\ufeff${buildInvoiceXml(core)}`, 'utf16le')).rejects.toThrow(/its encoding is UTF-8/);
    await expect(read(buildInvoiceXml(core).replace('Tea', 'Thé'), 'latin1')).rejects.toThrow(/is not UTF-8/);
  });

  it.each([
    ['elements in one another', '<a>'.repeat(200_000)],
    ['elements behind one another at the bottom of many', `${'<a>'.repeat(20_000)}${'<b/>'.repeat(200_000)}`],
    ['blanks', `<a ${' '.repeat(1_000_000)}`],
    ['attributes', `<a ${'b="c" '.repeat(200_000)}`],
    ['comments', '<!--'.repeat(100_000)],
    ['ampersands', '&'.repeat(500_000)],
  ])('is refused before the test gives up, made of %s', async (_what, xml) => {
    await expect(read(xml)).rejects.toThrow(/is not XML that can be read/);
  });

  it('leaves others their turn while it is read, and is left where nobody waits for it', async () => {
    const long = buildInvoiceXml(core).replace('</ram:TypeCode>', `</ram:TypeCode>${'<ram:X/>'.repeat(100_000)}`);
    let turns = 0;
    const count = setInterval(() => {
      turns += 1;
    });
    await read(long);
    clearInterval(count);
    expect(turns).toBeGreaterThan(2);
    const leaving = AbortSignal.abort(new Error('nobody waits'));
    await expect(read(long, 'utf8', leaving)).rejects.toThrow('nobody waits');
  });
});
