import { Webhook as Signer } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from '../../../src/client/webhooks/verify-webhook.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const now = new Date('2026-05-04T10:00:00Z');
const body = '{"type":"webhook.test","timestamp":"2026-05-04T10:00:00.000Z","data":{"webhook":"ü 漢"}}';

/** The headers of an event that these secrets have signed. */
function sign(secrets: readonly string[], { at = now, id = 'msg_1', payload = body } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((one) => new Signer(one).sign(id, at, payload)).join(' '),
  };
}

describe('an event of a webhook', () => {
  it('is returned where who sent it has the secret, whatever form body and headers have', () => {
    const headers = sign([secret]);
    const event = JSON.parse(body);
    expect(verifyWebhook(body, headers, secret, now)).toEqual(event);
    expect(verifyWebhook(Buffer.from(body), new Headers(headers), secret, now)).toEqual(event);
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    expect(verifyWebhook(new TextEncoder().encode(body), upper, secret.slice('whsec_'.length), now)).toEqual(event);
  });

  it('is taken with the old secret and with the new one while both sign', () => {
    const headers = sign([secret, other]);
    for (const one of [secret, other]) expect(verifyWebhook(body, headers, one, now)).toBeTruthy();
  });

  it.each([
    ['another secret', body, sign([other])],
    ['another body', body.replace('test', 'tost'), sign([secret])],
    ['a body that was written again', JSON.stringify(JSON.parse(body), null, 1), sign([secret])],
    ['another id', body, { ...sign([secret]), 'webhook-id': 'msg_2' }],
    ['another time', body, { ...sign([secret]), 'webhook-timestamp': '1777888801' }],
    ['a time in other words', body, { ...sign([secret]), 'webhook-timestamp': 'now' }],
    ['another version of the signature', body, changeSignature((text) => text.replace('v1,', 'v2,'))],
    ['a cut signature', body, changeSignature((text) => text.slice(0, -8))],
    ['an empty signature', body, changeSignature(() => 'v1,')],
    ['no signature', body, { ...sign([secret]), 'webhook-signature': undefined }],
    ['no id', body, { ...sign([secret]), 'webhook-id': '' }],
    ['an age of six minutes', body, sign([secret], { at: new Date(now.getTime() - 360_000) })],
    ['a time six minutes ahead', body, sign([secret], { at: new Date(now.getTime() + 360_000) })],
  ])('is refused with %s', (_, payload, headers) => {
    expect(() => verifyWebhook(payload, headers, secret, now)).toThrow(WebhookVerificationError);
  });

  it.each([
    [300, true],
    [-300, true],
    [301, false],
    [-301, false],
  ])('may be five minutes old or early: %i seconds', (seconds, isTaken) => {
    const headers = sign([secret], { at: new Date(now.getTime() - seconds * 1000) });
    const verify = () => verifyWebhook(body, headers, secret, now);
    if (isTaken) expect(verify()).toEqual(JSON.parse(body));
    else expect(verify).toThrow('the time of the event is too far from now');
  });

  it.each([
    [15, false],
    [16, true],
  ])('is checked with a secret of at least 16 bytes: %i', (length, isTaken) => {
    const short = `whsec_${Buffer.alloc(length, 7).toString('base64')}`;
    const verify = () => verifyWebhook(body, sign([short]), short, now);
    if (isTaken) expect(verify()).toEqual(JSON.parse(body));
    else expect(verify).toThrow('the secret is not that of a webhook');
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('has the header %s', (name) => {
    const headers = { ...sign([secret]), [name]: [] as string[] };
    expect(() => verifyWebhook(body, headers, secret, now)).toThrow(`the header ${name} is missing`);
  });

  it.each(['v2', 'v1a', ''])('is not signed with the version %j', (version) => {
    const headers = sign([secret]);
    const signature = headers['webhook-signature'].replace('v1', version);
    const check = () => verifyWebhook(body, { ...headers, 'webhook-signature': signature }, secret, now);
    expect(check).toThrow('no signature of the event fits');
    const either = { ...headers, 'webhook-signature': `${signature} v1 ${headers['webhook-signature']}` };
    expect(verifyWebhook(body, either, secret, now)).toEqual(JSON.parse(body));
  });

  it('is refused with an empty secret, which anybody has', () => {
    expect(() => verifyWebhook(body, sign([secret]), '', now)).toThrow(TypeError);
    expect(() => verifyWebhook(body, sign([secret]), 'whsec_', now)).toThrow(TypeError);
  });
});

function changeSignature(change: (text: string) => string) {
  const headers = sign([secret]);
  return { ...headers, 'webhook-signature': change(headers['webhook-signature']) };
}
