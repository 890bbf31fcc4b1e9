import { describe, expect, it } from 'vitest';
import type { DashboardParts } from '../../../src/server/dashboard/dashboard-parts.ts';
import { addUserRoutes } from '../../../src/server/dashboard/user-routes.ts';
import { openPlainApp } from './plain-app.ts';

const now = new Date('2026-05-04T10:00:00.000Z');
const bob = {
  id: 'u2',
  email: 'bob@example.com',
  role: 'viewer',
  created_at: 'then',
  last_sign_in_at: null,
  has_password: true,
};
const stored = { ...bob, account: 'home', other: 1 };

interface Given {
  /** The accounts of the person who is added. */
  memberships?: string[];
  isKnown?: boolean;
  hasLink?: boolean;
  publicUrl?: string | undefined;
  userId?: string | null;
}

function open({ memberships = [], isKnown = true, hasLink = true, publicUrl, userId = 'u1' }: Given = {}) {
  const log: unknown[][] = [];
  const note = (...what: unknown[]) => void log.push(what);
  const app = openPlainApp();
  const users = {
    members: async (account: string) => (account === 'home' ? [stored] : []),
    find: async () => (isKnown ? { id: 'u2' } : undefined),
    memberships: async () => memberships.map((account) => ({ account, role: 'viewer' })),
    create: async (email: string) => {
      note('create', email);
      return { id: 'u2', email };
    },
    join: async (...args: unknown[]) => note('join', ...args),
    createLink: async (id: string, secret: string, until: Date, onlyIn: string) => {
      note('createLink', id, secret.length, until.toISOString(), onlyIn);
      return hasLink;
    },
    setRole: async (...args: unknown[]) => note('setRole', ...args),
    remove: async (...args: unknown[]) => note('remove', ...args),
  };
  const session = {
    id: 's',
    userId,
    email: 'ann@example.com',
    account: 'home',
    memberships: [{ account: 'home', role: 'admin' }],
  };
  addUserRoutes(app, {
    accounts: { users, sessions: { endAll: async (id: string) => note('endAll', id) } },
    audit: async (entry: unknown) => note('audit', entry),
    personRates: { take: () => 0 },
    findSession: async () => session,
    publicUrl,
    now: () => now,
  } as unknown as DashboardParts);
  const ask = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    headers: object = {},
  ) => {
    const answer = await app.inject({
      method,
      url: `/api/dashboard/users${path}`,
      ...(payload && { payload }),
      headers: { host: 'localhost:4000', cookie: 'platen-4000=x', 'sec-fetch-site': 'same-origin', ...headers },
    });
    return { status: answer.statusCode, said: answer.payload === '' ? undefined : answer.json() };
  };
  return { ask, log };
}

const entry = (action: string, details: object = {}) => [
  'audit',
  { account: 'home', by: 'ann@example.com', action, target: { id: 'u2', name: 'bob@example.com' }, details },
];
const madeLink = ['createLink', 'u2', 43, '2026-05-04T10:15:00.000Z', 'home'];
const notFound = ['not_found', 'there is no such user in this account'];

it('the people of an account are listed', async () => {
  expect(await open().ask('GET', '')).toEqual({ status: 200, said: { data: [bob] } });
});

describe('a person who is added', () => {
  const body = { email: 'bob@example.com', role: 'editor' };

  it.each([true, false])('has a link, known before or not: %s', async (isKnown) => {
    const { ask, log } = open({ isKnown });
    const { status, said } = await ask('POST', '', body);
    expect([status, said]).toEqual([
      201,
      { data: bob, link: expect.stringMatching(/^http:\/\/localhost:4000\/dashboard\/#link=[\w-]{43}$/) },
    ]);
    expect(log).toEqual([
      ['create', 'bob@example.com'],
      ['join', 'u2', 'home', 'editor'],
      madeLink,
      entry('user.added', { role: 'editor' }),
    ]);
  });

  it.each([
    [{ publicUrl: 'https://pdf.example.com/' }, {}, 'https://pdf.example.com/dashboard/'],
    [{}, { origin: 'https://proxy.example.com' }, 'https://proxy.example.com/dashboard/'],
  ])('has a link with the address of the service: %j', async (given, headers, address) => {
    const { said } = await open(given).ask('POST', '', body, headers);
    expect(said.link.split('#')[0]).toBe(address);
  });

  const elsewhere = [
    'forbidden',
    'this person is already in another account; the operator can add them here: platen users create',
  ];
  it.each([
    [
      'in the account',
      { memberships: ['other', 'home'] },
      ['invalid_request', 'this user is already in the account'],
      [],
    ],
    ['in another account', { memberships: ['other'] }, elsewhere, []],
    [
      'added to another account meanwhile',
      { hasLink: false },
      elsewhere,
      [['create', 'bob@example.com'], ['join', 'u2', 'home', 'editor'], madeLink, ['remove', 'u2', 'home']],
    ],
    [
      'of a local dashboard',
      { userId: null },
      ['forbidden', 'the dashboard of one machine has no users; create them for a service: platen users create'],
      [],
    ],
  ])('is refused if they are %s', async (_what, given, said, steps) => {
    const { ask, log } = open(given);
    expect(await ask('POST', '', body)).toEqual({ status: 400, said });
    expect(log).toEqual(steps);
  });
});

describe('a person', () => {
  it('has another role, which ends their sign-ins', async () => {
    const { ask, log } = open();
    expect((await ask('PATCH', '/U2', { role: 'admin' })).said).toEqual({ data: { ...bob, role: 'admin' } });
    expect(log).toEqual([
      ['setRole', 'u2', 'home', 'admin'],
      ['endAll', 'u2'],
      entry('user.role_changed', { from: 'viewer', to: 'admin' }),
    ]);
  });

  it('keeps their role', async () => {
    const { ask, log } = open();
    expect((await ask('PATCH', '/u2', { role: 'viewer' })).said).toEqual({ data: bob });
    expect(log).toEqual([]);
  });

  it('is removed', async () => {
    const { ask, log } = open();
    expect(await ask('DELETE', '/u2')).toEqual({ status: 204, said: undefined });
    expect(log).toEqual([['remove', 'u2', 'home'], entry('user.removed')]);
  });

  it('has a link, unless they are in another account', async () => {
    const { ask, log } = open();
    expect(await ask('POST', '/u2/link')).toMatchObject({
      status: 201,
      said: { link: expect.stringContaining('#link=') },
    });
    expect(log).toEqual([madeLink, entry('user.link_made')]);
    const said = ['forbidden', 'this person is in other accounts too, and sets a password by themselves'];
    const other = open({ hasLink: false });
    expect((await other.ask('POST', '/u2/link')).said).toEqual(said);
    expect(other.log).toEqual([madeLink]);
  });

  it.each([
    ['PATCH', '/u9', { role: 'admin' }],
    ['DELETE', '/u9', undefined],
    ['POST', '/u9/link', undefined],
  ] as const)('must be there: %s %s', async (method, path, body) => {
    const { ask, log } = open();
    expect([(await ask(method, path, body)).said, log]).toEqual([notFound, []]);
  });
});
