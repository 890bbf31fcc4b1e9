import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import type { EngineError } from '../../../src/engine/engine-error.ts';
import { drawFirstPage } from '../draw-page.ts';
import { buildPages } from '../pdf/build-pdf.ts';
import { openPdf, readAnnotations, readOutline, readTexts } from '../pdf/read-pdf.ts';
import { unfoldPdf } from '../pdf/run-qpdf.ts';
import { engine, test } from '../shared-engine.ts';
import { openWebPage } from './six-forms.ts';

const render = (parts: unknown, more: object) => engine.render({ parts, ...more } as never, { account: 'test' });
const everything = readFileSync(new URL('../../fixtures/html/everything.html', import.meta.url), 'utf8');
const xml = readFileSync(new URL('../../../examples/factur-x.xml', import.meta.url));
const printed = readFileSync(new URL('../../fixtures/pdf/first.pdf', import.meta.url));
const invoice = { e_invoice: { base64: xml }, conformance: ['pdf/ua-1'] };

describe('an archive with the XML of an invoice, of HTML and a PDF', async () => {
  const parts = [{ html: everything }, { pdf: printed, title: 'A PDF' }];
  const pdf = { e_invoice: { base64: xml } };
  const [plain, claimed, again] = [await render(parts, {}), await render(parts, { pdf }), await render(parts, { pdf })];

  test('looks the same as without the claim, and is the same each time', async () => {
    const [before, after] = [await drawFirstPage(plain.pdf, 1), await drawFirstPage(claimed.pdf, 1)];
    expect(Buffer.compare(before.data, after.data)).toBe(0);
    expect(Buffer.compare(claimed.pdf, again.pdf)).toBe(0);
  });

  test('keeps its text, links and outline', async () => {
    const [before, after] = [await openPdf(plain.pdf), await openPdf(claimed.pdf)];
    expect(await readTexts(after)).toEqual(await readTexts(before));
    expect(await readOutline(after)).toEqual(await readOutline(before));
    expect(await readAnnotations(after, 1)).toHaveLength((await readAnnotations(before, 1)).length);
  });

  test('holds the XML as it was given, and is little larger', async () => {
    const files = await (await openPdf(claimed.pdf)).getAttachments();
    expect(files?.get('factur-x.xml')).toMatchObject({ description: 'The invoice as XML, profile EN 16931' });
    expect(await unfoldPdf(claimed.pdf)).toContain(xml.toString('utf8'));
    expect(claimed.pdf.length - plain.pdf.length).toBeLessThan(12 * 1024);
  });
});

describe('a PDF with a font that is not embedded', () => {
  const parts = (address: string) => [address, { pdf: buildPages(1) }];

  test('is refused by its place before anything is loaded', async () => {
    const web = await openWebPage();
    const error = await render(parts(`http://127.0.0.1:${web.port}/`), { pdf: { conformance: ['pdf/a-2b'] } }).catch(
      (error: EngineError) => error,
    );
    expect(error).toMatchObject({
      code: 'not_conforming',
      part: 1,
      detail: 'the font Helvetica is not embedded (ISO 19005-2, 6.2.11.4.1)',
    });
    expect(web.hits).toBe(0);
    await web.close();
  });
});

test('what a request contradicts itself is refused before anything is loaded', async () => {
  const web = await openWebPage();
  const encrypt = { user_password: '', owner_password: 'x' };
  const error = render(`http://127.0.0.1:${web.port}/`, { pdf: { ...invoice, encrypt } });
  await expect(error).rejects.toMatchObject({
    code: 'invalid_request',
    detail: expect.stringContaining('/pdf/encrypt'),
  });
  expect(web.hits).toBe(0);
  await web.close();
});
