import { describe, expect, it } from 'vitest';
import { CommandError } from '../../../src/cli/output/command-error.ts';
import { callForWebhook, isUnknownRoute } from '../../../src/cli/service/explain-missing.ts';
import { ServiceError } from '../../../src/client/index.ts';

describe('a call about a webhook', () => {
  it('gives what it is answered', async () => {
    expect(await callForWebhook('w1', async () => 7)).toBe(7);
  });

  it.each(['there is no webhook w1', 'there is no delivery w1'])('says where the ids are: %s', async (message) => {
    const cause = new ServiceError('not_found', message);
    await expect(callForWebhook('w1', () => Promise.reject(cause))).rejects.toMatchObject({
      ...{ code: 'not_found', message: 'there is no webhook or delivery with this id: w1', cause },
      fix: 'see the ids: platen webhooks list, platen webhooks deliveries <id>',
    });
  });

  it.each([
    new ServiceError('not_found', 'There is nothing at this path'),
    new ServiceError('forbidden', 'there is no webhook w1'),
    new Error('there is no webhook w1'),
    { code: 'not_found' },
  ])('fails as the service says otherwise: %s', async (cause) => {
    await expect(callForWebhook('w1', () => Promise.reject(cause))).rejects.toMatchObject({
      ...{ message: 'the request failed', cause, words: { parts: [], flags: true } },
    });
  });
});

it.each([
  [new ServiceError('not_found', 'x'), true],
  [new ServiceError('method_not_allowed', 'x'), true],
  [new ServiceError('rejected', 'x'), true],
  [new CommandError('unexpected_answer', 'x'), true],
  [new ServiceError('template_not_found', 'x'), false],
  [new Error('x'), false],
  [undefined, false],
])('%s may mean an unknown operation: %s', (error, isUnknown) => {
  expect(isUnknownRoute(error)).toBe(isUnknown);
});
