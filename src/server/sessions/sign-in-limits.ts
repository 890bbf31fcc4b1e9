import { RequestError } from '../answers/problems.ts';
import { buildTokenBuckets, type Rate } from '../limits/token-buckets.ts';

/** Slows down who guesses passwords. */
export interface SignInLimits {
  /**
   * Counts a try before its password is looked at. `isKnown` says whether the person has signed in from this network before: such
   * a person is not held up by others who guess. Throws `rate_limited`. Call what it returns once the password was right.
   */
  begin(network: string, email: string, isKnown: () => Promise<boolean>): Promise<() => void>;
}

/** Wrong passwords: ten at once, then one in ten seconds, for a network and for a person. No person is ever locked out. */
const failures: Rate = { perSecond: 0.1, burst: 10 };

/** Opens the limits. `now` gives milliseconds from any start. */
export function openSignInLimits(now: () => number): SignInLimits {
  const networks = buildTokenBuckets(failures, now);
  const people = buildTokenBuckets(failures, now);
  return {
    async begin(network, email, isKnown) {
      refuse(networks.take(network));
      const waitMs = people.take(email);
      if (waitMs > 0 && !(await isKnown())) refuse(waitMs);
      return () => {
        networks.giveBack(network);
        if (waitMs === 0) people.giveBack(email);
      };
    },
  };
}

function refuse(waitMs: number): void {
  if (waitMs === 0) return;
  throw new RequestError('rate_limited', 'too many wrong passwords; wait a moment', { retryAfterMs: waitMs });
}
