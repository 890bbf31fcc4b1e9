import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '../../contract/index.ts';
import { CommandError } from '../command-error.ts';
import { describeError } from '../describe-error.ts';
import { openPreview, type Preview, type PreviewEdges } from './open-preview.ts';
import { readPageFile } from './page-files.ts';
import type { PreviewSource } from './preview-source.ts';

/** What the server of a preview needs from outside. */
export interface PreviewServerEdges extends PreviewEdges {
  /** Looks for templates again, because a page that is loaded anew should list what is there now. */
  findSources(): Promise<readonly PreviewSource[]>;
}

/** The page of a preview, on this machine alone. */
export interface PreviewServer {
  /** Its address, with the secret that opens it. */
  url: string;
  /** An address that leads to `url` once, for programs whose arguments others can see. */
  buildTicket(): string;
  close(): Promise<void>;
}

/**
 * What a page may do here: nothing but show what this server hands out. Styles set by scripts need no permission; nothing
 * is loaded from anywhere else (CSP level 3).
 */
const policy = [
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

const safeHeaders = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Milliseconds between two signs of life on a stream. */
const heartbeatMs = 15_000;
/** Bytes of a request: a preview context, written as JSON inside of JSON. */
const longestBody = limits.previewContext * 3;

/**
 * Serves the page on 127.0.0.1. The address holds a secret, so that other users of the machine cannot open it; requests
 * under another host name are refused, so that no web page can come in by a name that it lets point here.
 */
export async function startPreviewServer(
  found: readonly PreviewSource[],
  edges: PreviewServerEdges,
  port: number,
): Promise<PreviewServer> {
  let sources = found;
  const secret = randomBytes(18).toString('base64url');
  const tickets = new Set<string>();
  const previews = new Map<string, Preview>();
  const streams = new Set<{ slug: string; response: ServerResponse }>();

  function previewOf(slug: string): Preview | undefined {
    const known = previews.get(slug);
    if (known) return known;
    const source = sources.find((one) => one.slug === slug);
    if (!source) return undefined;
    const preview = openPreview(source, edges, () => tellAll(slug));
    previews.set(slug, preview);
    return preview;
  }

  function describe(slug: string): object {
    return {
      templates: sources.map(({ slug, name, shown }) => ({
        slug,
        name,
        shown,
        error: previews.get(slug)?.state.error != null,
      })),
      preview: previewOf(slug)?.state,
    };
  }

  function tellAll(slug: string): void {
    // A change of one shows in the list of all.
    for (const stream of streams) if (previews.has(slug)) tell(stream.response, stream.slug);
  }

  function tell(response: ServerResponse, slug: string): void {
    response.write(`data: ${JSON.stringify(describe(slug))}\n\n`);
  }

  async function follow(response: ServerResponse, slug: string): Promise<void> {
    sources = await edges.findSources().catch(() => sources);
    response.writeHead(200, { ...safeHeaders, 'content-type': 'text/event-stream; charset=utf-8' });
    const stream = { slug, response };
    streams.add(stream);
    const beat = setInterval(() => response.write(':\n\n'), heartbeatMs);
    response.once('close', () => {
      clearInterval(beat);
      streams.delete(stream);
    });
    tell(response, slug);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (!isOwnHost(request.headers.host)) return say(response, 403, 'This host name is not served here.');
    const [, first = '', ...rest] = url.pathname.split('/');
    if (tickets.delete(first)) {
      response.writeHead(303, { ...safeHeaders, location: `/${secret}/` }).end();
      return;
    }
    if (!isSame(first, secret))
      return say(response, 404, 'There is nothing here. The address in the terminal is the right one.');
    const name = rest.join('/');
    if (request.method === 'POST') return change(name, request, response);
    if (request.method !== 'GET') return say(response, 405, 'Only GET and POST are understood.');
    const slug = url.searchParams.get('template') ?? sources[0]?.slug ?? '';
    if (name === 'events' || name === 'document.pdf') {
      const preview = previewOf(slug);
      if (!preview) return say(response, 404, 'There is no such template.');
      if (name === 'events') return follow(response, slug);
      return sendPdf(response, preview, url.searchParams);
    }
    const file = await readPageFile(name === '' ? 'index.html' : name);
    if (!file) return say(response, 404, 'There is nothing here.');
    response.writeHead(200, { ...safeHeaders, 'content-type': file.type, 'content-length': file.bytes.length });
    response.end(file.bytes);
  }

  async function change(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin, host, 'content-type': type } = request.headers;
    // A page from elsewhere cannot send this type without being asked first, and it names its origin.
    if (type !== 'application/json' || origin !== `http://${host}`)
      return say(response, 403, 'Only the page may do this.');
    const { template, text, base } = await readBody(request);
    const preview = typeof template === 'string' ? previewOf(template) : undefined;
    if (!preview || (text !== null && typeof text !== 'string')) return say(response, 400, 'This is not understood.');
    if (name === 'context') {
      preview.setContext(text ?? undefined);
      return sendJson(response, 200, {});
    }
    if (name !== 'save' || text === null) return say(response, 404, 'There is nothing here.');
    const digest = await preview.saveContext(text, typeof base === 'string' ? base : undefined);
    sendJson(response, 200, { digest });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      const { code, message } = describeError(error);
      if (response.headersSent) response.destroy();
      else sendJson(response, code === 'conflict' ? 409 : 422, { error: { code, message } });
    });
  });
  const { port: taken } = await listen(server, port);
  const base = `http://127.0.0.1:${taken}`;
  // The first template is on its way while the browser still opens.
  previewOf(sources[0]?.slug ?? '');
  return {
    url: `${base}/${secret}/`,
    buildTicket() {
      const ticket = randomBytes(18).toString('base64url');
      tickets.add(ticket);
      return `${base}/${ticket}`;
    },
    async close() {
      for (const preview of previews.values()) preview.close();
      for (const { response } of streams) response.end();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        new CommandError('io_failed', `cannot listen on port ${port}`, {
          why: taken ? 'another program listens there' : error.message,
          fix: 'name another with --port, or leave it out and a free one is taken',
          cause: error,
        }),
      );
    });
    server.listen(port, '127.0.0.1', () => resolve(server.address() as AddressInfo));
  });
}

/** Any port will do: a tunnel may change it, and a foreign page cannot choose the name. */
function isOwnHost(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? '');
}

function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

async function readBody(request: IncomingMessage): Promise<{ template?: unknown; text?: unknown; base?: unknown }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestBody) throw new CommandError('too_large', 'these values are too large');
    chunks.push(chunk);
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  return typeof value === 'object' && value !== null ? value : {};
}

function sendPdf(response: ServerResponse, preview: Preview, query: URLSearchParams): void {
  const { pdf, slug } = preview.state;
  const bytes = preview.findPdf(Number(query.get('version') ?? pdf?.version));
  if (!bytes) {
    say(response, 404, 'There is no such PDF any more.');
    return;
  }
  const name = `${slug.replace(/[^\w.-]+/g, '-')}.pdf`;
  response.writeHead(200, {
    ...safeHeaders,
    'content-type': 'application/pdf',
    'content-length': bytes.length,
    'content-disposition': `${query.has('download') ? 'attachment' : 'inline'}; filename="${name}"`,
  });
  response.end(bytes);
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...safeHeaders, 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { ...safeHeaders, 'content-type': 'application/json' }).end(JSON.stringify(value));
}
