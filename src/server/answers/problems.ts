import { errors, isErrorCode, type Problem } from '../../contract/index.ts';

type Code = keyof typeof errors;

/** The codes of Fastify's own errors. */
const frameworkCodes: Record<string, Code> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** What those errors mean, if Fastify's words would say less. */
const frameworkWords: Partial<Record<Code, string>> = {
  too_large: 'the body is larger than 32 MiB, or than 16 KiB where anybody may send one',
  unsupported_media_type: 'send the body as "Content-Type: application/json"',
  invalid_json: 'the body is shorter or longer than its Content-Length',
  not_found: 'the path is not valid',
};

/** Members of an error that may travel; everything else of it stays inside. */
const members = ['errors', 'part', 'stage', 'line', 'column', 'retryable'] as const;

/**
 * The problem of an error (RFC 9457): the only place where codes become statuses. An error without a code of the
 * contract becomes `internal`, which says nothing but its request id; nor do
 * `storage_full` and others of `operatorCodes`, whose messages name a file or a machine of the operator's.
 */
export function toProblem(error: unknown, requestId: string): Problem {
  const thrown = (error ?? {}) as { code?: unknown; message?: string; detail?: string } & Record<string, unknown>;
  const framework = frameworkCodes[String(thrown.code)];
  const thrownCode = framework ?? thrown.code;
  const code = isErrorCode(thrownCode) && errors[thrownCode].status !== null ? thrownCode : 'internal';
  const { status, title, retryable } = errors[code];
  const problem: Problem = {
    type: `urn:platen:error:${code}`,
    title,
    status: error instanceof RequestError && error.status ? error.status : (status as number),
    code,
    request_id: requestId,
    retryable,
  };
  if (isForOperator(code)) return problem;
  const detail = framework ? frameworkWords[framework] : (thrown.detail ?? thrown.message);
  if (detail) problem.detail = detail;
  for (const name of members) if (thrown[name] !== undefined) Object.assign(problem, { [name]: thrown[name] });
  return problem;
}

const operatorCodes = new Set(['internal', 'storage_full', 'store_unavailable', 'results_unavailable', 'result_gone']);

/** Whether a failure is of the service itself: its operator must see the cause, and callers must not. */
export function isForOperator(code: string): boolean {
  return operatorCodes.has(code);
}

/** Milliseconds after which a database that did not answer is asked again. */
const storeWaitMs = 2_000;

/** The headers that go with a problem. `waitMs` is the time until a render should find a place. */
export function problemHeaders(
  { status, code, retryable }: Problem,
  error: unknown,
  waitMs: () => number,
): Record<string, string> {
  const { retryAfterMs } = (error ?? {}) as { retryAfterMs?: number };
  const expectedMs = code === 'store_unavailable' || code === 'results_unavailable' ? () => storeWaitMs : waitMs;
  const waits = status === 503 || status === 429 || (status === 409 && retryable);
  return {
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(waits && { 'retry-after': String(Math.max(1, Math.ceil((retryAfterMs ?? expectedMs()) / 1000))) }),
  };
}

/** A field that is wrong, as it travels in a problem. */
export interface FieldError {
  pointer: string;
  detail: string;
}

/** Details of a `RequestError`. */
interface RequestErrorDetails {
  /** Milliseconds after which to try again. */
  retryAfterMs?: number;
  /** The fields that are wrong. */
  errors?: readonly FieldError[];
  /** The HTTP status, if it is not that of the code. */
  status?: number;
}

/** An error with a code of the contract, found by the server itself. */
export class RequestError extends Error {
  readonly code: Code;
  readonly retryAfterMs: number | undefined;
  readonly errors: readonly FieldError[] | undefined;
  readonly status: number | undefined;

  constructor(code: Code, message: string = errors[code].title, details: RequestErrorDetails = {}) {
    super(message);
    this.code = code;
    this.retryAfterMs = details.retryAfterMs;
    this.errors = details.errors;
    this.status = details.status;
  }
}
