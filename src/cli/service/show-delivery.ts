import type { Delivery } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { CommandError } from '../output/command-error.ts';

/** What kept an event from an answer, in words. */
const failureWords: Readonly<Record<NonNullable<Delivery['failure']>, string>> = {
  not_allowed: 'the service may not connect to the URL, or its host does not resolve',
  unreachable: 'nothing took the connection',
  tls_failed: 'no safe connection came about; check the certificate',
  timeout: 'no answer came in time',
  broken_off: 'the connection ended before an answer',
  disabled: 'the webhook is disabled or deleted',
  secret_unreadable: 'the service does not have the key that encrypts the secret of the webhook',
};

/** What came of the last attempt, in a few words. */
export function describeAttempt({ status, failure, ms }: Delivery): string {
  if (status !== null) return `${status} after ${ms} ms`;
  return failure === null ? 'not sent yet' : failureWords[failure];
}

/** Shows an event that has arrived. Throws `not_delivered` for one that has not. */
export async function showDelivery({ output }: Context, delivery: Delivery): Promise<undefined> {
  const { id, state, next_attempt_at: next } = delivery;
  if (state !== 'delivered') {
    throw new CommandError('not_delivered', `the event ${id} did not arrive`, {
      why: `${describeAttempt(delivery)}; ${next === null ? 'it was given up' : `the next attempt is at ${next}`}`,
    });
  }
  if (output.json) await output.jsonDocument({ data: delivery });
  else output.done(`Delivered: the endpoint returned ${describeAttempt(delivery)}`);
}
