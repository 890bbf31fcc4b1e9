import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

/** The page that the build writes: beside the bundle, one folder up where this code lies in a chunk, in `dist` for the sources. */
const builtPages = ['./docs.html', '../docs.html', '../../../dist/docs.html'].map(
  (place) => new URL(place, import.meta.url),
);
/** A host that can stand in a page and in a command as it is. */
const plainHost = /^[\w.:[\]-]+$/;

/** Registers the documentation of the API, a page that loads nothing and is held to that. Default for `file`: the built page. */
export function addDocs(app: FastifyInstance, file = builtPages.find((place) => existsSync(place))): void {
  app.get('/docs', async (request, reply) => {
    if (!file) return reply.callNotFound();
    const page = await readFile(file, 'utf8');
    reply.type('text/html; charset=utf-8').header('content-security-policy', buildSecurityPolicy(page));
    reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-cache');
    const { protocol, host } = request;
    return page.replaceAll('%ORIGIN%', plainHost.test(host) ? `${protocol}://${host}` : 'http://127.0.0.1:8080');
  });
}

/** Lets the page use its own style and nothing else (Content Security Policy Level 3). */
function buildSecurityPolicy(page: string): string {
  const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
