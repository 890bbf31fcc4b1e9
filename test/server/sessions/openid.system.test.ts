import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenIdOptions } from '../../../src/server/sessions/openid-provider.ts';
import { type ProviderPeople, type RunningProvider, startProvider } from '../../helpers/openid-provider.ts';
import { openTestDashboard } from '../dashboard/test-dashboard.ts';

const publicUrl = 'https://pdf.example.com';
const start = '/api/dashboard/openid';

/** What the provider says of each of its people, by the name that they sign in with. */
const people: ProviderPeople = {
  ada: { email: 'ada@example.com', email_verified: true, platen_account: 'acme', groups: ['staff', 'editor'] },
  bob: { email: 'bob@example.com', email_verified: true, platen_account: ['acme', 'other'], groups: ['viewer'] },
  eve: { email: 'ada@example.com', email_verified: true, groups: ['admin'] },
  mallory: { email: 'ada@example.com', email_verified: false, platen_account: 'acme', groups: ['admin'] },
  nobody: { email: 'nobody@example.com', email_verified: true, groups: ['staff'] },
  stranger: { email: 'stranger@example.com', email_verified: false, platen_account: 'acme', groups: ['admin'] },
  unsaid: { email: 'unsaid@example.com', platen_account: 'acme', groups: ['admin'] },
  nameless: { groups: ['viewer'], platen_account: 'acme' },
};

let provider: RunningProvider;
let options: OpenIdOptions;

beforeAll(async () => {
  provider = await startProvider(people);
  provider.returnTo(`${publicUrl}${start}/return`);
  const { issuer, clientId, clientSecret } = provider;
  options = { issuer, clientId, clientSecret };
});
afterAll(() => provider.close());

/** Goes through the pages of the provider as a browser would, to where it leads back. */
async function signInThere(address: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = address;
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 12; step += 1) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const text = await answer.text();
    const location = answer.headers.get('location');
    if (location?.startsWith(publicUrl)) return new URL(location);
    if (location === null) {
      const prompt = text.includes('value="login"') ? 'login' : 'consent';
      body = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'x' }) });
      expect(text).toContain('<form');
    } else {
      body = undefined;
      next = new URL(location, next).href;
    }
  }
  throw new Error('the provider leads nowhere');
}

async function openWorkspace(rules: Partial<OpenIdOptions> = {}) {
  const workspace = await openTestDashboard({ publicUrl, openid: { ...options, ...rules } });
  async function signIn(login: string, browser = workspace.openBrowser()) {
    const begun = await browser.send({ url: start });
    const back = await signInThere(String(begun.headers.location), login);
    const url = back.pathname + back.search;
    const answer = await browser.send({ url, headers: { 'sec-fetch-site': 'cross-site' } });
    browser.cookie =
      [answer.headers['set-cookie']]
        .flat()
        .map((set) => set?.split(';')[0] ?? '')
        .find((set) => set.startsWith('__Host-platen=')) ?? '';
    return { browser, location: String(answer.headers.location), url, begun };
  }
  return { ...workspace, signIn };
}

const byClaims = { accountClaim: 'platen_account', roleClaim: 'groups' };

