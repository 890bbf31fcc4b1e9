import { describe, expect } from 'vitest';
import type { PageOverlay, RenderRequest } from '../../../src/contract/index.ts';
import { buildPages } from '../../pdf/build-pdf.ts';
import { unfoldPdf } from '../../pdf/run-qpdf.ts';
import { drawSizedPages, extractTexts, type Picture } from '../draw-page.ts';
import { engine, test } from '../shared-engine.ts';

/** A JPEG of 16 by 8 red pixels. */
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wCEAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYV' +
    'pQYEpRUk8BDg4OExETJhUVJk81LTVPT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT//AABEIAAgAEAMB' +
    'EQACEQEDEQH/xAGiAAABBQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgsQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCC' +
    'NCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqi' +
    'o6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+gEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQ' +
    'oLEQACAQIEBAMEBwUEBAABAncAAQIDEQQFITEGEkFRB2FxEyIygQgUQpGhscEJIzNS8BVictEKFiQ04SXxFxgZGiYnKCkqNTY3ODk6Q0RFRkdI' +
    'SUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqCg4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2dri4+' +
    'Tl5ufo6ery8/T19vf4+fr/2gAMAwEAAhEDEQA/AOfrxj9JCgD/AP/Z',
  'base64',
);
const letterhead = buildPages(2, { text: 'Letterhead' });
const render = (request: Omit<RenderRequest, 'parts'>) =>
  engine.render({ parts: { html: '<p>one<p style="break-before: page">two' }, ...request }, { account: 'test' });

describe('overlays', () => {
  test('draw the first page of a PDF on the chosen pages', async () => {
    const { pdf, warnings } = await render({ overlays: [{ pdf: letterhead, pages: 'first', layer: 'under' }] });
    const texts = await extractTexts(pdf);
    expect(texts.map((text) => text.includes('Letterhead 1'))).toEqual([true, false]);
    expect(texts.map((text) => /one|two/.exec(text)?.[0])).toEqual(['one', 'two']);
    expect(warnings).toEqual([]);
  });

  test('are drawn in documents that are stored in another way', async () => {
    const { pdf } = await render({
      overlays: [{ pdf: letterhead.toString('base64'), rotate: 90, opacity: 0.5 }],
      pdf: { linearize: true },
    });
    expect((await extractTexts(pdf)).map((text) => text.includes('Letterhead 1'))).toEqual([true, true]);
  });

  test('warn of pages that do not exist', async () => {
    const { warnings } = await render({ overlays: [{ pdf: letterhead }, { pdf: letterhead, pages: '2-3' }] });
    expect(warnings).toEqual([
      {
        part: 0,
        code: 'overlay_beyond',
        detail: 'overlay 2: pages "2-3" do not all exist: the document has 2 pages',
      },
    ]);
  });

  test('are named if they cannot be read', async () => {
    const broken = Buffer.from('%PDF-1.7 nothing');
    await expect(render({ overlays: [{ pdf: letterhead }, { pdf: broken }] })).rejects.toMatchObject({
      code: 'pdf_invalid',
      detail: expect.stringMatching(/^overlay 2: The PDF/),
      errors: [{ pointer: '/overlays/1', detail: expect.stringContaining('PDF') }],
    });
  });

  test('are repaired if they are damaged', async () => {
    const damaged = Buffer.from(letterhead.toString('latin1').replace(/startxref\s+\d+/, 'startxref\n7'), 'latin1');
    const { pdf, warnings } = await render({ overlays: [{ pdf: damaged }] });
    expect((await extractTexts(pdf))[0]).toContain('Letterhead 1');
    expect(warnings.map(({ code, detail }) => [code, detail.startsWith('overlay 1: ')])).toEqual([
      ['pdf_repaired', true],
    ]);
  });

  test('fail on damage if the request asks for that', async () => {
    const damaged = Buffer.from(letterhead.toString('latin1').replace(/startxref\s+\d+/, 'startxref\n7'), 'latin1');
    await expect(render({ overlays: [{ pdf: damaged }], options: { on_damage: 'fail' } })).rejects.toMatchObject({
      code: 'pdf_damaged',
      errors: [{ pointer: '/overlays/0', detail: expect.stringContaining('repaired') }],
    });
  });
});

const red: PageOverlay[] = [{ html: '<body style="background: red; margin: 0; height: 100vh">' }];

/** Whether a page is red at a place, in parts of its width and height. */
function isRedAt({ data, width, height }: Picture, across: number, down: number): boolean {
  const at = (Math.floor(down * height) * width + Math.floor(across * width)) * 4;
  return (data[at] ?? 0) > 200 && (data[at + 1] ?? 255) < 60;
}

