import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { DashboardParts } from '../../../src/server/dashboard/dashboard-parts.ts';
import { addSessionRoutes } from '../../../src/server/dashboard/session-routes.ts';
import { openLocalSession } from '../../../src/server/sessions/local-session.ts';
import type { PersonSession } from '../../../src/server/sessions/session-caller.ts';
import { openPlainApp } from './plain-app.ts';

const [home, work] = [
  { account: 'home', role: 'admin' as const },
  { account: 'work', role: 'viewer' as const },
];
const wrong = ['unauthorized', 'the email address or the password is wrong'];
const usedLink = ['unauthorized', 'this link was used already, or is too old; ask for a new one'];
const goodLink = 'g'.repeat(43);
const ticket = 't'.repeat(43);
const secretOfAnn = 'right words here';

interface Given {
  /** Whether the person has a password. */
  hasPassword?: boolean;
  memberships?: (typeof home | typeof work)[];
  isLocal?: boolean;
  /** Whether the password was changed meanwhile. */
  isChanged?: boolean;
  /** Milliseconds that requests are held up. */
  waitMs?: number;
}

/** A dashboard of one person, whose store notes what happens. */
function open({
  hasPassword = true,
  memberships = [home, work],
  isLocal = false,
  isChanged = false,
  waitMs = 0,
}: Given = {}) {
  const log: unknown[][] = [];
  const note = (...what: unknown[]) => void log.push(what);
  const ann = { id: 'u1', email: 'ann@example.com', password: hasPassword ? `hash of ${secretOfAnn}` : null };
  const sessions = new Map<string, PersonSession>([
    ['old', { id: 's1', userId: 'u1', email: ann.email, account: 'work', memberships }],
    [
      'bob',
      {
        id: 's2',
        userId: 'u2',
        email: 'bob@example.com',
        account: 'else',
        memberships: [{ ...home, account: 'else' }],
      },
    ],
  ]);
  const links = new Set([goodLink]);
  const local = isLocal ? openLocalSession([ticket], 'home') : undefined;
  const findSession = local?.find ?? (async (secret: string) => sessions.get(secret));
  const users = {
    find: async (email: string) => (email === ann.email ? ann : undefined),
    findLink: async (link: string) => (links.has(link) ? ann : undefined),
    redeemLink: async (link: string, password: string) => {
      note('redeemLink', password);
      if (isChanged) return undefined;
      links.delete(link);
      return ann;
    },
    setPassword: async (...args: unknown[]) => {
      note('setPassword', ...args);
      return !isChanged;
    },
    memberships: async () => memberships,
    noteSignIn: async (id: string) => note('noteSignIn', id),
  };
  const store = {
    create: async ({ secret, ...session }: { secret: string; userId: string; account: string }) => {
      note('create', session);
      sessions.set(secret, {
        id: 's3',
        userId: session.userId,
        email: ann.email,
        account: session.account,
        memberships,
      });
      return true;
    },
    end: async (...args: string[]) => {
      note('end', ...args);
      return args[0] !== 'none';
    },
    endAll: async (id: string) => note('endAll', id),
    setAccount: async (...args: string[]) => note('setAccount', ...args),
    list: async () => [{ id: 's1' }, { id: 's9' }],
    knowsNetwork: async (...args: string[]) => {
      note('knowsNetwork', ...args);
      return true;
    },
  };
  const app = openPlainApp();
  addSessionRoutes(app, {
    version: '1.2.3',
    accounts: { users, sessions: store },
    passwords: {
      hash: async (password: string) => `hash of ${password}`,
      verify: async (password: string, stored: string | null) => stored === `hash of ${password}`,
    },
    signInLimits: {
      begin: async (network: string, email: string, isKnown: () => Promise<boolean>) => {
        note('begin', network, email, await isKnown());
        return () => note('succeed');
      },
    },
    personRates: {
      take: (name: string) => {
        note('take', name);
        return waitMs;
      },
    },
    findSession,
    audit: async (entry: object) => note('audit', entry),
    local,
    openIdName: 'Provider',
  } as unknown as DashboardParts);
  const ask = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    options: InjectOptions & { as?: string } = {},
  ) => {
    const { as, ...more } = options;
    const headers = {
      host: 'localhost',
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Browser',
      ...(as !== undefined && { cookie: `platen=${as}` }),
      ...more.headers,
    };
    const answer = await app.inject({ ...more, method, url: `/api/dashboard/${path}`, headers });
    const said = answer.payload === '' ? undefined : answer.json();
    return { status: answer.statusCode, said, cookie: answer.headers['set-cookie'] };
  };
  const steps = (...names: string[]) => log.filter(([name]) => names.includes(String(name)));
  return { ask, steps, log };
}

