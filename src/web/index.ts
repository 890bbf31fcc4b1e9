// Pages for a browser: which files the build made of them, how they travel, and the events of the live preview. The rest runs in browsers alone.
export type { PreviewNews, PreviewState, ShownError, ShownPdf, SourceLine } from './preview/preview-state.ts';

/** How a file of the folder `web` beside the bundle travels. */
interface WebFile {
  /** Value of Content-Type. */
  type: string;
  /** Value of Cache-Control. */
  caching: string;
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/**
 * How to send the file of this name; undefined for names that the build does not write. A name with a digest represents one
 * content, so it may be kept for a year (RFC 8246); all others are requested each time.
 */
export function describeWebFile(name: string): WebFile | undefined {
  const [, digest, ending = ''] = /^[a-z][a-z-]*(?:\.([\w-]{8}))?\.([a-z]+)$/.exec(name) ?? [];
  if (!Object.hasOwn(types, ending)) return undefined;
  return {
    type: types[ending] as string,
    caching: digest === undefined ? 'no-cache' : 'public, max-age=31536000, immutable',
  };
}

/**
 * Content-Security-Policy of every page (CSP level 3): it shows what its own server sends, and runs no text as script or style.
 * Styles that scripts set through the object model need no permission.
 */
export const webPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
