import type { Configuration, CustomFetch, IDToken } from 'openid-client';
import { isLoopbackHost } from './same-origin.ts';

/** The provider of OpenID Connect that people may sign in with. */
export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the button says. Default: the host of the issuer. */
  name?: string | undefined;
  /** The claim that names the account of a person, or a list of them. Default: none, and people are invited. */
  accountClaim?: string | undefined;
  /** The claim that names what a person is, or a list of groups with it. Default: none, and people are invited. */
  roleClaim?: string | undefined;
  /** How the provider is asked, such as through a proxy. Default: the platform's `fetch`. */
  fetch?: CustomFetch | undefined;
}

/** What must come back with the answer of the provider. It travels in a cookie of the browser that asked. */
export interface OpenIdTry {
  state: string;
  nonce: string;
  verifier: string;
}

/** A provider. Its addresses are looked up at the first sign-in (OpenID Connect Discovery 1.0). */
interface OpenIdProvider {
  /** Where to send a browser: with PKCE (RFC 7636), a state and a nonce. */
  begin(returnAddress: string): Promise<{ address: string; attempt: OpenIdTry }>;
  /** What the provider says of the person, checked by signature, nonce and state. Throws where anything is wrong. */
  finish(address: URL, attempt: OpenIdTry): Promise<Record<string, unknown> & Pick<IDToken, 'iss' | 'sub'>>;
}

/** Opens a provider. Nothing is asked before somebody signs in. */
export function openProvider({ issuer, clientId, clientSecret, fetch }: OpenIdOptions): OpenIdProvider {
  let found: Promise<Configuration> | undefined;

  async function discover(): Promise<Configuration> {
    const { discovery, allowInsecureRequests, customFetch } = await import('openid-client');
    const address = new URL(issuer);
    const execute = isLoopbackHost(address.host) ? [allowInsecureRequests] : [];
    const asking = { execute, timeout: 10, ...(fetch && { [customFetch]: fetch }) };
    return discovery(address, clientId, clientSecret, undefined, asking);
  }

  function configuration(): Promise<Configuration> {
    found ??= discover().catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  }

  return {
    async begin(returnAddress) {
      const client = await import('openid-client');
      const attempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const address = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: returnAddress,
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, attempt };
    },

    async finish(address, { state, nonce, verifier }) {
      const client = await import('openid-client');
      const tokens = await client.authorizationCodeGrant(await configuration(), address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims() as IDToken;
      // Many providers put addresses and groups into their answer about the person alone (OpenID Connect Core 1.0, section 5.3).
      const more = await client.fetchUserInfo(await configuration(), tokens.access_token, claims.sub).catch(() => ({}));
      return { ...more, ...claims };
    },
  };
}
