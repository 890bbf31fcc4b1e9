import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenIdOptions } from '../../../src/server/sessions/openid-provider.ts';
import { type ProviderLies, startLyingProvider } from '../../helpers/lying-provider.ts';
import { openTestDashboard } from '../dashboard/test-dashboard.ts';

const publicUrl = 'https://pdf.example.com';
const start = '/api/dashboard/openid';
const boss = { email: 'boss@x.test', email_verified: true };
const own = { email: 'own@x.test', email_verified: true };
const rights = { platen_account: 'acme', groups: ['editor'] };
const byClaims = { accountClaim: 'platen_account', roleClaim: 'groups' };

let provider: Awaited<ReturnType<typeof startLyingProvider>>;
beforeAll(async () => {
  provider = await startLyingProvider();
});
afterAll(() => provider.close());

type Person = string | undefined;

/** A service with an invited admin `boss@x.test` and an invited viewer `own@x.test`, both of the account `a`. */
async function openService(rules: Partial<OpenIdOptions> = {}) {
  const { issuer, clientId, clientSecret } = provider;
  const workspace = await openTestDashboard({ publicUrl, openid: { issuer, clientId, clientSecret, ...rules } });
  await workspace.addPerson('boss@x.test', 'admin');
  await workspace.addPerson('own@x.test', 'viewer');

  async function begin() {
    const browser = workspace.openBrowser();
    const begun = await browser.send({ url: start });
    return { browser, attempt: browser.cookie, location: String(begun.headers.location) };
  }
  async function comeBack(back: URL, attempt: string) {
    const browser = workspace.openBrowser();
    const headers = { 'sec-fetch-site': 'cross-site', cookie: attempt };
    const answer = await browser.send({ url: back.pathname + back.search, headers });
    browser.cookie =
      [answer.headers['set-cookie']]
        .flat()
        .map((set) => set?.split(';')[0] ?? '')
        .find((set) => set.startsWith('__Host-platen=')) ?? '';
    const { signed_in: isIn, email, account, role } = (await browser.read('/api/dashboard/session')).data;
    const person: Person = isIn ? `${email} ${role} of ${account}` : undefined;
    return { person, location: String(answer.headers.location) };
  }
  async function signIn(lies: ProviderLies) {
    provider.say(lies);
    const { attempt, location } = await begin();
    if (!location.startsWith(issuer)) return { person: undefined, location };
    return comeBack(provider.leadBack(location), attempt);
  }
  return { ...workspace, begin, comeBack, signIn };
}

