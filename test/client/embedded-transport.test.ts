import { describe, expect, it } from 'vitest';
import { explainFailure, openEmbeddedTransport } from '../../src/client/embedded-transport.ts';
import type { TransportRequest } from '../../src/client/transport.ts';

describe('a failure of a service in the same process', () => {
  it.each<[unknown, string, string]>([
    [
      Object.assign(new Error('there is no browser'), { code: 'browser_missing' }),
      'browser_missing',
      'there is no browser',
    ],
    [Object.assign(new Error('odd'), { code: 'ENOENT' }), 'internal', 'odd'],
    [new Error('odd'), 'internal', 'odd'],
    ['a text', 'internal', 'a text'],
    [null, 'internal', 'null'],
  ])('has its own code, and is not tried again: %s', (cause, code, message) => {
    expect(explainFailure(cause)).toMatchObject({
      name: 'ServiceError',
      code,
      message,
      cause,
      details: { retryable: false },
    });
  });

  it('is explained, unless the request was stopped', async () => {
    const failure = new Error('odd');
    const transport = openEmbeddedTransport({ send: () => Promise.reject(failure), close: async () => {} });
    const send = (signal: AbortSignal) => transport.send({ signal } as TransportRequest);
    await expect(send(new AbortController().signal)).rejects.toMatchObject({ code: 'internal', cause: failure });
    await expect(send(AbortSignal.abort())).rejects.toBe(failure);
    expect([transport.embedded, transport.proxy, transport.heldMs]).toEqual([true, undefined, undefined]);
  });
});
