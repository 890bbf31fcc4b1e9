import type { Caller } from '../checks/caller.ts';

/** A request for an operation on templates: body, query and path follow the schemas of its route. */
export interface TemplateRequest {
  caller: Caller;
  /** From the path; empty if the path has none. */
  id: string;
  /** What else the path holds, by name. */
  params: Readonly<Record<string, string>>;
  query: object;
  body: unknown;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  /** The header `messageHeader`. */
  message: string | undefined;
  /** Aborts when the client is gone. */
  signal: AbortSignal;
}

/** The answer of an operation on templates. */
export interface TemplateReply {
  /** Default: the status that its route names. */
  status?: number;
  headers: Record<string, string>;
  /** Undefined for an empty body. */
  body?: object;
}

/** Items on a page of a list if the request names no number. */
export const defaultPage = 50;
