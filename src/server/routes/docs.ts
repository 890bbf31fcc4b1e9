import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

/** Where the build writes the documentation: next to the bundle, one folder up from a chunk, in `dist` for the sources. */
const builtFolders = ['./', '../', '../../../dist/'].map((place) => new URL(place, import.meta.url));
/** A host that needs no escaping in a page or a command. */
const plainHost = /^[\w.:[\]-]+$/;

/**
 * Registers the documentation of the API: `docs.html`, a page whose policy lets it load nothing, and `openapi.json`. Default for
 * `folder`: where the build wrote them. `home` is where the bare address leads to; the page links to it if that is the dashboard.
 */
export function addDocs(app: FastifyInstance, folder = builtFolders.find(hasDocs), home = 'docs'): void {
  app.get('/api/v1/openapi.json', async (_request, reply) => {
    if (!folder) return reply.callNotFound();
    reply.type('application/json; charset=utf-8');
    return readFile(new URL('openapi.json', folder), 'utf8');
  });

  // For visitors who know only the host. Relative, because a proxy may put a path before it.
  app.get('/', async (_request, reply) => reply.redirect(home, 302));

  app.get('/docs', async (request, reply) => {
    if (!folder) return reply.callNotFound();
    const page = await readFile(new URL('docs.html', folder), 'utf8');
    reply.type('text/html; charset=utf-8').header('content-security-policy', buildSecurityPolicy(page));
    reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-cache');
    const { protocol, host } = request;
    const dashboard = home === 'docs' ? '' : `<a class="dashboard" href="${home}">Dashboard</a>`;
    return page
      .replace('%DASHBOARD%', dashboard)
      .replaceAll('%ORIGIN%', plainHost.test(host) ? `${protocol}://${host}` : 'https://pdf.example.com');
  });
}

function hasDocs(folder: URL): boolean {
  return existsSync(new URL('docs.html', folder));
}

/** Lets the page use its own style and script, call this service, show a PDF that it got, and nothing else (Content Security Policy Level 3). */
function buildSecurityPolicy(page: string): string {
  const allow = (element: 'style' | 'script') => {
    const [, text = ''] = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(page) ?? [];
    return `${element}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  };
  return [
    "default-src 'none'",
    allow('style'),
    allow('script'),
    "connect-src 'self'",
    'frame-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
