import { randomUUID } from 'node:crypto';

/** The trace that a request belongs to, as its caller names it (W3C Trace Context, section 3.2). */
interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** The caller's span, 16 hexadecimal digits. */
  parentId: string;
  /** Whether the caller records the trace. */
  isSampled: boolean;
}

/** The trace of a `traceparent` header. Undefined without one, and for one that is not valid. */
export function readTraceparent(header: string | string[] | undefined): TraceContext | undefined {
  if (typeof header !== 'string') return undefined;
  // A later version may go on after the flags; ff is none.
  const form = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
  const [, version, traceId, parentId, flags, rest] = form.exec(header.trim()) ?? [];
  if (traceId === undefined || parentId === undefined || (version === '00' && rest !== undefined)) return undefined;
  return { traceId, parentId, isSampled: (Number.parseInt(flags ?? '0', 16) & 1) === 1 };
}

/**
 * The id of a request: the caller's `X-Request-Id` where it is 1 to 128 characters that are safe in a log and a header, else a new UUID.
 */
export function readRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:+/=@-]{1,128}$/.test(header) ? header : randomUUID();
}
