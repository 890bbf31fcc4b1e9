import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeWebFile } from '../../../web/index.ts';
import { findShipped } from '../../files/shipped-file.ts';
import { describeError } from '../../output/describe-error.ts';
import type { PreviewSource } from '../preview-source.ts';
import { openPreview, type Preview, type PreviewEdges } from './open-preview.ts';
import { isOwnHost, isSame, readBody, readTarget } from './preview-access.ts';
import { safeHeaders, say, sendJson, sendPdf } from './preview-answers.ts';

/** What the page of a preview needs. */
export interface PreviewServerEdges extends PreviewEdges {
  /** Finds the templates again, so that a page that is loaded lists the present ones. */
  findSources(): Promise<readonly PreviewSource[]>;
}

/** Answers the requests of the preview page. */
export interface PreviewHandler {
  /** The path of the page, with the secret that opens it. */
  path: string;
  /** Creates a path that leads to the page once. */
  buildTicket(): string;
  /** Begins the first render. */
  begin(): void;
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Ends all previews, and the answers that follow them. */
  close(): void;
}

/** Milliseconds between two heartbeats of a stream. */
const heartbeatMs = 15_000;

/**
 * Opens the page of templates. A secret in the address keeps other users of the machine out; requests under another host name
 * are refused, so that no web page gets in by rebinding its own name.
 */
export function openPreviewHandler(found: readonly PreviewSource[], edges: PreviewServerEdges): PreviewHandler {
  let sources = found;
  const secret = randomBytes(18).toString('base64url');
  const tickets = new Set<string>();
  const previews = new Map<string, Preview>();
  const streams = new Set<{ slug: string; response: ServerResponse }>();

  function previewOf(slug: string): Preview | undefined {
    const known = previews.get(slug);
    if (known) return known;
    const source = sources.find((source) => source.slug === slug);
    if (!source) return undefined;
    const preview = openPreview(source, edges, () => reportAll(slug));
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

  function reportAll(slug: string): void {
    // Every page lists all templates with their state.
    for (const stream of streams) if (previews.has(slug)) report(stream.response, stream.slug);
  }

  function report(response: ServerResponse, slug: string): void {
    response.write(`data: ${JSON.stringify(describe(slug))}\n\n`);
  }

  async function follow(response: ServerResponse, slug: string): Promise<void> {
    sources = await edges.findSources().catch(() => sources);
    if (response.destroyed) return;
    response.writeHead(200, { ...safeHeaders, 'content-type': 'text/event-stream; charset=utf-8' });
    const stream = { slug, response };
    streams.add(stream);
    const beat = setInterval(() => response.write(':\n\n'), heartbeatMs);
    response.once('close', () => {
      clearInterval(beat);
      streams.delete(stream);
    });
    report(response, slug);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host } = request.headers;
    // RFC 9112, section 3.2. Node allows a request without a Host, and ignores the second of two.
    if (host === undefined || request.headersDistinct.host?.length !== 1) {
      return say(response, 400, 'A request must have exactly one Host header.');
    }
    if (!isOwnHost(host)) return say(response, 403, 'This host name is not served here.');
    const url = readTarget(request.url);
    if (!url) return say(response, 400, 'Invalid URL.');
    const [, first = '', ...rest] = url.pathname.split('/');
    if (tickets.delete(first)) {
      response.writeHead(303, { ...safeHeaders, location: `/${secret}/` }).end();
      return;
    }
    if (!isSame(first, secret)) return say(response, 404, 'Not found. Use the URL in the terminal.');
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
    const file = await readPageFile(name === '' ? 'preview.html' : name);
    if (!file) return say(response, 404, 'There is nothing here.');
    response.writeHead(200, {
      ...safeHeaders,
      'content-type': file.type,
      'content-length': file.bytes.length,
    });
    response.end(file.bytes);
  }

  async function change(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin, host, 'content-type': type } = request.headers;
    // A foreign page needs a preflight for this type, and its origin gives it away.
    if (type !== 'application/json' || origin !== `http://${host}`)
      return say(response, 403, 'Only the page may do this.');
    const { template, text = null, base, set } = await readBody(request);
    const preview = typeof template === 'string' ? previewOf(template) : undefined;
    if (!preview || (text !== null && typeof text !== 'string')) return say(response, 400, 'This is not understood.');
    if (name === 'set') {
      preview.chooseSet(typeof set === 'string' ? set : undefined);
      return sendJson(response, 200, {});
    }
    if (name === 'context') {
      preview.setContext(text ?? undefined);
      return sendJson(response, 200, {});
    }
    if (name !== 'save' || text === null) return say(response, 404, 'There is nothing here.');
    const digest = await preview.saveContext(text, typeof base === 'string' ? base : undefined);
    sendJson(response, 200, { digest });
  }

  return {
    path: `/${secret}/`,
    buildTicket() {
      const ticket = randomBytes(18).toString('base64url');
      tickets.add(ticket);
      return `/${ticket}`;
    },
    begin: () => void previewOf(sources[0]?.slug ?? ''),
    handle(request, response) {
      answer(request, response).catch((error) => {
        const { code, message } = describeError(error);
        if (response.headersSent) response.destroy();
        else sendJson(response, code === 'conflict' ? 409 : 422, { error: { code, message } });
      });
    },
    close() {
      for (const preview of previews.values()) preview.close();
      for (const { response } of streams) response.end();
    },
  };
}

/** A file that the page is made of. */
interface PageFile {
  type: string;
  caching: string;
  bytes: Buffer;
}

/** Reads a file of the page; undefined for any other name. */
export async function readPageFile(name: string): Promise<PageFile | undefined> {
  const known = describeWebFile(name);
  if (!known) return undefined;
  const folder = findShipped('web', () => fileURLToPath(new URL('../../../../dist/web', import.meta.url)));
  const bytes = await readFile(join(folder, name)).catch(() => undefined);
  return bytes && { ...known, bytes };
}
