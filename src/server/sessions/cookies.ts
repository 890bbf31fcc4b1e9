import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackHost } from './same-origin.ts';

type Asked = Pick<FastifyRequest, 'headers'>;

/** Seconds after which a browser forgets the cookie. The service ends a sign-in earlier. */
const maxAge = 7 * 86_400;

/** A secret of 256 bits: for a cookie, a link or a ticket. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The secret of a request's cookie of this kind; undefined if there is none of the right form, or several. */
export function readCookie(request: Asked, kind = 'session'): string | undefined {
  const name = nameCookie(request, kind);
  const pieces = (request.headers.cookie ?? '').split(';').map((piece) => piece.trim());
  const found = pieces.filter((piece) => piece.startsWith(`${name}=`)).map((piece) => piece.slice(name.length + 1));
  return found.length === 1 ? found[0] : undefined;
}

/** Has the browser keep a secret that no script and no other site can use (RFC 6265bis, sections 4.1.2 and 5.6). */
export function setSessionCookie(request: Asked, reply: FastifyReply, secret: string): void {
  setCookie(request, reply, { value: secret, maxAge, sameSite: 'Strict' });
}

/** Has the browser drop the secret. */
export function clearSessionCookie(request: Asked, reply: FastifyReply): void {
  setCookie(request, reply, { value: '', maxAge: 0, sameSite: 'Strict' });
}

/** A cookie to set. `Lax` is also sent when another site leads here, as a provider of OpenID Connect does. */
interface CookieToSet {
  value: string;
  maxAge: number;
  sameSite: 'Strict' | 'Lax';
  /** Default `session`. */
  kind?: string;
}

/** Sets a cookie for this host and nothing else. */
export function setCookie(
  request: Asked,
  reply: FastifyReply,
  { value, maxAge, sameSite, kind = 'session' }: CookieToSet,
): void {
  const secure = isPlain(request) ? '' : '; Secure';
  const name = nameCookie(request, kind);
  reply.header('set-cookie', `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${secure}`);
}

/**
 * `__Host-` binds a cookie to https and to this very host. Browsers share cookies between all ports of a host (RFC 6265, section 8.5),
 * so the name has the port: services on one host do not sign each other out.
 */
function nameCookie(request: Asked, kind: string): string {
  const port = /:(\d{1,5})$/.exec(request.headers.host ?? '')?.[1];
  const name = ['platen', kind === 'session' ? [] : kind, port ?? []].flat().join('-');
  return isPlain(request) ? name : `__Host-${name}`;
}

/** On this machine there is no https, unless a proxy on it says that it speaks that and names this machine as the host. */
function isPlain({ headers }: Asked): boolean {
  return isLoopbackHost(headers.host) && headers['x-forwarded-proto'] !== 'https';
}
