import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect } from 'vitest';
import { drawPages } from '../draw-page.ts';
import { TaggedFacts } from '../merge/tagging/tagged-pdf.ts';
import { openPdf, readAnnotations, readOutline, readTexts } from '../pdf/read-pdf.ts';
import { unfoldPdf } from '../pdf/run-qpdf.ts';
import { engine, test } from '../shared-engine.ts';

const everything = readFileSync(new URL('../../fixtures/html/everything.html', import.meta.url), 'utf8');
const xml = readFileSync(new URL('../../../examples/factur-x.xml', import.meta.url));
const printed = readFileSync(new URL('../../fixtures/pdf/first.pdf', import.meta.url));
const claims = { accessible: { conformance: ['pdf/ua-1'] }, archive: { e_invoice: { base64: xml } } };

const render = async (parts: unknown, pdf?: object) =>
  (await engine.render({ parts, ...(pdf && { pdf }) } as never, { account: 'test' })).pdf;

/** What nobody may lose by a claim: the pixels, the words, where links lead, and the outline. */
async function read(pdf: Uint8Array) {
  const document = await openPdf(pdf);
  const links = async (_: unknown, index: number) =>
    (await readAnnotations(document, index + 1)).map(({ url, dest }) => url ?? dest);
  const texts = await readTexts(document);
  return {
    pixels: (await drawPages(pdf, 1)).map((page) => page.toString('base64')),
    texts,
    links: await Promise.all(texts.map(links)),
    outline: await readOutline(document),
  };
}

describe('a page of everything', () => {
  const parts = [{ html: everything }];
  let plain: Uint8Array;
  let shown: Awaited<ReturnType<typeof read>>;
  let claimed: Record<keyof typeof claims, Uint8Array>;
  beforeAll(async () => {
    plain = await render(parts);
    shown = await read(plain);
    claimed = { accessible: await render(parts, claims.accessible), archive: await render(parts, claims.archive) };
  });

  test.each(['accessible', 'archive'] as const)('loses nothing as %s, and is the same each time', async (name) => {
    expect(await read(claimed[name])).toEqual(shown);
    expect(Buffer.compare(claimed[name], await render(parts, claims[name]))).toBe(0);
  });

  test('says of each link what it is where it is accessible', () => {
    const facts = new TaggedFacts(claimed.accessible);
    expect(facts.find('Link').length).toBeGreaterThan(5);
    expect(facts.describeLinks()).toContain('linked picture');
    expect(facts.describeLinks()).toContain('https://example.com/hidden');
    expect(facts.describeLinks()).toContain('on every page');
  });

  test('holds the XML of an invoice as it was given, and is little larger', async () => {
    const files = await (await openPdf(claimed.archive)).getAttachments();
    expect(files?.get('factur-x.xml')).toMatchObject({ description: 'The invoice as XML, profile EN 16931' });
    expect(await unfoldPdf(claimed.archive)).toContain(xml.toString('utf8'));
    expect(claimed.archive.length - plain.length).toBeLessThan(12 * 1024);
  });
});

test('HTML and a PDF lose nothing as one archive, which is the same each time', async () => {
  const parts = [{ html: '<h1>First</h1><a href="https://example.com/">x</a>' }, { pdf: printed, title: 'A PDF' }];
  const claimed = await render(parts, claims.archive);
  expect(await read(claimed)).toEqual(await read(await render(parts)));
  expect(Buffer.compare(claimed, await render(parts, claims.archive))).toBe(0);
});
