import { setMaxListeners } from 'node:events';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream';
import type { EgressPeriod } from './egress-period.ts';
import type { Target } from './target.ts';

/** Lets bytes run both ways between a client and a target. When either side fails or goes, the other is destroyed. */
export function joinStreams(client: Duplex, upstream: Duplex, target: Target, period: EgressPeriod): void {
  // Two pipelines on one stream listen more often than the ten times that count as a leak.
  setMaxListeners(20, client, upstream);
  const settle = (error: unknown) => {
    if (!error) return;
    client.destroy();
    upstream.destroy();
  };
  pipeline(client, period.meter(target), upstream, settle);
  pipeline(upstream, period.meter(target), client, settle);
}
