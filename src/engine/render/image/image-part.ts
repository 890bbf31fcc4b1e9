import { EngineError } from '../../../children/index.ts';
import type { PageOptions } from '../../page/open/page-settings.ts';
import type { PageSource } from '../../page/page-job.ts';
import { readBytes } from '../read-bytes.ts';
import { measureImage } from './image-facts.ts';

/** The sides that a page can have, in inches (ISO 32000-2, annex C.2). */
const [least, most] = [3 / 72, 200];

/**
 * An image as a document of one page. Without a size in the options, the page is as large as the image at its density; else the image is fitted
 * into the page. Chromium copies the bytes of a JPEG into the PDF. Throws `invalid_request` for a file that is no image.
 */
export function buildImagePart(
  image: string | Uint8Array,
  { title, options }: { title: string | undefined; options: PageOptions },
): { source: PageSource; options: PageOptions } {
  const bytes = readBytes(image);
  const type = readImageType(bytes);
  if (type === undefined)
    throw new EngineError('invalid_request', 'The file is no JPEG, PNG, WebP, AVIF, GIF or SVG image.');
  const size = (options.page_size ?? options.landscape) === undefined ? measureImage(bytes, type) : undefined;
  const scale = size && Math.min(1, most / Math.max(size.width, size.height));
  const side = (inches: number) => `${Math.max(least, inches * (scale ?? 1))}in`;
  const paper = size ? `size: ${side(size.width)} ${side(size.height)};` : '';
  const margin = options.margin === undefined ? 'margin: 0;' : '';
  const style = `@page { ${paper} ${margin} } html, body { margin: 0; } img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }`;
  const alt = (title ?? '').replace(/[&<"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const head = `<html lang="${options.locale ?? 'en'}"><title>${alt}</title><style>${style}</style>`;
  return {
    source: {
      kind: 'document',
      html: `<!doctype html>${head}<img src="image" alt="${alt}">`,
      assets: { image: { type, base64: image } },
    },
    // A page without its only image is nothing.
    options: { ...options, on_resource_error: 'fail' },
  };
}

const imageTypes: [type: string, start: RegExp][] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  ['image/avif', /^[\s\S]{4}ftypavi[fs]/],
  ['image/svg+xml', /^(\xef\xbb\xbf)?\s*(<\?xml[^>]*>\s*)?((<!--[\s\S]*?-->|<!DOCTYPE[^>]*>)\s*)*<svg[\s>]/],
];

/** The media type of an image by its first bytes; undefined for any other file. */
export function readImageType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString('latin1');
  return imageTypes.find(([, pattern]) => pattern.test(start))?.[0];
}
