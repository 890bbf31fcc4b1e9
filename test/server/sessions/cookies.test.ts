import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { clearSessionCookie, readCookie, setSessionCookie } from '../../../src/server/sessions/cookies.ts';

/** The cookie that an answer to a request at this host sets. */
function cookieOf(host: string, set: (request: { headers: { host: string } }, reply: FastifyReply) => void): unknown {
  const headers = new Map<string, unknown>();
  const reply = { header: (name: string, value: unknown) => headers.set(name, value) } as unknown as FastifyReply;
  set({ headers: { host } }, reply);
  return headers.get('set-cookie');
}

test('a browser keeps the cookie of a sign-in for a week, for this host alone', () => {
  const cookie = cookieOf('platen.test', (request, reply) => setSessionCookie(request, reply, 'secret'));
  expect(cookie).toBe('__Host-platen=secret; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure');
});

test('a cookie that is cleared ends immediately', () => {
  const cookie = cookieOf('platen.test', clearSessionCookie);
  expect(cookie).toBe('__Host-platen=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure');
});

test('a request with two cookies of the same name has none', () => {
  const read = (cookie: string) => readCookie({ headers: { host: 'platen.test', cookie } });
  expect(read('a=b; __Host-platen=one')).toBe('one');
  expect(read('__Host-platen=one; __Host-platen=two')).toBeUndefined();
  expect(read('platen=one')).toBeUndefined();
});
