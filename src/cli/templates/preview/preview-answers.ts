import type { ServerResponse } from 'node:http';
import { webPolicy } from '../../../web/index.ts';
import type { Preview } from './open-preview.ts';

/** Headers of every answer. */
export const safeHeaders = {
  'content-security-policy': webPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Answers with the PDF that the query names, else the last one. */
export function sendPdf(response: ServerResponse, preview: Preview, query: URLSearchParams): void {
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

/** Answers with a sentence. */
export function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...safeHeaders, 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { ...safeHeaders, 'content-type': 'application/json' }).end(JSON.stringify(value));
}
