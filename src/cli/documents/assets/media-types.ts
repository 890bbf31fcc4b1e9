/** Media types of files that a page can use, by extension. Other files are never collected. */
const mediaTypes: Readonly<Record<string, string>> = {
  apng: 'image/apng',
  avif: 'image/avif',
  bmp: 'image/bmp',
  gif: 'image/gif',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  otf: 'font/otf',
  ttc: 'font/collection',
  ttf: 'font/ttf',
  woff: 'font/woff',
  woff2: 'font/woff2',
  css: 'text/css',
  htm: 'text/html',
  html: 'text/html',
  xhtml: 'application/xhtml+xml',
  xht: 'application/xhtml+xml',
  js: 'text/javascript',
  mjs: 'text/javascript',
  wasm: 'application/wasm',
  csv: 'text/csv',
  geojson: 'application/geo+json',
  json: 'application/json',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  vtt: 'text/vtt',
  xml: 'application/xml',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  ogv: 'video/ogg',
  wav: 'audio/wav',
  webm: 'video/webm',
};

/** The media type of a file by its name; undefined for a kind that no page can use. */
export function mediaTypeOf(name: string): string | undefined {
  const extension = extensionOf(name);
  return Object.hasOwn(mediaTypes, extension) ? mediaTypes[extension] : undefined;
}

/** The extension of a file's name without the dot, in lower case; empty without one. */
export function extensionOf(name: string): string {
  return /[^/\\]\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
