import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import type { OutsideRequest } from '../../../src/engine/index.ts';
import { attemptDelivery, signEvent } from '../../../src/jobs/webhooks/attempt-delivery.ts';
import { StoreError } from '../../../src/store/index.ts';

const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'];

describe('a signed event', () => {
  it('has the signature of the scheme', () => {
    const time = new Date(1_614_265_330_000);
    expect(signEvent('msg_p5jXN8AQM9LWM0D4loKWxJek', time, '{"test": 2432232314}', secrets.slice(0, 1))).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is taken only by holders of one of its secrets', () => {
    const body = '{"type":"render.done","data":{"title":"ü 漢"}}';
    const headers = signEvent('0199', new Date(), body, secrets);
    for (const secret of secrets) expect(new Verifier(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Verifier('whsec_b3RoZXI=').verify(body, headers)).toThrow();
    expect(() => new Verifier(secrets[0] ?? '').verify(`${body} `, headers)).toThrow();
  });
});

describe('an event whose webhook has a secret that does not open', () => {
  const unopened = new StoreError('io_failed', 'the key is missing');
  const event = {
    ...{ id: '0199', webhook_id: 'w', account: 'a', event: 'render.done', body: '{}', traceparent: null },
    created_at: 0,
  };
  async function attempt(attempts: number, readable: string[]) {
    const errors: unknown[] = [];
    const sent: OutsideRequest[] = [];
    const webhooks = {
      target: async () => ({ address: 'https://a.test/', secrets: readable, unopened }),
      disable: async () => undefined,
    };
    const edges = {
      send: async (request: OutsideRequest) => {
        sent.push(request);
        return { status: 204, headers: {}, ms: 3 };
      },
      ...{ userAgent: 'platen/1', now: () => new Date(0), random: () => 0.5 },
      onError: (error: unknown) => errors.push(error),
    };
    const outcome = await attemptDelivery({ ...event, attempts }, webhooks, edges, new AbortController().signal);
    expect(errors).toEqual([unopened]);
    return { outcome, sent };
  }

  it('is never sent without a signature, and fails after the pauses of any failure', async () => {
    const failure = { status: null, failure: 'secret_unreadable', ms: 0 };
    expect(await attempt(1, [])).toEqual({ outcome: { ...failure, state: 'waiting', pauseMs: 5000 }, sent: [] });
    expect(await attempt(8, [])).toMatchObject({ outcome: { state: 'waiting', pauseMs: 43_200_000 } });
    expect(await attempt(9, [])).toEqual({ outcome: { ...failure, state: 'failed', pauseMs: null }, sent: [] });
  });

  it('is sent with the signature of the other one', async () => {
    const { outcome, sent } = await attempt(1, secrets.slice(0, 1));
    expect(outcome.state).toBe('delivered');
    expect(String(sent[0]?.headers?.['webhook-signature']).split(' ')).toHaveLength(1);
  });
});
