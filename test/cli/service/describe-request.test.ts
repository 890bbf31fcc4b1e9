import { describe, expect, it } from 'vitest';
import type { Context } from '../../../src/cli/command/context.ts';
import { describeRequest } from '../../../src/cli/service/describe-request.ts';

/** A context with the settings of a service. */
function contextOf(given: Record<string, unknown> = {}): Context {
  const values: Record<string, unknown> = { base_url: null, api_key: null, ...given };
  const get = (name: string) => values[name] ?? null;
  const entries = new Proxy({}, { get: () => ({ value: null, origin: { source: 'env', name: 'X' } }) });
  return { settings: async () => ({ get, entries }) } as unknown as Context;
}

const bodyOf = async (body: unknown) =>
  ((await describeRequest(contextOf(), 'renderPdf', { body })) as { body: unknown }).body;

describe('a request that is not sent', () => {
  it('names its URL, and no key of a service inside the command', async () => {
    expect(await describeRequest(contextOf(), 'getTemplate', { id: 'a' })).toMatchObject({
      method: 'GET',
      url: expect.stringMatching(/^embedded:\/.*templates\/a$/),
      headers: { Authorization: null },
      body: null,
    });
  });

  it('has the headers that it would have', async () => {
    const call = { id: 'a', body: {}, ifMatch: '"1"', message: ' so ü ', prefer: 'wait=5' };
    expect(await describeRequest(contextOf(), 'updateTemplate', call)).toMatchObject({
      headers: {
        Authorization: null,
        'Content-Type': 'application/json',
        'If-Match': '"1"',
        'Platen-Revision-Message': 'so%20%C3%BC',
        Prefer: 'wait=5',
      },
      body: {},
    });
    const { headers } = (await describeRequest(contextOf(), 'getTemplate', {})) as { headers: object };
    expect(Object.keys(headers)).toEqual(['Authorization']);
  });
});

describe('what is secret in a request is masked', () => {
  it.each<[string, unknown, unknown]>([
    ['nothing in other bodies', { name: 'a' }, { name: 'a' }],
    ['nothing in a list', [{ pdf: { encrypt: { password: 'a' } } }], [{ pdf: { encrypt: { password: 'a' } } }]],
    [
      'passwords, unless they are empty',
      { pdf: { outline: true, encrypt: { user_password: 'a', owner_password: '', print: true } } },
      { pdf: { outline: true, encrypt: { user_password: '…', owner_password: '', print: true } } },
    ],
    ['nothing of other settings of a PDF', { pdf: { sign: 1 } }, { pdf: { sign: 1 } }],
    [
      'headers with credentials for the destination',
      {
        destination: {
          put: 'x',
          headers: { Authorization: 'a', Cookie: 'b', 'X-Api-Key': 'c', 'X-Token': 'd', Date: 'e' },
        },
      },
      {
        destination: {
          put: 'x',
          headers: { Authorization: '…', Cookie: '…', 'X-Api-Key': '…', 'X-Token': '…', Date: 'e' },
        },
      },
    ],
    ['nothing of a destination without headers', { destination: { put: 'x' } }, { destination: { put: 'x' } }],
    [
      'the credentials of pages',
      {
        parts: [
          { url: 'u', request: { headers: { A: 'b' }, cookies: { c: 'd' }, method: 'GET' } },
          'text',
          { html: 'x' },
        ],
      },
      {
        parts: [
          { url: 'u', request: { method: 'GET', headers: { A: '…' }, cookies: { c: '…' } } },
          'text',
          { html: 'x' },
        ],
      },
    ],
    [
      'the password and the state of a page',
      { parts: { url: 'u', request: { basic_auth: { user: 'a', password: 'b' }, storage_state: { cookies: [] } } } },
      { parts: { url: 'u', request: { basic_auth: { user: 'a', password: '…' }, storage_state: '…' } } },
    ],
  ])('%s', async (_, body, shown) => {
    expect(await bodyOf(body)).toEqual(shown);
  });
});
