import type { ErrorCode, Problem, Stage } from '../contract/index.ts';

/** Where in a request something failed. */
interface ErrorPlace {
  /** Index of the part, from 0. */
  part?: number | undefined;
  stage?: Stage | undefined;
  /** Line of the template, from 1. */
  line?: number | undefined;
  /** Column of the template, from 1. */
  column?: number | undefined;
}

/** A failure with a stable code. `detail` is written for the caller: no host path, no fetched content, no stack. */
export class EngineError extends Error {
  override name = 'EngineError';
  code: ErrorCode;
  detail: string;
  part?: number;
  stage?: Stage;
  line?: number;
  column?: number;
  /** What to do, if the code alone does not say it. */
  fix?: string;
  /** The fields of the request that are wrong, each with what is. */
  errors?: Problem['errors'];

  constructor(code: ErrorCode, detail: string, place: ErrorPlace = {}, options?: ErrorOptions) {
    super(detail, options);
    this.code = code;
    this.detail = detail;
    placeError(this, place);
  }
}

/** A request whose field contradicts the rest of it; `detail` follows the pointer in a sentence. */
export function refuseField(pointer: string, detail: string): EngineError {
  const error = new EngineError('invalid_request', `${pointer} ${detail}`);
  error.errors = [{ pointer, detail }];
  return error;
}

/** Adds to an error of the engine where it happened; what it already says stays. */
export function placeError(error: unknown, place: ErrorPlace): unknown {
  if (!(error instanceof EngineError)) return error;
  if (place.part !== undefined) error.part ??= place.part;
  if (place.stage !== undefined) error.stage ??= place.stage;
  if (place.line !== undefined) error.line ??= place.line;
  if (place.column !== undefined) error.column ??= place.column;
  return error;
}
