import { setMaxListeners } from 'node:events';
import { type Duplex, pipeline } from 'node:stream';
import type { EgressPeriod } from './egress-period.ts';
import type { Target } from './target.ts';

/** Passes bytes both ways between a client and a target. When one side fails or closes, the other is destroyed. */
export function joinStreams(client: Duplex, upstream: Duplex, target: Target, period: EgressPeriod): void {
  // Two pipelines on a stream add more than ten listeners, and Node would warn of a leak.
  setMaxListeners(20, client, upstream);
  const settle = (error: unknown) => {
    if (!error) return;
    client.destroy();
    upstream.destroy();
  };
  pipeline(client, period.meter(target), upstream, settle);
  pipeline(upstream, period.meter(target), client, settle);
}
