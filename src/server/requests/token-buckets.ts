/** How often something may happen: `perSecond` in the long run, `burst` at once. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** A rate for each of many names. */
export interface TokenBuckets {
  /** Takes one token: 0 where there was one, else the milliseconds until there is. */
  take(name: string): number;
}

/** Names remembered at most. Whoever is forgotten starts with a full bucket. */
const mostNames = 10_000;

/** Makes full buckets. `now` counts milliseconds. */
export function buildTokenBuckets({ perSecond, burst }: Rate, now: () => number): TokenBuckets {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take(name) {
      const time = now();
      const bucket = buckets.get(name) ?? { tokens: burst, at: time };
      bucket.tokens = Math.min(burst, bucket.tokens + ((time - bucket.at) / 1000) * perSecond);
      bucket.at = time;
      // Set anew, so that the map stays in the order of use and the longest unused goes first.
      buckets.delete(name);
      buckets.set(name, bucket);
      if (buckets.size > mostNames) buckets.delete(buckets.keys().next().value as string);
      if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) / perSecond) * 1000);
      bucket.tokens -= 1;
      return 0;
    },
  };
}
