/** What all requests of a batch may spend on repeating themselves. */
export interface RetryBudget {
  /** A request is sent for the first time. */
  earn(): void;
  /** Asks for one repetition. */
  spend(): boolean;
}

/** Repetitions that each request brings in: a service that fails gets a tenth more load, not a multiple of it. */
const perRequest = 0.1;

/** A budget that begins with `start` repetitions, so that small batches have some too. */
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
