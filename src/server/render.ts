import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RenderRequest, routes, type Warning } from '../contract/index.ts';
import type { Engine, RenderResult } from '../engine/index.ts';
import type { Store } from '../store/index.ts';
import { formatDisposition } from './disposition.ts';
import { RequestError } from './problems.ts';
import { addRoute } from './route.ts';

/** Bytes of the header that lists warnings; a list longer than that is cut to whole warnings. */
const longestWarningList = 4096;

/** Registers the render operation. */
export function addRender(app: FastifyInstance, engine: Engine, store: Store): void {
  addRoute(app, routes.renderPdf, async (request, reply) => {
    const form = chooseForm(request.headers.accept);
    const { account } = request.caller;
    const result = await engine.render(request.body as RenderRequest, {
      account,
      signal: goneSignal(request, reply),
      loadTemplate: (id) => store.templates.get(account, id),
    });
    const title = (request.body as RenderRequest).metadata?.title;
    return form === 'pdf' ? sendPdf(reply, result, title) : toReport(result);
  });
}

/** The form of the answer by the Accept header (RFC 9110, section 12.5.1): a PDF unless only JSON is wanted. */
function chooseForm(accept: string | undefined): 'pdf' | 'json' {
  if (accept === undefined) return 'pdf';
  let best: { form: 'pdf' | 'json'; quality: number } | undefined;
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((piece) => piece.trim().toLowerCase());
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    const form = formOf(type);
    if (form && quality > 0 && (!best || quality > best.quality)) best = { form, quality };
  }
  if (!best) throw new RequestError('not_acceptable', 'a render answers application/pdf or application/json');
  return best.form;
}

function formOf(type: string): 'pdf' | 'json' | undefined {
  if (type === '*/*' || type === 'application/*' || type === 'application/pdf') return 'pdf';
  return type === 'application/json' ? 'json' : undefined;
}

/** Aborted when the client goes away before the answer is out. */
function goneSignal(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  request.raw.socket.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

function sendPdf(
  reply: FastifyReply,
  { pdf, pages, warnings, timings }: RenderResult,
  title: string | undefined,
): Buffer {
  const digest = createHash('sha256').update(pdf).digest('base64');
  const timing = (name: string, ms: number) => `${name};dur=${Math.round(ms * 10) / 10}`;
  reply.headers({
    'content-type': 'application/pdf',
    'content-disposition': formatDisposition(title),
    'repr-digest': `sha-256=:${digest}:`,
    'platen-pages': pages,
    'platen-warnings': warnings.length,
    'server-timing': [
      timing('queue', timings.queue_ms),
      timing('load', timings.load_ms),
      timing('print', timings.print_ms),
      timing('bind', timings.bind_ms),
    ].join(', '),
  });
  if (warnings.length > 0) reply.header('platen-warning-list', listWarnings(warnings));
  return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
}

/** Warnings as JSON in ASCII, fit for a header. */
function listWarnings(warnings: readonly Warning[]): string {
  const pieces: string[] = [];
  let length = 2;
  for (const { part, code, detail } of warnings) {
    const piece = JSON.stringify({ part, code, detail: detail.slice(0, 300) }).replace(
      /[\u007f-\uffff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    length += piece.length + 1;
    if (length > longestWarningList) break;
    pieces.push(piece);
  }
  return `[${pieces.join(',')}]`;
}

function toReport({ pdf, pages, warnings, timings }: RenderResult): object {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { data: { pages, bytes: bytes.length, sha256, warnings, timings, pdf: bytes.toString('base64') } };
}
