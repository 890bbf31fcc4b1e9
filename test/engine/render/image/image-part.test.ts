import { describe, expect, it } from 'vitest';
import { buildImagePart, readImageType } from '../../../../src/engine/render/image/image-part.ts';
import { jpeg, png } from './sample-images.ts';

const build = (image: string | Uint8Array, options: object = {}, title?: string) => {
  const { source, options: given } = buildImagePart(image, { title, options });
  const { html, assets } = source as { html: string; assets: Record<string, { type: string; base64: unknown }> };
  return { html, assets, given, page: /@page \{ (.*?) \} html/.exec(html)?.[1]?.replace(/\s+/g, ' ').trim() };
};

describe('an image as a part', () => {
  it('is a document of its size without a margin', () => {
    const image = png(960, 480);
    const { html, assets, given, page } = build(image, {}, 'A & "B" <c>');
    expect(page).toBe('size: 10in 5in; margin: 0;');
    expect(assets).toEqual({ image: { type: 'image/png', base64: image } });
    expect(given).toEqual({ on_resource_error: 'fail' });
    expect(html).toContain('<html lang="en"><title>A &#38; &#34;B&#34; &#60;c></title>');
    expect(html).toContain('<img src="image" alt="A &#38; &#34;B&#34; &#60;c>">');
  });

  it('may be base64, without a title', () => {
    const { html, assets } = build(Buffer.from(jpeg).toString('base64'), { locale: 'de' });
    expect(assets.image?.type).toBe('image/jpeg');
    expect(html).toContain('<html lang="de"><title></title>');
  });

  it.each([
    [{ page_size: 'A5' }, 'margin: 0;'],
    [{ landscape: false }, 'margin: 0;'],
    [{ margin: '1cm' }, 'size: 10in 5in;'],
    [{ margin: '1cm', page_size: 'A5' }, ''],
  ])('is fitted into a page of the options %j', (options, page) => {
    expect(build(png(960, 480), options).page).toBe(page);
  });

  it.each([
    ['is at least 3 points on each side', png(1, 960), `size: ${3 / 72}in 10in;`],
    ['is at most 200 inches on each side, and keeps its form', png(38_400, 9_600), 'size: 200in 50in;'],
    ['may have 200 inches on a side', png(19_200, 96), 'size: 200in 1in;'],
  ])('%s', (_what, image, size) => {
    expect(build(image).page).toBe(`${size} margin: 0;`);
  });

  it('is an image', () => {
    expect(() => build(Buffer.from('hello'))).toThrow('The file is no JPEG, PNG, WebP, AVIF, GIF or SVG image.');
  });
});

it.each([
  ['\xff\xd8\xff', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['GIF88a', undefined],
  ['RIFF1234WEBP', 'image/webp'],
  ['RIFF123WEBP', undefined],
  ['1234ftypavif', 'image/avif'],
  ['1234ftypavis', 'image/avif'],
  ['<svg>', 'image/svg+xml'],
  ['\xef\xbb\xbf <?xml version="1.0"?> <!-- x --> <!DOCTYPE svg> <svg width=1', 'image/svg+xml'],
  ['<svgx>', undefined],
  ['x<svg>', undefined],
  [`${' '.repeat(4091)}<svg>`, 'image/svg+xml'],
  [`${' '.repeat(4092)}<svg>`, undefined],
  ['', undefined],
])('a file that begins with %j is %s', (start, type) => {
  const bytes = Buffer.from(`--${start}`, 'latin1').subarray(2);
  expect(readImageType(bytes)).toBe(type);
});