const viewed = {
  signed_in: true,
  local: false,
  email: 'ann@example.com',
  account: 'home',
  role: 'admin',
  scopes: expect.arrayContaining(['keys']),
  accounts: [home, work],
  openid: 'Provider',
  version: '1.2.3',
};
const newCookie = expect.stringMatching(/^platen=[\w-]{43}; Path=\/; Max-Age=604800;/);
const noCookie = expect.stringContaining('Max-Age=0');
const created = (more: object = {}) => [
  'create',
  {
    userId: 'u1',
    account: 'home',
    address: '127.0.0.1',
    network: '127.0.0.1',
    agent: 'Browser',
    password: `hash of ${secretOfAnn}`,
    ...more,
  },
];
const began = { account: 'home', by: 'ann@example.com', action: 'session.began', details: { address: '127.0.0.1' } };

describe('signing in', () => {
  const signIn = (email = 'ann@example.com', password = secretOfAnn) => ({ payload: { email, password } });

  it('begins with the first account, and with a new secret', async () => {
    const { ask, steps } = open();
    expect(await ask('POST', 'session', signIn())).toEqual({ status: 200, said: { data: viewed }, cookie: newCookie });
    expect(steps('begin', 'succeed', 'end', 'create', 'noteSignIn', 'audit')).toEqual([
      ['begin', '127.0.0.1', 'ann@example.com', true],
      ['succeed'],
      created(),
      ['noteSignIn', 'u1'],
      ['audit', began],
    ]);
    expect(steps('knowsNetwork')).toEqual([['knowsNetwork', 'u1', '127.0.0.1']]);
  });

  it.each([
    ['of the same person ends, and keeps its account', 'old', ['end', 's1', 'u1'], 'work'],
    ['of another person ends', 'bob', ['end', 's2', 'u2'], 'home'],
    ['that does not hold is left', 'none', undefined, 'home'],
  ])('the earlier sign-in of the browser %s', async (_what, as, ended, account) => {
    const { ask, steps } = open();
    await ask('POST', 'session', { ...signIn(), as });
    expect(steps('end', 'create')).toEqual([...(ended ? [ended] : []), created({ account })]);
  });

  it.each([
    ['another password', {}, 'ann@example.com', 'wrong'],
    ['no password', { hasPassword: false }, 'ann@example.com', secretOfAnn],
    ['another address', {}, 'Eve@example.com', secretOfAnn],
  ])('with %s is refused in the same words', async (_what, given, email, password) => {
    const { ask, steps } = open(given);
    expect(await ask('POST', 'session', signIn(email, password))).toEqual({
      status: 400,
      said: wrong,
      cookie: undefined,
    });
    expect(steps('succeed', 'create')).toEqual([]);
    expect(steps('begin')).toEqual([['begin', '127.0.0.1', email.toLowerCase(), email.startsWith('ann')]]);
  });

  it('is refused without an account', async () => {
    const { ask, steps } = open({ memberships: [] });
    const said = ['forbidden', 'you are in no account; ask an admin to add you'];
    expect((await ask('POST', 'session', signIn())).said).toEqual(said);
    expect(steps('create')).toEqual([]);
  });

  it('is refused from another origin, and in a hurry', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const foreign = open();
    expect((await foreign.ask('POST', 'session', { ...signIn(), headers })).said[0]).toBe('forbidden');
    expect(foreign.log).toEqual([]);
    const hurry = open({ waitMs: 7 });
    expect((await hurry.ask('POST', 'session', signIn())).said).toEqual([
      'rate_limited',
      'too many requests of the dashboard',
    ]);
    expect(hurry.log).toEqual([['take', 'network 127.0.0.1']]);
  });

  it.each([
    [16_384, 'invalid_request'],
    [16_385, 'FST_ERR_CTP_BODY_TOO_LARGE'],
  ])('has a body of at most 16 KiB: %i', async (bytes, code) => {
    const payload = `"${'x'.repeat(bytes - 2)}"`;
    const headers = { 'content-type': 'application/json' };
    expect((await open().ask('POST', 'session', { payload, headers })).said[0]).toBe(code);
  });
});

