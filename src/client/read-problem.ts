import { type ErrorCode, errors, isErrorCode } from '../contract/index.ts';
import { parseRetryAfter } from './retry.ts';
import { ServiceError, type ServiceErrorDetails } from './service-error.ts';
import { firstValue } from './transport.ts';

/** An answer that is not a success, read to its end. */
interface FailedAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/**
 * The error of an answer. Reads problem+json (RFC 9457) and what other services send: `{"errors": …}`, `{"error":
 * …}`, `{"message": …}` and plain text.
 */
export function readProblem(answer: FailedAnswer, now: number = Date.now()): ServiceError {
  const body = parseJson(answer.body);
  const code = isErrorCode(body?.code) && errors[body.code].status !== null ? body.code : codeOfStatus(answer.status);
  const details: ServiceErrorDetails = { status: answer.status };
  const requestId = text(body?.request_id) ?? text(firstValue(answer.headers['x-request-id']));
  if (requestId) details.requestId = requestId;
  const fields = readFields(body?.errors);
  if (fields.length > 0) details.errors = fields;
  const wait = parseRetryAfter(firstValue(answer.headers['retry-after']), now);
  if (wait !== undefined) details.retryAfterMs = wait;
  if (typeof body?.retryable === 'boolean') details.retryable = body.retryable;
  for (const name of ['part', 'line', 'column'] as const) {
    if (typeof body?.[name] === 'number') details[name] = body[name];
  }
  if (typeof body?.stage === 'string') details.stage = body.stage;
  const message = messageOf(body) ?? plainText(answer) ?? errors[code].title;
  return new ServiceError(code, message, details);
}

/** The code for a status that came without one. */
function codeOfStatus(status: number): ErrorCode {
  switch (status) {
    case 401:
      return 'unauthorized';
    case 402:
      return 'payment_required';
    case 403:
      return 'forbidden';
    case 404:
    case 410:
      return 'not_found';
    case 407:
      return 'proxy_failed';
    case 408:
      return 'timeout';
    case 409:
      return 'conflict';
    case 412:
      return 'template_changed';
    case 429:
      return 'rate_limited';
  }
  if (status >= 500) return 'server_failed';
  return status >= 400 ? 'rejected' : 'unexpected_answer';
}

type Json = Record<string, unknown>;

function parseJson(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

function messageOf(body: Json | undefined): string | undefined {
  if (!body) return undefined;
  const nested = body.error;
  const inner = typeof nested === 'object' && nested !== null ? (nested as Json) : undefined;
  return (
    text(body.detail) ??
    text(nested) ??
    text(inner?.message) ??
    text(inner?.detail) ??
    text(body.message) ??
    text(body.errors) ??
    text((body.errors as Json | undefined)?.detail) ??
    text(body.title)
  );
}

/** Field errors as `[{pointer, detail}]`, `{"field": ["message"]}` or `["message"]`. */
function readFields(value: unknown): { pointer: string; detail: string }[] {
  if (Array.isArray(value)) {
    return value.slice(0, 100).flatMap((item) => {
      if (typeof item === 'string') return [{ pointer: '', detail: item }];
      const detail = text(item?.detail) ?? text(item?.message) ?? text(item?.title);
      if (!detail) return [];
      return [{ pointer: text(item?.pointer) ?? text(item?.source?.pointer) ?? text(item?.field) ?? '', detail }];
    });
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, messages]) =>
    field === 'detail'
      ? []
      : [messages]
          .flat()
          .flatMap((message) => (text(message) ? [{ pointer: `/${field}`, detail: String(message) }] : [])),
  );
}

function plainText({ headers, body }: FailedAnswer): string | undefined {
  const type = firstValue(headers['content-type']) ?? '';
  if (!type.startsWith('text/plain')) return undefined;
  return text(body.trim().slice(0, 500));
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
