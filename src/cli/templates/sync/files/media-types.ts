import { extname } from 'node:path';

/** The media types of files that a service stores for templates, by extension. */
const types: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.otf': 'font/otf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** The media type of an asset by its name; undefined for other files. */
export function assetType(name: string): string | undefined {
  return types[extname(name).toLowerCase()];
}
