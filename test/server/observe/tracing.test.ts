import { describe, expect, it } from 'vitest';
import { readTraceparent } from '../../../src/server/observe/tracing.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it('names the trace, the span of the caller, and whether it is recorded', () => {
    expect(readTraceparent(`00-${traceId}-${parentId}-01`)).toEqual({ traceId, parentId, isSampled: true });
    expect(readTraceparent(`00-${traceId}-${parentId}-00`)).toEqual({ traceId, parentId, isSampled: false });
    expect(readTraceparent(`cc-${traceId}-${parentId}-03-later`)).toMatchObject({ traceId, isSampled: true });
  });

  it.each([
    undefined,
    '',
    `00-${traceId}-${parentId}`,
    `00-${traceId}-${parentId}-01-more`,
    `ff-${traceId}-${parentId}-01`,
    `00-${'0'.repeat(32)}-${parentId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${parentId}-01`,
  ])('is none: %j', (header) => {
    expect(readTraceparent(header)).toBeUndefined();
  });
});
