/** What is told of a span, by the names of OpenTelemetry where it has one. Never content, a key or an address that a caller chose. */
export type SpanFacts = Record<string, string | number | boolean>;

/** How a span begins. */
export interface SpanStart {
  /** The span above it as a `traceparent` header. Default: the one that runs; without one the span begins a trace. */
  parent?: string | undefined;
  /** Whether it answers somebody else's request, or is one. Default "internal". */
  kind?: 'server' | 'client' | 'internal';
  facts?: SpanFacts;
  /** When it began, in milliseconds as of `performance.now`. Default: now. */
  startedAt?: number;
}

/** A span that has begun. */
export interface OpenSpan {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** The span as a `traceparent` header (W3C Trace Context, section 3.2): whoever gets it goes on below the span. */
  traceparent: string;
  /** Runs `work` inside the span. */
  run<T>(work: () => T): T;
  /** Ends the span. `error` marks it as failed. */
  end(facts?: SpanFacts, error?: unknown): void;
}

/** A span that is told once it has ended. Times are milliseconds as of `performance.now`. */
interface EndedSpan {
  startedAt: number;
  endedAt: number;
  facts?: SpanFacts;
  error?: unknown;
}

/** The spans of a service, which go to a collector. There is none where no collector is named. */
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
