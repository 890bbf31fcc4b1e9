import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import type { EngineError } from '../../../src/engine/engine-error.ts';
import { drawFirstPage } from '../draw-page.ts';
import { TaggedFacts } from '../merge/tagging/tagged-pdf.ts';
import { openPdf, readAnnotations, readOutline, readTexts } from '../pdf/read-pdf.ts';
import { engine, test } from '../shared-engine.ts';

const everything = readFileSync(new URL('../../fixtures/html/everything.html', import.meta.url), 'utf8');
const render = (parts: unknown, more: object = { pdf: { conformance: ['pdf/ua-1'] } }) =>
  engine.render({ parts, ...more } as never, { account: 'test' });
const refuse = (parts: unknown) =>
  render(parts).then(
    () => undefined,
    (error: EngineError) => error,
  );

describe('a page of everything that claims to be accessible', async () => {
  const parts = [{ html: everything }];
  const [plain, claimed, again] = [await render(parts, {}), await render(parts), await render(parts)];

  test('looks the same as without the claim, and is the same each time', async () => {
    const [before, after] = [await drawFirstPage(plain.pdf, 1), await drawFirstPage(claimed.pdf, 1)];
    expect(Buffer.compare(before.data, after.data)).toBe(0);
    expect(Buffer.compare(claimed.pdf, again.pdf)).toBe(0);
  });

  test('keeps its text, links and outline', async () => {
    const [before, after] = [await openPdf(plain.pdf), await openPdf(claimed.pdf)];
    expect(await readTexts(after)).toEqual(await readTexts(before));
    expect(await readOutline(after)).toEqual(await readOutline(before));
    const targets = async (document: typeof after) =>
      (await readAnnotations(document, 1)).map(({ url, dest }) => url ?? dest);
    expect(await targets(after)).toEqual(await targets(before));
  });

  test('says of each link what it is', () => {
    const facts = new TaggedFacts(claimed.pdf);
    expect(facts.find('Link').length).toBeGreaterThan(5);
    expect(facts.describeLinks()).toContain('linked picture');
    expect(facts.describeLinks()).toContain('https://example.com/hidden');
    expect(facts.describeLinks()).toContain('on every page');
  });
});

describe('what only the author can mend', () => {
  test('is told with the line of the HTML that the request holds', async () => {
    const html = `<!doctype html>\n<html lang="en"><title>T</title>\n<h1>One</h1>\n<h3>Three</h3>\n<p>\n<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==" width="9" height="9"></p>`;
    expect(await refuse([{ html: everything }, { html }])).toMatchObject({
      code: 'not_conforming',
      errors: [
        { pointer: '/metadata/title', detail: expect.stringContaining('is not given') },
        { pointer: '/parts/1', detail: expect.stringMatching(/^line 4, page \d: the heading "Three" has level 3/) },
        { pointer: '/parts/1', detail: expect.stringMatching(/^line 6, page \d: an image has no text/) },
      ],
    });
  });

  test('is a language that the page does not name, which Chromium would make up', async () => {
    const expected = { code: 'not_conforming', errors: [{ pointer: '/parts', detail: /does not say its language/ }] };
    const error = await refuse({ html: '<!doctype html><title>T</title><p>a' });
    expect(error?.errors?.[0]).toMatchObject({
      pointer: '/parts',
      detail: expect.stringMatching(expected.errors[0]?.detail ?? ''),
    });
    const scripted = '<!doctype html><title>T</title><p>a<script>document.documentElement.lang = "en"</script>';
    expect(await refuse({ html: scripted })).toBeUndefined();
  });

  test('is a language that only a comment names', async () => {
    const html = '<!doctype html><!-- <html lang="en"> --><title>T</title><p>a';
    expect(await refuse({ html })).toMatchObject({ errors: [{ detail: expect.stringMatching(/say its language/) }] });
  });

  test('has its lines among thousands of faults', async () => {
    const headings = Array.from({ length: 4000 }, (_, i) => `<h1>a</h1>\n<h3>b ${i}.</h3>`).join('');
    const error = await refuse({ html: `<!doctype html><html lang="en"><title>T</title>\n${headings}` });
    expect(error?.errors).toHaveLength(101);
    expect(error?.errors?.[99]?.detail).toMatch(/^line 102, page \d+: the heading "b 99\."/);
    expect(error?.errors?.[100]).toEqual({ pointer: '/parts', detail: '… and 3900 more' });
  });

  test('is a character without a glyph', async () => {
    const html = '<!doctype html><html lang="en"><title>T</title><p>\u{10FFFD}';
    expect(await refuse({ html })).toMatchObject({ code: 'glyph_missing' });
  });
});
