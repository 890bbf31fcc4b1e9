import { expect, it } from 'vitest';
import { checkDestination } from '../../../src/server/destination/check-destination.ts';

const check = (put: string, headers?: Record<string, string>) =>
  checkDestination({ refusesOutside: async (url) => url.includes('inner') }, {
    put,
    ...(headers && { headers }),
  } as Parameters<typeof checkDestination>[1]);
const refusal = (put: string, headers?: Record<string, string>) =>
  check(put, headers).catch(({ code, message }) => `${code}: ${message}`);

it.each([undefined, {}, { Authorization: 'x', 'X-Amz-Acl': 'private', 'content-type': 'application/pdf' }])(
  'a result may be sent with the headers %j',
  async (headers) => {
    await expect(check('https://bucket.example.com/a?b', headers)).resolves.toBeUndefined();
  },
);

it.each([
  'Host',
  'content-length',
  'Transfer-Encoding',
  'connection',
  'keep-alive',
  'TE',
  'Trailer',
  'upgrade',
  'Expect',
  'Proxy-Authorization',
  ':path',
])('the header %s is set by the service', async (name) => {
  const pointer = `/destination/headers/${name}`;
  expect(await refusal('https://a.example', { [name]: 'x' })).toBe(
    `invalid_request: ${pointer} is a header that the service sets itself`,
  );
});

it('a header is there once, in whatever case', async () => {
  expect(await refusal('https://a.example', { 'X-A/b': '1', 'x-a/B': '2' })).toBe(
    'invalid_request: /destination/headers/x-a~1B is there twice; upper and lower case are the same',
  );
});

it.each(['https://user@a.example', 'https://:secret@a.example'])('%s has a user or a password', async (put) => {
  expect(await refusal(put)).toBe(
    'invalid_request: /destination/put must not contain a user or a password; send them as a header "Authorization"',
  );
});

it('an address is one that the rules allow', async () => {
  await expect(check('https://inner.example')).rejects.toMatchObject({
    code: 'address_not_allowed',
    errors: [{ pointer: '/destination/put', detail: 'is a URL that is not allowed' }],
  });
});
