import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** What a provider says of each of its people, by the name that they sign in with. */
export type ProviderPeople = Record<string, Record<string, unknown>>;

/** A provider of OpenID Connect on this machine, with pages to sign in that take any password. */
export interface RunningProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Lets browsers come back to these addresses alone. */
  returnTo(...addresses: string[]): void;
  close(): Promise<void>;
}

/** Starts a provider. Its people may be changed later. */
export async function startProvider(people: ProviderPeople): Promise<RunningProvider> {
  const [clientId, clientSecret] = ['platen', 'secret-of-the-service'];
  let provider: Provider;
  const server = createServer((request, response) => provider.callback()(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    clientId,
    clientSecret,
    returnTo(...addresses) {
      provider = new Provider(issuer, {
        clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: addresses }],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['platen_account', 'groups'] },
        features: { devInteractions: { enabled: true } },
        cookies: { keys: ['for tests'] },
        findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
