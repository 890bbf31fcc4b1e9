import type { Configuration, CustomFetch, IDToken } from 'openid-client';
import type { OpenIdAnswers } from './openid-answers.ts';
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

/** How far the clock of a provider may be ahead. */
const clockToleranceMs = 60_000;

/** A provider. Its addresses are looked up at the first sign-in (OpenID Connect Discovery 1.0). */
interface OpenIdProvider {
  /** Where to send a browser: with PKCE (RFC 7636), a state and a nonce. */
  begin(returnAddress: string): Promise<{ address: string; attempt: OpenIdTry }>;
  /** What the provider says of the person, checked by signature, nonce, state and time. Throws if anything is wrong. */
  finish(address: URL, attempt: OpenIdTry): Promise<OpenIdAnswers>;
}

/** Opens a provider. It gets no request before the first sign-in. */
export function openProvider({ issuer, clientId, clientSecret, fetch }: OpenIdOptions): OpenIdProvider {
  let found: Promise<Configuration> | undefined;

  async function discover(): Promise<Configuration> {
    const { discovery, allowInsecureRequests, enableNonRepudiationChecks, customFetch } = await import('openid-client');
    const address = new URL(issuer);
    // Without these checks the signature of an ID token that comes over TLS is not verified.
    const execute = [enableNonRepudiationChecks, ...(isLoopbackHost(address.host) ? [allowInsecureRequests] : [])];
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
      const config = await configuration();
      const tokens = await client.authorizationCodeGrant(config, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const token = tokens.claims() as IDToken;
      refuseFuture(token);
      const answers = { iss: token.iss, sub: token.sub };
      if (config.serverMetadata().userinfo_endpoint === undefined) return { ...answers, claims: [token] };
      // Many providers send addresses and groups in UserInfo alone (OpenID Connect Core 1.0, section 5.3).
      const info = await client.fetchUserInfo(config, tokens.access_token, token.sub);
      return { ...answers, claims: [token, info] };
    },
  };
}

/** Refuses a token of a time to come: `openid-client` checks when a token ends, and not when it begins. */
function refuseFuture({ iat }: IDToken): void {
  if (iat * 1000 > Date.now() + clockToleranceMs) throw new Error('the ID token was issued in the future');
}
