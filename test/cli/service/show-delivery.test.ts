import { describe, expect, it } from 'vitest';
import type { Context } from '../../../src/cli/command/context.ts';
import { callForWebhook, isUnknownRoute } from '../../../src/cli/service/explain-missing.ts';
import { describeAttempt, showDelivery } from '../../../src/cli/service/show-delivery.ts';
import type { Delivery } from '../../../src/contract/index.ts';

const delivery = (more: Partial<Delivery> = {}) =>
  ({ id: 'd1', state: 'delivered', status: 200, failure: null, ms: 5, next_attempt_at: null, ...more }) as Delivery;

describe('an event for a webhook', () => {
  it.each<[Partial<Delivery>, string]>([
    [{}, '200 after 5 ms'],
    [{ status: 0 as never }, '0 after 5 ms'],
    [{ status: null }, 'not sent yet'],
    [{ status: null, failure: 'not_allowed' }, 'the service may not connect to the URL, or its host does not resolve'],
    [{ status: null, failure: 'unreachable' }, 'nothing took the connection'],
    [{ status: null, failure: 'tls_failed' }, 'no safe connection came about; check the certificate'],
    [{ status: null, failure: 'timeout' }, 'no answer came in time'],
    [{ status: null, failure: 'broken_off' }, 'the connection ended before an answer'],
    [{ status: null, failure: 'disabled' }, 'the webhook is disabled or deleted'],
    [
      { status: null, failure: 'secret_unreadable' },
      'the service does not have the key that encrypts the secret of the webhook',
    ],
  ])('was sent with %j: %s', (more, words) => {
    expect(describeAttempt(delivery(more))).toBe(words);
  });

  async function show(more: Partial<Delivery>, json = false) {
    const printed: unknown[] = [];
    const output = {
      json,
      jsonDocument: async (value: unknown) => void printed.push(value),
      done: (text: string) => void printed.push(text),
    };
    const error = await showDelivery({ output } as unknown as Context, delivery(more)).catch((thrown) => thrown);
    return { printed, error };
  }

  it('is shown if it has arrived', async () => {
    expect((await show({})).printed).toEqual(['Delivered: the endpoint returned 200 after 5 ms']);
    expect((await show({}, true)).printed).toEqual([{ data: delivery() }]);
  });

  it.each([
    [null, '500 after 5 ms; it was given up'],
    ['2026-01-01', '500 after 5 ms; the next attempt is at 2026-01-01'],
  ])('that has not arrived is an error: the next attempt %s', async (next_attempt_at, why) => {
    const { error, printed } = await show({ state: 'failed', status: 500, next_attempt_at } as Partial<Delivery>);
    expect([error, printed]).toEqual([
      expect.objectContaining({ code: 'not_delivered', message: 'the event d1 did not arrive', why }),
      [],
    ]);
  });
});

describe('a call about a webhook', () => {
  const fail = (code: string, message?: string) => {
    const cause = Object.assign(new Error(message), { code });
    return callForWebhook('w1', () => Promise.reject(cause)).catch((error: unknown) => error);
  };

  it('gives its answer', async () => {
    expect(await callForWebhook('w1', async () => 7)).toBe(7);
  });

  it.each(['there is no webhook x', 'there is no delivery x'])('says where the ids are: %s', async (message) => {
    expect(await fail('not_found', message)).toMatchObject({
      ...{ code: 'not_found', message: 'there is no webhook or delivery with this id: w1' },
      fix: 'see the ids: platen webhooks list, platen webhooks deliveries <id>',
    });
  });

  it.each([
    ['not_found', 'there is no such page'],
    ['forbidden', 'there is no webhook x'],
    ['not_found', undefined],
  ])('fails as a request otherwise: %s %s', async (code, message) => {
    expect(await fail(code, message)).toMatchObject({ words: { parts: [], flags: true }, cause: { code } });
  });
});

it.each([
  [{ code: 'not_found' }, true],
  [{ code: 'method_not_allowed' }, true],
  [{ code: 'rejected' }, true],
  [{ code: 'unexpected_answer' }, true],
  [{ code: 'forbidden' }, false],
  [undefined, false],
])('%j means that the service may not know the operation: %s', (error, unknown) => {
  expect(isUnknownRoute(error)).toBe(unknown);
});