describe('who is signed in by the two answers of a provider', () => {
  const viewer = 'own@x.test viewer of a';
  const editor = 'own@x.test editor of acme';

  it.each<[string, ProviderLies, Person]>([
    ['the token alone', { token: own, info: null }, viewer],
    ['the token, beside an empty UserInfo', { token: own }, viewer],
    ['UserInfo alone', { info: own }, viewer],
    ['both', { token: own, info: own }, viewer],
    ['both, in another case', { token: own, info: { ...own, email: 'OWN@X.test' } }, viewer],
    [
      'an address in the token that UserInfo repeats and vouches for',
      { token: { email: own.email }, info: own },
      viewer,
    ],
    [
      'an address in the token, and another verified in UserInfo',
      { token: { email: boss.email }, info: own },
      undefined,
    ],
    [
      'an address in UserInfo, and another verified in the token',
      { token: own, info: { email: boss.email } },
      undefined,
    ],
    ['two verified addresses', { token: own, info: boss }, undefined],
    [
      'a word in UserInfo for an address in the token',
      { token: { email: boss.email }, info: { email_verified: true } },
      undefined,
    ],
    [
      'a word in the token for an address in UserInfo',
      { token: { email_verified: true }, info: { email: boss.email } },
      undefined,
    ],
    [
      'an address that only one of both vouches for',
      { token: { ...boss, email_verified: false }, info: boss },
      undefined,
    ],
    ['a word against the address alone', { token: { email_verified: false }, info: boss }, undefined],
    ['verified as a text', { token: { ...boss, email_verified: 'true' } }, undefined],
    ['verified as a list', { info: { ...boss, email_verified: [true] } }, undefined],
    ['an address as a list', { info: { ...boss, email: [boss.email] } }, undefined],
    ['null in the token for what UserInfo says', { token: { email: null, email_verified: null }, info: own }, viewer],
    ['no address', {}, undefined],
    ['UserInfo of another subject', { token: own, info: { ...own, sub: 'another' } }, undefined],
    ['a UserInfo that fails', { token: own, info: 500 }, undefined],
  ])('are those of %s', async (_what, lies, person) => {
    const { signIn } = await openService();
    expect((await signIn(lies)).person).toBe(person);
  });

  it.each<[string, ProviderLies, Person]>([
    ['the token', { token: { ...own, ...rights } }, editor],
    ['UserInfo', { info: { ...own, ...rights } }, editor],
    ['UserInfo, beside an address in the token', { token: own, info: { ...own, ...rights } }, editor],
    [
      'both, in another order',
      { token: { ...own, ...rights, groups: ['editor', 'x'] }, info: { ...own, ...rights, groups: ['x', 'editor'] } },
      editor,
    ],
    ['another role in UserInfo', { token: { ...own, ...rights }, info: { groups: ['admin'] } }, undefined],
    ['another account in UserInfo', { token: { ...own, ...rights }, info: { platen_account: 'a' } }, undefined],
    [
      'a role in the token, an account in UserInfo',
      { token: { ...own, groups: ['admin'] }, info: { platen_account: 'a' } },
      undefined,
    ],
    ['a verified address in the token, rights in UserInfo', { token: own, info: rights }, undefined],
    ['rights in the token, a verified address in UserInfo', { token: rights, info: own }, undefined],
    [
      'rights for an address that nobody vouches for',
      { token: { ...rights, email: boss.email }, info: { email_verified: true } },
      undefined,
    ],
  ])('have the rights of %s', async (_what, lies, person) => {
    const { signIn } = await openService(byClaims);
    expect((await signIn(lies)).person).toBe(person);
  });

  it('are known again without an address, and never with the rights of two answers', async () => {
    const { signIn } = await openService(byClaims);
    expect((await signIn({ info: { ...own, ...rights } })).person).toBe(editor);
    expect((await signIn({ token: rights })).person).toBe(editor);
    expect((await signIn({ token: own, info: rights })).person).toBe(editor);
    expect((await signIn({ token: { groups: ['admin'] }, info: { platen_account: 'acme' } })).person).toBeUndefined();
  });
});

describe('a token of a provider', () => {
  const later = Math.floor(Date.now() / 1000) + 3600;

  it.each<[string, ProviderLies]>([
    ['signed by a foreign key', { signed: 'by a foreign key' }],
    ['signed by a key that its header brings', { signed: 'by a key in its header' }],
    ['with a broken signature', { signed: 'with a broken signature' }],
    ['without a signature', { signed: 'not at all' }],
    ['signed by the secret of the client', { signed: 'by the secret' }],
    ['issued in the future', { token: { ...own, iat: later, exp: later + 300 } }],
    ['that has ended', { token: { ...own, iat: later - 7200, exp: later - 7000 } }],
    ['without a time', { token: { ...own, iat: undefined } }],
    ['of another issuer', { token: { ...own, iss: 'https://other.example.com' } }],
    ['for another client', { token: { ...own, aud: 'another' } }],
    ['of another attempt', { token: { ...own, nonce: 'another' } }],
    ['of a provider whose discovery document names another issuer', { issuer: 'https://other.example.com' }],
  ])('is refused: %s', async (_what, lies) => {
    const { signIn } = await openService();
    const refused = await signIn({ token: own, info: null, ...lies });
    expect([refused.person, refused.location]).toEqual([undefined, expect.stringContaining('#failed=openid_failed')]);
    expect((await signIn({ token: own, info: null })).person).toBe('own@x.test viewer of a');
  });

  it('signs in once for each attempt, though the provider takes a code any number of times', async () => {
    const { begin, comeBack } = await openService();
    provider.say({ token: own });
    const { attempt, location } = await begin();
    const back = provider.leadBack(location);
    expect((await comeBack(back, attempt)).person).toBe('own@x.test viewer of a');
    const second = await comeBack(back, attempt);
    expect([second.person, second.location]).toEqual([undefined, '../../../dashboard/#failed=openid_failed']);
  });
});
