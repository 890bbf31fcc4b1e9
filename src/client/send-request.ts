import { readConnectionError, readTlsRefusal } from './connection-error.ts';
import { readProblem } from './read-problem.ts';
import { ServiceError } from './service-error.ts';
import {
  type AnswerBody,
  firstValue,
  type Transport,
  type TransportAnswer,
  type TransportRequest,
} from './transport.ts';

/** One request, ready to go. */
interface OutgoingRequest extends Omit<TransportRequest, 'signal'> {
  /** Called with the head of each answer, whatever its status. */
  onAnswer?: ((head: AnswerHead) => void) | undefined;
}

/** The head of any answer. */
export interface AnswerHead {
  status: number;
  headers: Record<string, string | string[] | undefined>;
}

/** The head of an answer that is a success, and its body. */
export type Answer = TransportAnswer;

/** What is worth a line of debug output: no body, no key. */
export interface Attempt {
  method: string;
  url: string;
  attempt: number;
  status?: number;
  code?: string;
  ms: number;
}

const redirects = new Set([301, 302, 303, 307, 308]);
const mostRedirects = 3;
/** Bytes of an error answer that are read. */
const longestProblem = 1024 * 1024;

/**
 * Sends one request and gives the answer's head, or throws a ServiceError. Follows a redirect only to the same scheme, host
 * and port, at most three times; the key goes nowhere else.
 */
export async function send(outgoing: OutgoingRequest, transport: Transport, signal: AbortSignal): Promise<Answer> {
  const { onAnswer, ...request } = outgoing;
  let { url, method, body } = request;
  for (let hops = 0; ; hops++) {
    const answer = await transport.send({ ...request, url, method, body, signal }).catch((error: unknown) => {
      throw signal.aborted || error instanceof ServiceError
        ? error
        : readConnectionError(error, { origin: url.origin, receiving: false, proxy: transport.proxy });
    });
    onAnswer?.({ status: answer.status, headers: answer.headers });
    if (redirects.has(answer.status)) {
      await answer.body.dump();
      url = followRedirect(url, answer.headers.location, hops);
      // 303 asks for a GET of the result (RFC 9110, section 15.4.4); the others are repeated as they were, which is safe
      // because the target is the same service.
      if (answer.status === 303) [method, body] = ['GET', undefined];
      continue;
    }
    if (answer.status >= 200 && answer.status < 300) return answer;
    const text = await readText(answer.body, longestProblem, url, signal);
    const { status, headers } = answer;
    const error = readTlsRefusal(url, status, text) ?? readProblem({ status, headers, body: text });
    if (transport.embedded) error.details.embedded = true;
    throw error;
  }
}

function followRedirect(from: URL, location: string | string[] | undefined, hops: number): URL {
  const text = firstValue(location);
  if (text === undefined || !URL.canParse(text, from.href)) {
    throw new ServiceError('unexpected_answer', `${from.origin} redirects without saying where`);
  }
  const to = new URL(text, from);
  if (to.origin !== from.origin) {
    throw new ServiceError('redirected', `${from.origin} redirects to ${to.origin}; the API key is not sent there`);
  }
  if (hops >= mostRedirects)
    throw new ServiceError('redirected', `${from.origin} redirects more than ${mostRedirects} times`);
  return to;
}

/** Reads a body as text, at most `limit` bytes; the rest is dropped. */
export async function readText(body: AnswerBody, limit: number, url: URL, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > limit) break;
    }
  } catch (error) {
    throw signal.aborted
      ? error
      : readConnectionError(error, { origin: url.origin, receiving: true, proxy: undefined });
  }
  return Buffer.concat(chunks).subarray(0, limit).toString('utf8');
}
