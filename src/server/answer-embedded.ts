import { randomUUID } from 'node:crypto';
import { limits, type RenderRequest, routes } from '../contract/index.ts';
import type { RenderResult } from '../engine/index.ts';
import { answerRender } from './answers/answer-render.ts';
import { chooseForm } from './answers/choose-form.ts';
import { problemHeaders, RequestError, toProblem } from './answers/problems.ts';
import { validateBody } from './checks/validation.ts';
import { parseJsonBody } from './requests/json-body.ts';

/** A render as it would travel. */
export interface EmbeddedRequest {
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body: string;
  signal: AbortSignal;
}

/** An answer as it would travel. */
export interface EmbeddedAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Milliseconds until a render should find a place, where the queue is full. */
const waitMs = 1000;

/** Answers a request as the service that listens would, by doing `work`. Rejects only with the signal's reason. */
export async function answerEmbedded(
  { headers, body, signal }: EmbeddedRequest,
  work: (request: RenderRequest) => Promise<RenderResult>,
  onInternalError?: (error: unknown) => void,
): Promise<EmbeddedAnswer> {
  try {
    const form = chooseForm(headers.accept);
    const request = await readBody(Buffer.from(body));
    const answer = answerRender(form, await work(request), request.metadata?.title);
    return describe(routes.renderPdf.success.status, answer.headers, answer.body);
  } catch (error) {
    signal.throwIfAborted();
    const problem = toProblem(error, randomUUID());
    if (problem.code === 'internal') onInternalError?.(error);
    return describe(
      problem.status,
      problemHeaders(problem, error, () => waitMs),
      problem,
    );
  }
}

async function readBody(bytes: Buffer): Promise<RenderRequest> {
  if (bytes.length > limits.body) throw new RequestError('too_large', `the body is larger than ${limits.body} bytes`);
  const request = await parseJsonBody(bytes);
  validateBody(routes.renderPdf.body, request, bytes.length);
  return request as RenderRequest;
}

function describe(
  status: number,
  headers: Readonly<Record<string, string | number>>,
  body: Buffer | object,
): EmbeddedAnswer {
  const isBytes = Buffer.isBuffer(body);
  const type = isBytes ? {} : { 'content-type': 'application/json' };
  const texts = Object.entries({ ...type, ...headers }).map(([name, value]) => [name, String(value)]);
  return { status, headers: Object.fromEntries(texts), body: isBytes ? body : Buffer.from(JSON.stringify(body)) };
}
