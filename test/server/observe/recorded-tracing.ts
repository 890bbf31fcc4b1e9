import type { SpanFacts, Tracing } from '../../../src/server/observe/tracing.ts';

/** A span as it was begun, and each of its ends: there must be one. */
export interface RecordedSpan {
  name: string;
  /** The span above: a `traceparent`, the number of the span that ran, or undefined. */
  below: string | number | undefined;
  kind: string;
  facts: SpanFacts;
  ends: { facts?: SpanFacts | undefined; error?: unknown }[];
}

/** Tracing that keeps its spans. The `traceparent` of span 3 is "trace 3". */
export function recordTracing(): Tracing & { spans: RecordedSpan[] } {
  const spans: RecordedSpan[] = [];
  let running: number | undefined;
  const tracing: Tracing & { spans: RecordedSpan[] } = {
    spans,
    begin(name, { parent, kind = 'internal', facts = {} } = {}) {
      const number = spans.length;
      const span: RecordedSpan = { name, below: parent ?? running, kind, facts, ends: [] };
      spans.push(span);
      return {
        traceId: 'trace',
        traceparent: `trace ${number}`,
        run(work) {
          const before = running;
          running = number;
          try {
            return work();
          } finally {
            running = before;
          }
        },
        end: (more, error) =>
          void span.ends.push({ ...(more && { facts: more }), ...(error !== undefined && { error }) }),
      };
    },
    async measure(name, work, start) {
      const span = tracing.begin(name, start);
      return span.run(work).finally(() => span.end());
    },
    isInside: () => running !== undefined,
    followUp() {
      const below = running;
      return (name, { facts = {}, error }) => {
        const ends = [error === undefined ? {} : { error }];
        spans.push({ name, below, kind: 'internal', facts, ends });
      };
    },
    close: async () => undefined,
  };
  return tracing;
}
