import { errors, isErrorCode, type Problem } from '../contract/index.ts';

/** Fastify's own errors, by their code. */
const frameworkCodes: Record<string, keyof typeof errors> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_BAD_URL: 'not_found',
};

/** Members that an error may bring along; the rest of it stays inside. */
const members = ['errors', 'part', 'stage', 'line', 'column', 'retryable'] as const;

/**
 * The problem an error stands for: the one place where codes become statuses. An error without a code of the contract
 * becomes `internal`, which says nothing but its request id.
 */
export function toProblem(error: unknown, requestId: string): Problem {
  const thrown = error as { code?: unknown; message?: string; detail?: string } & Record<string, unknown>;
  const given = frameworkCodes[String(thrown?.code)] ?? thrown?.code;
  const code = isErrorCode(given) && errors[given].status !== null ? given : 'internal';
  const { status, title, retryable } = errors[code];
  const problem: Problem = {
    type: `urn:platen:error:${code}`,
    title,
    status: status as number,
    code,
    request_id: requestId,
    retryable,
  };
  if (code === 'internal') return problem;
  const detail = thrown.detail ?? thrown.message;
  if (detail) problem.detail = detail;
  for (const name of members) if (thrown[name] !== undefined) Object.assign(problem, { [name]: thrown[name] });
  return problem;
}

/** An error with a code of the contract, made by the server itself. */
export class RequestError extends Error {
  readonly code: keyof typeof errors;

  constructor(code: keyof typeof errors, message: string = errors[code].title) {
    super(message);
    this.code = code;
  }
}