describe('a sign-in', () => {
  it('is described', async () => {
    const { ask, steps } = open();
    const data = { ...viewed, account: 'work', role: 'viewer', scopes: expect.any(Array) };
    expect((await ask('GET', 'session', { as: 'old' })).said).toEqual({ data });
    const none = { ...viewed, signed_in: false, email: null, account: null, role: null, scopes: [], accounts: [] };
    for (const as of [undefined, 'wrong'])
      expect((await ask('GET', 'session', as === undefined ? {} : { as })).said).toEqual({ data: none });
    expect(steps('take')).toEqual(Array(3).fill(['take', 'network 127.0.0.1']));
  });

  it('is needed', async () => {
    const { ask } = open();
    expect((await ask('GET', 'sessions')).said).toEqual(['unauthorized', 'sign in first']);
  });

  it('ends', async () => {
    const { ask, steps } = open();
    expect(await ask('DELETE', 'session', { as: 'old' })).toEqual({ status: 204, said: undefined, cookie: noCookie });
    expect(steps('end', 'take')).toEqual([
      ['take', 'user:u1'],
      ['end', 's1', 'u1'],
    ]);
  });

  it('looks at another account of the person', async () => {
    const { ask, steps } = open();
    expect((await ask('PATCH', 'session', { as: 'old', payload: { account: 'home' } })).said).toEqual({ data: viewed });
    expect(steps('setAccount')).toEqual([['setAccount', 's1', 'home']]);
    const said = ['forbidden', 'you are not in this account'];
    expect((await ask('PATCH', 'session', { as: 'old', payload: { account: 'else' } })).said).toEqual(said);
    expect(steps('setAccount')).toHaveLength(1);
  });

  it('is one of a list', async () => {
    const data = [
      { id: 's1', current: true },
      { id: 's9', current: false },
    ];
    expect((await open().ask('GET', 'sessions', { as: 'old' })).said).toEqual({ data });
  });

  it('may be another that ends', async () => {
    const { ask, steps } = open();
    expect((await ask('DELETE', 'sessions/s9', { as: 'old' })).status).toBe(204);
    expect((await ask('DELETE', 'sessions/none', { as: 'old' })).said).toEqual([
      'not_found',
      'there is no such sign-in',
    ]);
    expect(steps('end')).toEqual([
      ['end', 's9', 'u1'],
      ['end', 'none', 'u1'],
    ]);
  });

  it('ends with all others', async () => {
    const { ask, steps } = open();
    expect(await ask('DELETE', 'sessions', { as: 'old' })).toEqual({ status: 204, said: undefined, cookie: noCookie });
    expect(steps('endAll')).toEqual([['endAll', 'u1']]);
  });
});

