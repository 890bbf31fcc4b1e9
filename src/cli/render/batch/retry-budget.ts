/** The retries that all requests of a batch share. */
export interface RetryBudget {
  /** Call when a request is sent for the first time. */
  earn(): void;
  /** Takes a retry; false if none is left. */
  spend(): boolean;
}

/** Retries that each request adds: a failing service gets a tenth more load, not a multiple. */
const perRequest = 0.1;

/** A budget that starts with `start` retries, so that small batches have some. */
export function createRetryBudget(start: number): RetryBudget {
  let left = start;
  return {
    earn() {
      left += perRequest;
    },
    spend() {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
