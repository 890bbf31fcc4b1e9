import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Claims = Record<string, unknown>;

/** What the provider says, and how it signs that. */
export interface ProviderLies {
  /** The claims of the ID token, beside those that every token has. */
  token?: Claims;
  /** The claims of UserInfo; null for a provider that has none, a number for a status that it fails with. */
  info?: Claims | null | number;
  /** How the token is signed. Default: rightly. */
  signed?:
    | 'rightly'
    | 'by a foreign key'
    | 'by a key in its header'
    | 'with a broken signature'
    | 'not at all'
    | 'by the secret';
  /** The issuer in the discovery document. */
  issuer?: string;
}

const [clientId, clientSecret] = ['platen', 'secret-of-the-service'];

/** A provider of OpenID Connect that says whatever a test wants: it asks nobody for a password, and takes a code any number of times. */
export async function startLyingProvider() {
  const keys = { own: makeKey(), foreign: makeKey() };
  let lies: ProviderLies = {};
  let nonce = '';
  const server = createServer((request, response) => {
    const answers: Record<string, () => [number, unknown]> = {
      '/.well-known/openid-configuration': () => [200, describe()],
      '/jwks': () => [200, { keys: [{ ...exportKey(keys.own), kid: 'one', use: 'sig', alg: 'RS256' }] }],
      '/token': () => [200, { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: buildToken() }],
      '/me': () => (typeof lies.info === 'number' ? [lies.info, {}] : [200, { sub: 'subject', ...lies.info }]),
    };
    request.resume();
    const [status, body] = answers[request.url ?? '']?.() ?? [404, {}];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function describe() {
    return {
      issuer: lies.issuer ?? issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      ...(lies.info !== null && { userinfo_endpoint: `${issuer}/me` }),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  function buildToken(): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: clientId, sub: 'subject', iat: now, exp: now + 300, nonce, ...lies.token };
    return signToken(claims, lies.signed ?? 'rightly', keys);
  }

  return {
    ...{ issuer, clientId, clientSecret },
    /** Has the provider say this from now on. */
    say(next: ProviderLies) {
      lies = next;
    },
    /** Where the provider sends a browser back to that comes with this address. */
    leadBack(address: string): URL {
      const asked = new URL(address).searchParams;
      nonce = asked.get('nonce') ?? '';
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = String(new URLSearchParams({ code: 'c', state: asked.get('state') ?? '' }));
      return back;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function signToken(
  claims: Claims,
  how: NonNullable<ProviderLies['signed']>,
  keys: Record<'own' | 'foreign', KeyObject>,
) {
  const alg = how === 'not at all' ? 'none' : how === 'by the secret' ? 'HS256' : 'RS256';
  const jwk = how === 'by a key in its header' ? { jwk: exportKey(keys.foreign) } : {};
  const text = [{ alg, kid: 'one', typ: 'JWT', ...jwk }, claims].map(encode).join('.');
  if (alg === 'none') return `${text}.`;
  if (alg === 'HS256') return `${text}.${createHmac('sha256', clientSecret).update(text).digest('base64url')}`;
  const isForeign = how === 'by a foreign key' || how === 'by a key in its header';
  const signature = sign('sha256', Buffer.from(text), isForeign ? keys.foreign : keys.own);
  if (how === 'with a broken signature') signature.writeUInt8(signature.readUInt8(9) ^ 1, 9);
  return `${text}.${signature.toString('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function makeKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}

function exportKey(key: KeyObject) {
  return createPublicKey(key).export({ format: 'jwk' });
}