describe('signing in with a provider of OpenID Connect', () => {
  it('takes account and role from the claims, again at each sign-in', async () => {
    const { signIn, accounts } = await openWorkspace(byClaims);
    const { browser, location, begun } = await signIn('ada');
    expect(begun.headers['set-cookie']).toMatch(
      /^__Host-platen-openid=[^;]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(location).toBe('../../../dashboard/');
    expect((await browser.read('/api/dashboard/session')).data).toMatchObject({
      email: 'ada@example.com',
      account: 'acme',
      role: 'editor',
      openid: new URL(options.issuer).host,
    });
    const bob = await signIn('bob');
    expect((await bob.browser.read('/api/dashboard/session')).data.accounts).toEqual([
      { account: 'acme', role: 'viewer' },
      { account: 'other', role: 'viewer' },
    ]);
    const before = people.bob;
    people.bob = { ...before, platen_account: 'other', groups: ['admin', 'viewer'] };
    await signIn('bob');
    people.bob = before as object as typeof people.bob;
    expect((await bob.browser.read('/api/dashboard/session')).data.accounts).toEqual([
      { account: 'other', role: 'admin' },
    ]);
    expect((await accounts.users.members()).map(({ email }) => email)).toEqual(['ada@example.com', 'bob@example.com']);
  });

  it('asks the provider by the way that is given, such as a proxy', async () => {
    const asked: string[] = [];
    const { signIn } = await openWorkspace({
      ...byClaims,
      fetch: (address, given) => {
        asked.push(new URL(address).pathname);
        return fetch(address, given as RequestInit);
      },
    });
    expect((await signIn('ada')).location).toBe('../../../dashboard/');
    expect(asked).toEqual(['/.well-known/openid-configuration', '/token', '/jwks', '/me']);
  });

  it.each([
    ['in no account', 'eve'],
    ['in no role', 'nobody'],
    ['without an address', 'nameless'],
  ])('lets nobody in who is %s', async (_what, login) => {
    const { signIn } = await openWorkspace(byClaims);
    const { browser, location } = await signIn(login);
    expect(location).toBe('../../../dashboard/#failed=forbidden');
    expect((await browser.read('/api/dashboard/session')).data.signed_in).toBe(false);
  });

  it('believes no address that the provider does not vouch for', async () => {
    const { signIn, addPerson } = await openWorkspace(byClaims);
    await addPerson('ada@example.com', 'admin', 'acme');
    expect((await signIn('mallory')).location).toContain('#failed=email_not_verified');
    expect((await signIn('ada')).location).toBe('../../../dashboard/');
    // Nor one that belongs to another of its people.
    people.eve = { ...people.eve, platen_account: 'acme' };
    expect((await signIn('eve')).location).toContain('#failed=forbidden');
  });

  it.each(['stranger', 'unsaid'])(
    'makes nobody new of an address that the provider does not vouch for: %s',
    async (login) => {
      const { signIn, accounts } = await openWorkspace(byClaims);
      expect((await signIn(login)).location).toBe('../../../dashboard/#failed=email_not_verified');
      expect([await accounts.users.members(), await accounts.users.isEmpty()]).toEqual([[], true]);
    },
  );

  it('knows somebody again whose address is another by now, or is no longer vouched for', async () => {
    const { signIn, accounts } = await openWorkspace(byClaims);
    await signIn('ada');
    const before = people.ada;
    for (const change of [{ email: 'countess@example.com' }, { email_verified: false }, { email: undefined }]) {
      people.ada = { ...people.ada, ...change };
      const { browser } = await signIn('ada');
      expect((await browser.read('/api/dashboard/session')).data).toMatchObject({ email: 'ada@example.com' });
    }
    people.ada = before as object as (typeof people)[string];
    expect(await accounts.users.members()).toHaveLength(1);
  });

  it('lets nobody along into an account that the claims open, who had a way in before', async () => {
    const { signIn, addPerson, openBrowser } = await openWorkspace(byClaims);
    // An admin of another account has invited the address and has set a password.
    const taken = await addPerson('ada@example.com', 'viewer', 'theirs');
    const { browser } = await signIn('ada');
    expect((await browser.read('/api/dashboard/session')).data).toMatchObject({ account: 'acme', role: 'editor' });
    expect((await taken.browser.send({ url: '/api/v1/templates' })).statusCode).toBe(401);
    expect((await openBrowser().signIn(taken.email)).statusCode).toBe(401);
    // Once somebody is in, a further sign-in ends none.
    await signIn('ada');
    expect((await browser.send({ url: '/api/v1/templates' })).statusCode).toBe(200);
  });

  it('lets in who was invited, and nobody else, where no claim decides', async () => {
    const { signIn, addPerson } = await openWorkspace();
    expect((await signIn('ada')).location).toContain('#failed=forbidden');
    await addPerson('ada@example.com', 'viewer', 'a');
    const { browser } = await signIn('ada');
    expect((await browser.read('/api/dashboard/session')).data).toMatchObject({
      email: 'ada@example.com',
      role: 'viewer',
    });
    expect((await signIn('bob')).location).toContain('#failed=forbidden');
  });

  it('refuses an answer that was asked for by another browser, or is used twice', async () => {
    const { signIn, openBrowser } = await openWorkspace(byClaims);
    const { url } = await signIn('ada');
    const other = openBrowser();
    for (const set of [undefined, await other.send({ url: start })]) {
      expect(set?.statusCode ?? 302).toBe(302);
      const answer = await other.send({ url, headers: { 'sec-fetch-site': 'cross-site' } });
      expect(answer.headers.location).toBe('../../../dashboard/#failed=openid_failed');
    }
    expect((await other.read('/api/dashboard/session')).data.signed_in).toBe(false);
  });

  it('says so where the provider does not answer, and works once it does', async () => {
    const workspace = await openTestDashboard({ publicUrl, openid: { ...options, issuer: 'http://127.0.0.1:9' } });
    const answer = await workspace.openBrowser().send({ url: start });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '../../dashboard/#failed=openid_failed']);
  });
});
