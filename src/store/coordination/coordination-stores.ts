import type { Database } from '../database.ts';
import { buildClaimStore, type ClaimStore } from './claim-store.ts';
import { buildRateStore, type RateStore } from './rate-store.ts';

/** What services on one database promise together. */
export interface CoordinationStores {
  claims: ClaimStore;
  rates: RateStore;
}

/** Builds them on an open database. */
export function buildCoordinationStores(database: Database, now: () => Date): CoordinationStores {
  return { claims: buildClaimStore(database, now), rates: buildRateStore(database, now) };
}
