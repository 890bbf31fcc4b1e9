import type { StoreEdges } from '../../store/index.ts';
import type { Tracing } from './tracing.ts';

const systems = { SQLite: 'sqlite', Postgres: 'postgresql' } as const;

/** Returns what puts each statement of a store into a span. What the service does by itself, outside of all spans, gets none. */
export function traceStatements(tracing: Tracing): NonNullable<StoreEdges['follow']> {
  return (work, { kind, lane }) => {
    if (!tracing.isInside()) return work();
    return tracing.measure('store', work, {
      kind: 'client',
      facts: { 'db.system.name': systems[kind], 'platen.lane': lane },
    });
  };
}
