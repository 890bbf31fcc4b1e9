import { beforeEach, describe, expect, it } from 'vitest';
import type { OpenIdClaims } from '../../../src/server/sessions/openid-answers.ts';
import { findOpenIdPerson } from '../../../src/server/sessions/openid-person.ts';

type Users = Parameters<typeof findOpenIdPerson>[0];
type Rules = Parameters<typeof findOpenIdPerson>[2];

/** What the store was asked to change. */
let changes: unknown[];
let people: { id: string; email: string; openid?: string }[];
beforeEach(() => {
  changes = [];
  people = [
    { id: 'known', email: 'known@example.com', openid: '["https://id","subject"]' },
    { id: 'invited', email: 'invited@example.com' },
    { id: 'taken', email: 'taken@example.com', openid: '["https://id","other"]' },
  ];
});

const users = {
  findByOpenId: async (openid: string) => people.find((each) => each.openid === openid),
  find: async (email: string) => people.find((each) => each.email === email),
  hasOpenId: async (id: string) => people.some((each) => each.id === id && each.openid !== undefined),
  create: async (email: string) => {
    changes.push(['create', email]);
    return { id: 'new', email };
  },
  setMemberships: async (...words: unknown[]) => changes.push(['memberships', ...words]),
  setOpenId: async (...words: unknown[]) => changes.push(['openid', ...words]),
} as unknown as Users;

/** The id of the person, or the reason for the refusal. */
const sign = (claims: OpenIdClaims | OpenIdClaims[], rules: Rules = {}, sub = 'nobody') =>
  findOpenIdPerson(users, { iss: 'https://id', sub, claims: [claims].flat() }, rules).then(
    ({ id }) => id,
    ({ code, message }) => `${code}: ${message}`,
  );
const verified = (email: unknown, more: OpenIdClaims = {}) => ({ email, email_verified: true, ...more });

describe('a person of a provider', () => {
  it('is known by issuer and subject, whatever the address', async () => {
    expect(await sign({}, {}, 'subject')).toBe('known');
    expect(changes).toEqual([['openid', 'known', '["https://id","subject"]']]);
  });

  it('is known by a verified address the first time, and by the subject from then on', async () => {
    expect(await sign(verified('invited@example.com'))).toBe('invited');
    expect(changes).toEqual([['openid', 'invited', '["https://id","nobody"]']]);
  });

  it.each([
    [{}, 'your provider does not send your email address'],
    [verified(['invited@example.com']), 'your provider does not send your email address'],
    [verified('invited'), 'your provider does not send your email address'],
    [
      { email: 'invited@example.com' },
      'your provider has not verified your email address: it sends no claim "email_verified"',
    ],
    [
      { email: 'invited@example.com', email_verified: 'true' },
      'your provider has not verified your email address: its claim "email_verified" is not true',
    ],
    [
      { email: 'invited@example.com', email_verified: false },
      'your provider has not verified your email address: its claim "email_verified" is not true',
    ],
    [verified('stranger@example.com'), 'you were not invited; ask an admin to add you'],
    [verified('taken@example.com'), 'this email address belongs to another sign-in of the provider'],
  ])('with the claims %j does not come in, and nothing changes', async (claims, why) => {
    expect(await sign(claims)).toBe(`forbidden: ${why}`);
    expect(changes).toEqual([]);
  });

  it('with two answers that disagree does not come in', async () => {
    const why = await sign([verified('invited@example.com'), verified('other@example.com')]);
    expect(why).toBe('forbidden: the ID token and UserInfo of your provider disagree about the claim "email"');
  });
});

describe('claims that decide what a person may do', () => {
  const rules: Rules = { accountClaim: 'groups', roleClaim: 'role' };
  const stranger = (more: OpenIdClaims) => verified('stranger@example.com', more);

  it.each<[OpenIdClaims, Rules, { account: string; role: string }[]]>([
    [
      { groups: ['one', 'two'], role: 'editor' },
      rules,
      [
        { account: 'one', role: 'editor' },
        { account: 'two', role: 'editor' },
      ],
    ],
    [{ groups: 'one', role: ['viewer', 'admin', 'editor'] }, rules, [{ account: 'one', role: 'admin' }]],
    [{ groups: ['one', '', 7, 'a\nb', 'x'.repeat(256)], role: 'viewer' }, rules, [{ account: 'one', role: 'viewer' }]],
    [{ groups: ['x'.repeat(255)] }, { accountClaim: 'groups' }, [{ account: 'x'.repeat(255), role: 'viewer' }]],
    [{ role: 'admin' }, { roleClaim: 'role' }, [{ account: 'default', role: 'admin' }]],
  ])('let a new person in: %j', async (claims, by, memberships) => {
    expect(await sign(stranger(claims), by)).toBe('new');
    expect(changes).toEqual([
      ['create', 'stranger@example.com'],
      ['memberships', 'new', memberships],
      ['openid', 'new', '["https://id","nobody"]'],
    ]);
  });

  it.each<[OpenIdClaims, Rules]>([
    [{ groups: ['one'], role: 'owner' }, rules],
    [{ groups: ['one'] }, rules],
    [{ groups: [], role: 'admin' }, rules],
    [{ role: 'admin' }, rules],
    [{}, { roleClaim: 'role' }],
  ])('refuse a person of whom they say nothing that counts: %j', async (claims, by) => {
    const why = 'forbidden: your provider says of no account that you may use it';
    expect([await sign(stranger(claims), by), await sign(claims, by, 'subject')]).toEqual([why, why]);
    expect(changes).toEqual([]);
  });

  it('apply to a known person at each sign-in', async () => {
    expect(await sign({ groups: 'one', role: 'viewer' }, rules, 'subject')).toBe('known');
    expect(changes[0]).toEqual(['memberships', 'known', [{ account: 'one', role: 'viewer' }]]);
  });

  it('are taken from the answer that has the most of them', async () => {
    const answers = [
      { email: 'invited@example.com' },
      verified('invited@example.com', { groups: 'one', role: 'admin' }),
    ];
    expect(await sign(answers, rules)).toBe('invited');
    expect(changes[0]).toEqual(['memberships', 'invited', [{ account: 'one', role: 'admin' }]]);
  });
});
