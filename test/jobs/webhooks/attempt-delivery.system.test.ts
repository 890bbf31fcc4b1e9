import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signEvent } from '../../../src/jobs/webhooks/attempt-delivery.ts';

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
