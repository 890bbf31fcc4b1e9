import { Webhook as Signer } from 'standardwebhooks';

/**
 * The headers of an event by the Standard Webhooks scheme (standardwebhooks.com, version 1.0): the id is the same in each attempt,
 * the time is that of this one, and each secret gives a signature of both and the body.
 */
export function signEvent(id: string, time: Date, body: string, secrets: readonly string[]): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, time, body)).join(' '),
  };
}
