import { describe, expect, it } from 'vitest';
import type { RenderRequest } from '../../../../src/contract/index.ts';
import { readConformance } from '../../../../src/engine/render/conformance/read-conformance.ts';
import { buildInvoiceXml } from './invoice-xml.ts';

const xml = (guideline = 'urn:cen.eu:en16931:2017') => Buffer.from(buildInvoiceXml(guideline));
const read = (request: Omit<RenderRequest, 'parts'>) =>
  readConformance({ parts: { html: 'x' }, ...request }, new AbortController().signal);
const encrypt = { user_password: '', owner_password: 'x' };
const attachments = [{ name: 'a.csv', type: 'text/csv', base64: '' }];

describe('what a request claims', () => {
  it.each([
    [{}, undefined],
    [{ pdf: { conformance: [] } }, undefined],
    [{ pdf: { conformance: ['pdf/ua-1' as const], encrypt } }, { pdfUa: 1 }],
    [{ pdf: { conformance: ['pdf/a-2b' as const] }, options: { tagged: false } }, { pdfA: { part: 2, level: 'B' } }],
    [{ pdf: { conformance: ['pdf/a-3u' as const], attachments } }, { pdfA: { part: 3, level: 'U' } }],
    [{ pdf: { conformance: ['pdf/a-4' as const], version: '2.0' as const } }, { pdfA: { part: 4 } }],
    [{ pdf: { conformance: ['pdf/ua-2' as const], encrypt, version: '2.0' as const } }, { pdfUa: 2 }],
    [{ pdf: { conformance: ['pdf/ua-2' as const, 'pdf/a-4' as const] } }, { pdfA: { part: 4 }, pdfUa: 2 }],
    [{ pdf: { conformance: ['pdf/a-4f' as const], attachments } }, { pdfA: { part: 4, level: 'F' } }],
    [{ pdf: { conformance: ['pdf/ua-1' as const, 'pdf/a-2a' as const] } }, { pdfA: { part: 2, level: 'A' }, pdfUa: 1 }],
  ])('%j is read as %j', async (request, expected) => {
    expect(await read(request)).toEqual(expected);
  });

  it('is PDF/A-3b where it holds an invoice and says no more', async () => {
    expect(await read({ pdf: { e_invoice: { base64: xml() } } })).toMatchObject({
      pdfA: { part: 3, level: 'B' },
      invoice: { level: 'EN 16931', relationship: 'alternative' },
    });
  });

  it('keeps what it says beside an invoice, which may come as base64', async () => {
    const e_invoice = { base64: xml().toString('base64'), relationship: 'source' as const };
    expect(await read({ pdf: { e_invoice, conformance: ['pdf/ua-1', 'pdf/a-3a'] } })).toMatchObject({
      pdfA: { part: 3, level: 'A' },
      pdfUa: 1,
      invoice: { relationship: 'source' },
    });
  });

  it.each([
    [
      'two of PDF/A',
      { pdf: { conformance: ['pdf/a-2b', 'pdf/a-3b'] } },
      '/pdf/conformance cannot combine pdf/a-2b with pdf/a-3b: a document',
    ],
    ['tags and none', { pdf: { conformance: ['pdf/ua-1'] }, options: { tagged: false } }, '/options/tagged is false'],
    [
      'level a without tags',
      { pdf: { conformance: ['pdf/a-2a'] }, options: { tagged: false } },
      '/options/tagged is false',
    ],
    ['encryption', { pdf: { conformance: ['pdf/a-2b'], encrypt } }, '/pdf/encrypt cannot be combined with pdf/a-2b'],
    [
      'encryption with an invoice',
      { pdf: { e_invoice: { base64: xml() }, encrypt } },
      '/pdf/encrypt cannot be combined with pdf/a-3b, which /pdf/e_invoice implies',
    ],
    [
      'encryption that its version does not know',
      { pdf: { version: '1.6', encrypt } },
      '/pdf/version is "1.6", and encryption',
    ],
    [
      'a password that is cut off',
      { pdf: { encrypt: { ...encrypt, user_password: 'ы'.repeat(64) } } },
      '/pdf/encrypt/user_password is longer than 127 bytes',
    ],
    ['version 2.0', { pdf: { conformance: ['pdf/a-2b'], version: '2.0' } }, '/pdf/version is "2.0"'],
    [
      'attachments',
      { pdf: { conformance: ['pdf/a-2b'], attachments } },
      '/pdf/attachments cannot be combined with pdf/a-2b',
    ],
    [
      'a version before 2.0 in part 4',
      { pdf: { conformance: ['pdf/a-4'], version: '1.7' } },
      '/pdf/version is "1.7", and pdf/a-4 is 2.0',
    ],
    [
      'encryption in part 4',
      { pdf: { conformance: ['pdf/a-4'], encrypt } },
      '/pdf/encrypt cannot be combined with pdf/a-4',
    ],
    [
      'attachments in part 4',
      { pdf: { conformance: ['pdf/a-4'], attachments } },
      '/pdf/attachments cannot be combined with pdf/a-4 (ISO 19005-4, 6.9); pdf/a-4f allows',
    ],
    [
      'part 4 with files without one',
      { pdf: { conformance: ['pdf/a-4f'] } },
      '/pdf/attachments is empty, and pdf/a-4f',
    ],
    [
      'an invoice in part 4',
      { pdf: { conformance: ['pdf/a-4f'], attachments, e_invoice: { base64: xml() } } },
      '/pdf/e_invoice cannot be combined with pdf/a-4f',
    ],
    [
      'part 4 and PDF/UA-1',
      { pdf: { conformance: ['pdf/a-4', 'pdf/ua-1'] } },
      '/pdf/conformance cannot combine pdf/a-4, which is PDF 2.0, with pdf/ua-1, which is 1.7',
    ],
    [
      'both parts of PDF/UA',
      { pdf: { conformance: ['pdf/ua-2', 'pdf/ua-1'] } },
      '/pdf/conformance cannot combine pdf/ua-1 with pdf/ua-2: a document claims one of them',
    ],
    [
      'PDF/UA-2 and part 2',
      { pdf: { conformance: ['pdf/ua-2', 'pdf/a-2a'] } },
      '/pdf/conformance cannot combine pdf/ua-2, which is PDF 2.0, with pdf/a-2a, which is 1.7',
    ],
    ['PDF/UA-2 in an old file', { pdf: { conformance: ['pdf/ua-2'], version: '1.7' } }, '/pdf/version is "1.7"'],
    [
      'PDF/UA-2 without tags',
      { pdf: { conformance: ['pdf/ua-2'] }, options: { tagged: false } },
      '/options/tagged is false, and pdf/ua-2 needs tags',
    ],
    [
      'an invoice in PDF/UA-2',
      { pdf: { conformance: ['pdf/ua-2'], e_invoice: { base64: xml() } } },
      '/pdf/e_invoice cannot be combined with pdf/ua-2',
    ],
    [
      'an invoice in part 2',
      { pdf: { conformance: ['pdf/a-2b'], e_invoice: { base64: xml() } } },
      '/pdf/e_invoice cannot be combined',
    ],
    [
      'less than an invoice as an alternative',
      { pdf: { e_invoice: { base64: xml('urn:factur-x.eu:1p0:minimum'), relationship: 'alternative' } } },
      '/pdf/e_invoice/relationship is "alternative", and the profile MINIMUM is "data"',
    ],
  ])('is refused for %s', async (_what, request, message) => {
    const pointer = message.split(' ', 1)[0];
    await expect(read(request as never)).rejects.toThrow(
      expect.objectContaining({
        ...{ code: 'invalid_request', message: expect.stringContaining(message) },
        errors: [expect.objectContaining({ pointer })],
      }),
    );
  });
});
