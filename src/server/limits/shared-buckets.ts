import type { RateStore } from '../../store/index.ts';
import type { Rate, TokenBuckets } from './token-buckets.ts';

/** What shared buckets are made with. */
interface SharedBucketEdges {
  /** The buckets of this service, which are asked first. */
  local: TokenBuckets;
  openRates: () => Promise<RateStore>;
  rate: Rate;
  /** Milliseconds from any start. */
  clock: () => number;
}

/** Tokens that are taken for this service alone. */
interface Lease {
  left: number;
  until: number;
}

/** Milliseconds for which they hold. */
const leaseMs = 1_000;
/** The part of a burst that is taken from the database in one go, so that few requests wait for it. */
const leaseShare = 1 / 50;

/** Batches after which full buckets are removed from the database. */
const fillsPerSweep = 1_000;

/** Rates over all services on one database. `take` gives 0, or the milliseconds until there is a token. */
export interface SharedBuckets {
  take(name: string): Promise<number>;
}

/**
 * Makes buckets that services share. A service takes tokens in small batches; what it does not use within a second is lost, so
 * together they never allow more than the rate. While the database cannot be asked, each service holds to the rate by itself.
 */
export function buildSharedBuckets({ local, openRates, rate, clock }: SharedBucketEdges): SharedBuckets {
  const batch = Math.max(1, Math.floor(rate.burst * leaseShare));
  const leases = new Map<string, Lease>();
  const fillings = new Map<string, Promise<number>>();
  let fills = 0;

  /** Takes a batch, or a single token if that is all there is. */
  async function fill(name: string): Promise<number> {
    try {
      const rates = await openRates();
      fills += 1;
      if (fills % fillsPerSweep === 0) void rates.sweep().catch(() => undefined);
      const wait = await rates.take(name, batch, rate);
      const alone = wait > 0 && batch > 1 ? await rates.take(name, 1, rate) : wait;
      if (alone === 0) leases.set(name, { left: wait === 0 ? batch : 1, until: clock() + leaseMs });
      return alone;
    } catch {
      leases.set(name, { left: batch, until: clock() + leaseMs });
      return 0;
    }
  }

  function fillOnce(name: string): Promise<number> {
    const filling = fillings.get(name) ?? fill(name).finally(() => fillings.delete(name));
    fillings.set(name, filling);
    return filling;
  }

  return {
    async take(name) {
      const wait = local.take(name);
      if (wait > 0) return wait;
      for (;;) {
        const lease = leases.get(name);
        if (lease && lease.left > 0 && clock() < lease.until) {
          lease.left -= 1;
          if (lease.left === 0) leases.delete(name);
          return 0;
        }
        leases.delete(name);
        const missing = await fillOnce(name);
        if (missing > 0) return missing;
      }
    },
  };
}
