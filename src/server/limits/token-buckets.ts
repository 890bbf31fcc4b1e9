/** How often something may happen: `perSecond` in the long run, `burst` at the same time. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** A rate for each name. */
export interface TokenBuckets {
  /** Takes a token. Gives 0, or the milliseconds until the next token if there is none. */
  take(name: string): number;
  /** Gives a token back that should not have counted. */
  giveBack(name: string): void;
  /** How many tokens are there, and the milliseconds until all are. Takes none. */
  look(name: string): { left: number; fullMs: number };
}

/** Most names that are remembered. A forgotten name starts with a full bucket. */
const nameLimit = 10_000;

/** Makes full buckets. `now` gives milliseconds from any start. */
export function buildTokenBuckets({ perSecond, burst }: Rate, now: () => number): TokenBuckets {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    look(name) {
      const { tokens, at } = buckets.get(name) ?? { tokens: burst, at: now() };
      const left = Math.min(burst, tokens + ((now() - at) / 1000) * perSecond);
      return { left: Math.floor(left), fullMs: Math.ceil(((burst - left) / perSecond) * 1000) };
    },
    take(name) {
      const time = now();
      const bucket = buckets.get(name) ?? { tokens: burst, at: time };
      bucket.tokens = Math.min(burst, bucket.tokens + ((time - bucket.at) / 1000) * perSecond);
      bucket.at = time;
      // Set again, so that the map stays in the order of use and the longest unused name goes first.
      buckets.delete(name);
      buckets.set(name, bucket);
      if (buckets.size > nameLimit) buckets.delete(buckets.keys().next().value as string);
      if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) / perSecond) * 1000);
      bucket.tokens -= 1;
      return 0;
    },
    giveBack(name) {
      const bucket = buckets.get(name);
      if (bucket) bucket.tokens += 1;
    },
  };
}
