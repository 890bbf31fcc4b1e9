/** A row of the claims: an idempotent request, who works on it, and what came of it. Times are milliseconds since 1970. */
export interface ClaimRow {
  scope: string;
  name: string;
  digest: string;
  /** The process that works on it, and until when it does unless it says so again. */
  holder: string;
  held_until: number;
  expires_at: number;
  /** 1 once it has succeeded, else 0. */
  is_done: number;
  /** JSON of the result; null while there is none, and where it is too large to keep. */
  facts: string | null;
  pdf: Uint8Array | null;
}

/** A row of the rates. `full_at` is when the bucket is full again, in microseconds since 1970. */
export interface RateRow {
  name: string;
  full_at: number;
}