describe('the local dashboard', () => {
  async function enter() {
    const opened = open({ isLocal: true });
    const { cookie, said } = await opened.ask('POST', 'ticket', { payload: { ticket } });
    return { ...opened, said, as: /^platen=([^;]+)/.exec(String(cookie))?.[1] ?? '' };
  }

  it('is entered once with a ticket', async () => {
    const { ask, said } = await enter();
    expect(said.data).toMatchObject({ signed_in: true, local: true, email: null, account: 'home', role: 'admin' });
    const used = ['unauthorized', 'this ticket was used already, or is of another start'];
    expect((await ask('POST', 'ticket', { payload: { ticket } })).said).toEqual(used);
    expect((await open().ask('POST', 'ticket', { payload: { ticket } })).said).toEqual(used);
  });

  it('has no store of sign-ins', async () => {
    const { ask, as, steps } = await enter();
    expect((await ask('GET', 'sessions', { as })).said).toEqual({ data: [] });
    expect((await ask('DELETE', 'sessions/s1', { as })).said[0]).toBe('not_found');
    expect((await ask('PATCH', 'session', { as, payload: { account: 'home' } })).status).toBe(200);
    const payload = { old_password: secretOfAnn, password: 'other words here' };
    expect((await ask('PATCH', 'password', { as, payload })).said).toEqual([
      'forbidden',
      'this dashboard has no passwords',
    ]);
    expect((await ask('DELETE', 'session', { as })).cookie).toEqual(noCookie);
    expect((await ask('DELETE', 'sessions', { as })).cookie).toEqual(noCookie);
    expect(steps('end', 'endAll', 'setAccount')).toEqual([]);
  });
});

describe('a link', () => {
  const payload = { link: goodLink, password: 'other words here' };

  it('says whose it is', async () => {
    const { ask } = open();
    expect((await ask('POST', 'link', { payload: { link: goodLink } })).said).toEqual({
      data: { email: 'ann@example.com' },
    });
    expect((await ask('POST', 'link', { payload: { link: 'b'.repeat(43) } })).said).toEqual(usedLink);
  });

  it('sets a password once, ends all sign-ins and begins one', async () => {
    const { ask, steps } = open();
    expect(await ask('POST', 'password', { payload })).toMatchObject({ status: 200, cookie: newCookie });
    expect(steps('redeemLink', 'endAll', 'create', 'audit')).toEqual([
      ['redeemLink', 'hash of other words here'],
      ['endAll', 'u1'],
      ['audit', { account: 'home', by: 'ann@example.com', action: 'password.set' }],
      ['audit', { account: 'work', by: 'ann@example.com', action: 'password.set' }],
      created({ password: 'hash of other words here' }),
      ['audit', began],
    ]);
    expect((await ask('POST', 'password', { payload })).said).toEqual(usedLink);
    expect(steps('redeemLink')).toHaveLength(1);
  });

  it('that was used meanwhile sets no password', async () => {
    const { ask, steps } = open({ isChanged: true });
    expect((await ask('POST', 'password', { payload })).said).toEqual(usedLink);
    expect(steps('endAll', 'create')).toEqual([]);
  });
});

describe('a password', () => {
  const change = (old_password = secretOfAnn) => ({
    as: 'old',
    payload: { old_password, password: 'other words here' },
  });

  it('is changed by who knows it, which ends all sign-ins and begins one', async () => {
    const { ask, steps } = open();
    expect(await ask('PATCH', 'password', change())).toMatchObject({ status: 200, cookie: newCookie });
    expect(steps('setPassword', 'endAll', 'create')).toEqual([
      ['setPassword', 'u1', 'hash of other words here', `hash of ${secretOfAnn}`],
      ['endAll', 'u1'],
      created({ account: 'work', password: 'hash of other words here' }),
    ]);
  });

  it.each([
    ['by who does not know it', {}, 'wrong words here'],
    ['if it was changed meanwhile', { isChanged: true }, secretOfAnn],
  ])('is not changed %s', async (_what, given, old) => {
    const { ask, steps } = open(given);
    expect((await ask('PATCH', 'password', change(old))).said).toEqual(wrong);
    expect(steps('endAll', 'create')).toEqual([]);
  });
});
