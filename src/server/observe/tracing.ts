import { randomUUID } from 'node:crypto';

/** Attributes of a span, by their OpenTelemetry names if there are any. Never content, a key or an address that a caller chose. */
export type SpanFacts = Record<string, string | number | boolean>;

/** How a span begins. */
export interface SpanStart {
  /** The span above it as a `traceparent` header. Default: the one that runs; without one the span begins a trace. */
  parent?: string | undefined;
  /** Whether it answers the request of another program, or is one. Default "internal". */
  kind?: 'server' | 'client' | 'internal';
  facts?: SpanFacts;
  /** When it began, in milliseconds as of `performance.now`. Default: now. */
  startedAt?: number;
}

/** A span that has begun. */
export interface OpenSpan {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** The span as a `traceparent` header (W3C Trace Context, section 3.2): its receiver continues the trace below the span. */
  traceparent: string;
  /** Runs `work` inside the span. */
  run<T>(work: () => T): T;
  /** Ends the span. `error` marks it as failed. */
  end(facts?: SpanFacts, error?: unknown): void;
}

/** A span that is reported after it has ended. Times are milliseconds as of `performance.now`. */
interface EndedSpan {
  startedAt: number;
  endedAt: number;
  facts?: SpanFacts;
  error?: unknown;
}

/** The spans of a service, which go to a collector. Undefined without a collector. */
export interface Tracing {
  begin(name: string, start?: SpanStart): OpenSpan;
  /** Does work inside a span; a rejection marks it. */
  measure<T>(name: string, work: () => Promise<T>, start?: SpanStart): Promise<T>;
  /** Whether a span runs now. */
  isInside(): boolean;
  /** Returns what adds spans below the one that runs now, whenever it is called. */
  followUp(): (name: string, span: EndedSpan) => void;
  /** Sends what is left, within a bound. Never rejects. */
  close(): Promise<void>;
}

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
  // A later version may have more after the flags; ff is not a version.
  const form = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
  const [, version, traceId, parentId, flags, rest] = form.exec(header.trim()) ?? [];
  if (traceId === undefined || parentId === undefined || (version === '00' && rest !== undefined)) return undefined;
  return { traceId, parentId, isSampled: (Number.parseInt(flags ?? '0', 16) & 1) === 1 };
}

/**
 * The id of a request: the caller's `X-Request-Id` if it is 1 to 128 characters that are safe in a log and a header, else a new UUID.
 */
export function readRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:+/=@-]{1,128}$/.test(header) ? header : randomUUID();
}
