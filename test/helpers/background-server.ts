import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { zipSync } from 'fflate';
import { writePng } from '../../src/cli/pictures/png.ts';
import type { Render, RenderFailure } from '../../src/client/index.ts';
import {
  type RecordedRequest,
  type RecordingServer,
  sendJson,
  sendPdf,
  startRecordingServer,
  tinyPdf,
} from './recording-server.ts';

/** A server on loopback that speaks the interface of background renders and renders nothing. */
export interface BackgroundServer extends RecordingServer {
  /** The renders, in the order of their submission. */
  renders: Render[];
  /** Ends a render: well, or with this failure. */
  end(id: string, error?: RenderFailure): void;
}

/** A page of 3 by 2 pixels as a PNG. */
export const tinyPng = writePng({ width: 3, height: 2, data: new Uint8Array(24).fill(255) });

/** The images of this number of pages, as a service answers with them. */
export function packTinyPages(pages: number): { type: string; bytes: Buffer } {
  if (pages === 1) return { type: 'image/png', bytes: tinyPng };
  const files = Array.from({ length: pages }, (_, index) => [`page-${index + 1}.png`, tinyPng]);
  return { type: 'application/zip', bytes: Buffer.from(zipSync(Object.fromEntries(files), { level: 0 })) };
}

/**
 * Starts one. A render ends at once; with `holds` it stays queued until `end`. It says that it took `tookMs` milliseconds. Documents
 * whose images are asked for have `pages` pages.
 */
export async function startBackgroundServer({
  holds = false,
  tookMs = 5000,
  pages = 1,
} = {}): Promise<BackgroundServer> {
  const images = packTinyPages(pages);
  const renders: Render[] = [];
  const byKey = new Map<string, Render>();
  const waiting = new Map<string, (() => void)[]>();
  const facts = { 'platen-pages': '1', 'server-timing': `queue;dur=0, load;dur=${tookMs}, print;dur=0, bind;dur=0` };
  const find = (id: string) => renders.find((render) => render.id === id);

  function end(id: string, error?: RenderFailure): void {
    const render = find(id);
    if (!render) throw new Error(`there is no render ${id}`);
    const isImage = render.kind === 'image';
    const { type, bytes } = isImage ? images : { type: 'application/pdf', bytes: tinyPdf };
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const result = { pages: isImage ? pages : 1, type, bytes: bytes.length, sha256 };
    Object.assign(render, ended, error ? { status: 'failed', error } : { status: 'done', ...result });
    for (const answer of waiting.get(id) ?? []) answer();
  }

  function submit({ headers, body, path }: RecordedRequest, response: ServerResponse): void {
    const key = String(headers['idempotency-key']);
    const { job } = JSON.parse(body);
    const known = byKey.get(key);
    const render = known ?? {
      ...queued,
      id: randomUUID(),
      kind: path.endsWith('/image') ? 'image' : 'pdf',
      priority: job?.priority ?? 'normal',
      start_at: Date.parse(job?.start_at) > Date.now() ? job.start_at : null,
    };
    byKey.set(key, render);
    if (!known) renders.push(render);
    sendJson(response, 202, { data: render }, { location: `/api/v1/renders/${render.id}` });
    if (!known && !holds) end(render.id);
  }

  function read(id: string, path: string, response: ServerResponse): void {
    const answer = () => {
      const render = find(id);
      if (render) sendJson(response, 200, { data: render });
      else sendJson(response, 404, { code: 'render_not_found', detail: `there is no render ${id}` });
    };
    if (path.includes('wait_seconds') && find(id)?.ended_at === null) {
      waiting.set(id, [...(waiting.get(id) ?? []), answer]);
    } else answer();
  }

  function sendResult(id: string, response: ServerResponse): void {
    const { status, kind } = find(id) ?? {};
    if (status === 'done' && kind === 'image') {
      response.writeHead(200, { ...facts, 'platen-pages': String(pages), 'content-type': images.type });
      response.end(images.bytes);
    } else if (status === 'done') sendPdf(response, facts);
    else if (status === undefined) sendJson(response, 404, { code: 'render_not_found', detail: 'no such render' });
    else sendJson(response, 409, { code: 'render_not_finished', detail: `it is ${status}`, retryable: true });
  }

  function sendImages(response: ServerResponse): void {
    const page = { type: 'image/png', width: 3, height: 2, bytes: tinyPng.length, base64: tinyPng.toString('base64') };
    const drawn = Array.from({ length: pages }, (_, index) => ({ page: index + 1, ...page }));
    const timings = { queue_ms: 0, load_ms: tookMs, print_ms: 0, bind_ms: 0 };
    sendJson(response, 200, { data: { images: drawn, warnings: [], timings, templates: [] } });
  }

  function remove(id: string, response: ServerResponse): void {
    const render = find(id);
    if (render?.ended_at === null) {
      Object.assign(render, ended, { status: 'cancelled' });
      sendJson(response, 200, { data: render });
      return;
    }
    if (render) renders.splice(renders.indexOf(render), 1);
    response.writeHead(render ? 204 : 404).end();
  }

  const server = await startRecordingServer((request, response) => {
    const [, , , kind, id = '', pdf] = request.path.replace(/\?.*/, '').split('/');
    if (kind === 'renderers' && request.headers.prefer) return submit(request, response);
    if (kind === 'renderers') return id === 'image' ? sendImages(response) : sendPdf(response, facts);
    if (request.method === 'DELETE') return remove(id, response);
    if (id === '') {
      const status = new URL(request.path, 'http://localhost').searchParams.get('status');
      const data = renders.filter((render) => status === null || render.status === status).reverse();
      return sendJson(response, 200, { data, page: { next: null } });
    }
    return pdf === undefined ? read(id, request.path, response) : sendResult(id, response);
  });
  return { ...server, renders, end };
}

/** What the end of a render changes. */
export const ended = {
  waits_for: null,
  ended_at: '2026-01-01T00:00:02.000Z',
  expires_at: '2026-01-02T00:00:02.000Z',
  attempts: 1,
};
/** A render that waits for its turn. */
export const queued: Render = {
  id: '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f',
  kind: 'pdf',
  status: 'queued',
  created_at: '2026-01-01T00:00:00.000Z',
  start_at: null,
  waits_for: 'turn',
  started_at: null,
  ended_at: null,
  expires_at: null,
  priority: 'normal',
  attempts: 0,
  progress: null,
  pages: null,
  type: null,
  bytes: null,
  sha256: null,
  warnings: [],
  timings: null,
  templates: [],
  error: null,
  source: 'html',
  request_id: 'r-1',
};