describe('printed overlays', () => {
  const pdf = buildPages(4, {
    page: (index) =>
      ['', '/Rotate 90', '/MediaBox [0 0 500 500] /CropBox [100 100 400 200]', '/UserUnit 2'][index] ?? '',
  });
  const over = (overlays: readonly PageOverlay[], more: Partial<RenderRequest> = {}) =>
    engine.render({ parts: { pdf }, overlays: [...overlays], ...more }, { account: 'test' });

  test('write a text on all pages, stored once', async () => {
    const result = await over([{ text: 'Für <A> & B', rotate: -45, opacity: 0.2 }]);
    expect(await extractTexts(result.pdf)).toEqual([1, 2, 3, 4].map(() => expect.stringContaining('Für <A> & B')));
    const unfolded = await unfoldPdf(result.pdf);
    expect(unfolded.match(/\/Subtype \/Form/g)).toHaveLength(1);
    expect(unfolded.match(/\/Artifact <</g)).not.toBeNull();
    expect(result.warnings).toEqual([]);
  });

  test('put HTML and text at a place', async () => {
    const html = '<b style="background: red; display: block; padding: 20px">';
    const { pdf } = await over([{ html, position: 'bottom-right' }]);
    const pages = await drawSizedPages(pdf, 1);
    const places = [
      [0.98, 0.92],
      [0.02, 0.95],
      [0.98, 0.02],
    ] as const;
    const seen = pages.map((page) => places.map(([x, y]) => isRedAt(page, x, y)));
    expect(seen).toEqual(pages.map(() => [true, false, false]));
    const text = await over([{ text: 'Copy', position: 'top-left' }]);
    expect((await extractTexts(text.pdf)).every((page) => page.includes('Copy'))).toBe(true);
  });

  test('lay out HTML on a page as large as each page below', async () => {
    const { pdf, warnings } = await over(red);
    const corners = [0.02, 0.97].flatMap((x) => [0.02, 0.97].map((y) => [x, y] as const));
    for (const page of await drawSizedPages(pdf, 1))
      expect(corners.map(([x, y]) => isRedAt(page, x, y))).toEqual([true, true, true, true]);
    expect(warnings).toEqual([]);
  });

  test('lay out HTML in an area, with its files', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><rect width="999" height="999" fill="red"/></svg>',
    );
    const assets = { 'red.svg': { type: 'image/svg+xml', base64: svg } };
    const html = '<body style="margin: 0; height: 100vh; background: url(red.svg)">';
    const position = { x: '100pt', y: '0', width: '100pt', height: '50pt' };
    const { pdf } = await over([{ html, assets, position, pages: 'first' }]);
    const [page] = (await drawSizedPages(pdf, 1)) as [Picture];
    const places = [
      [0.55, 0.1],
      [0.95, 0.4],
      [0.45, 0.1],
      [0.95, 0.55],
    ] as const;
    expect(places.map(([x, y]) => isRedAt(page, x, y))).toEqual([true, true, false, false]);
  });

  test('do not run scripts', async () => {
    const html = '<p id="p">before<script>p.textContent = "after"</script>';
    const { pdf } = await over([{ html, pages: 'first', position: 'top' }]);
    expect((await extractTexts(pdf))[0]).toContain('before');
  });

  test('warn of content beyond one page', async () => {
    const overlays = [{ html: 'one<p style="break-before: page">two' }];
    const { warnings } = await over(overlays, { parts: { html: 'a' } });
    expect(warnings).toEqual([
      { part: 0, code: 'overlay_unseen', detail: 'overlay 1: only the first of its 2 pages is drawn' },
    ]);
  });

  test('keep the bytes of a JPEG', async () => {
    const { pdf } = await over([{ image: jpeg, position: 'center', fit: 'page' }]);
    expect(Buffer.from(pdf).includes(jpeg)).toBe(true);
    for (const page of await drawSizedPages(pdf, 1)) expect(isRedAt(page, 0.5, 0.5)).toBe(true);
  });

  test('draw an image in its own size at a place', async () => {
    const { pdf } = await over([{ image: jpeg.toString('base64'), position: 'top-left', pages: 'first' }]);
    const [page] = (await drawSizedPages(pdf, 1)) as [Picture];
    // 16 by 8 pixels are 12 by 6 points, of 200 by 100.
    const places = [
      [0.03, 0.03],
      [0.08, 0.03],
      [0.03, 0.09],
    ] as const;
    expect(places.map(([x, y]) => isRedAt(page, x, y))).toEqual([true, false, false]);
  });

  test.for([
    ['a file that is no image', Buffer.from('<p>hello'), 'the file is no JPEG, PNG, WebP, AVIF, GIF or SVG image'],
    ['a broken image', jpeg.subarray(0, 20), 'the image cannot be decoded'],
  ] as const)('refuse %s', async ([, image, detail]) => {
    await expect(over([{ image }])).rejects.toMatchObject({
      code: 'invalid_request',
      detail: `overlay 1: ${detail}.`,
      errors: [{ pointer: '/overlays/0/image', detail }],
    });
  });

  test('are artifacts of documents that claim PDF/A and PDF/UA', async () => {
    const result = await engine.render(
      {
        parts: { html: '<html lang="en"><title>A letter</title><h1>Letter</h1>' },
        overlays: [{ text: 'DRAFT', opacity: 0.15, rotate: -45 }],
        pdf: { conformance: ['pdf/a-3b', 'pdf/ua-1'] },
      },
      { account: 'test' },
    );
    expect((await extractTexts(result.pdf))[0]).toContain('DRAFT');
    expect(result.warnings).toEqual([]);
  });
});
