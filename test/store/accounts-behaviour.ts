import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AccountStores,
  type NewRenderEntry,
  openStore,
  type Store,
  type StoreLocation,
} from '../../src/store/index.ts';
import { buildClock } from './test-clock.ts';

const hour = 3_600_000;
const makeSecret = () => randomBytes(32).toString('base64url');

/** How people, sign-ins and records behave, whatever the database. */
export function describeAccounts(makeLocation: () => Promise<StoreLocation>): void {
  describe('accounts', () => {
    const clock = buildClock();
    let store: Store;
    let accounts: AccountStores;

    beforeAll(async () => {
      store = await openStore(await makeLocation(), { now: clock.now });
      accounts = await store.accounts();
    });
    afterAll(() => store?.close());

    describe('people', () => {
      test('are found by their address, whatever its case, and made once', async () => {
        const { users } = accounts;
        const ada = await users.create('Ada@Example.com');
        expect(ada).toEqual({ id: expect.any(String), email: 'ada@example.com', password: null });
        expect(await users.create('ADA@example.com ')).toEqual(ada);
        expect(await users.find('aDa@example.com')).toEqual(ada);
        expect(await users.find('bob@example.com')).toBeUndefined();
      });

      test('belong to accounts in a role, which can change', async () => {
        const { users } = accounts;
        const { id } = await users.create('member@example.com');
        await users.setRole(id, 'b', 'editor');
        await users.setRole(id, 'a', 'admin');
        expect(await users.memberships(id)).toEqual([
          { account: 'a', role: 'admin' },
          { account: 'b', role: 'editor' },
        ]);
        await users.setRole(id, 'b', 'viewer');
        expect(await users.members('b')).toEqual([
          {
            id,
            email: 'member@example.com',
            account: 'b',
            role: 'viewer',
            created_at: clock.now().toISOString(),
            last_sign_in_at: null,
            has_password: false,
          },
        ]);
      });

      test('keep one admin in each account', async () => {
        const { users } = accounts;
        const [first, second] = [await users.create('first@example.com'), await users.create('second@example.com')];
        await users.setRole(first.id, 'kept', 'admin');
        await users.setRole(second.id, 'kept', 'editor');
        const refused = { code: 'invalid_request', message: expect.stringContaining('needs an admin') };
        await expect(users.setRole(first.id, 'kept', 'viewer')).rejects.toMatchObject(refused);
        await expect(users.remove(first.id, 'kept')).rejects.toMatchObject(refused);
        await users.setRole(second.id, 'kept', 'admin');
        await users.remove(first.id, 'kept');
        expect((await users.members('kept')).map(({ email }) => email)).toEqual(['second@example.com']);
        expect(await users.find('first@example.com')).toBeUndefined();
      });

      test('cannot be taken out of an account that they are not in', async () => {
        const { users } = accounts;
        const { id } = await users.create('elsewhere@example.com');
        await users.setRole(id, 'here', 'viewer');
        await expect(users.remove(id, 'there')).rejects.toMatchObject({ code: 'not_found' });
        await expect(users.remove('none', 'here')).rejects.toMatchObject({ code: 'not_found' });
        expect(await users.members('here')).toHaveLength(1);
      });

      test('have one link at a time, which works once and for its time', async () => {
        const { users } = accounts;
        const { id } = await users.create('link@example.com');
        const [first, second] = [makeSecret(), makeSecret()];
        const end = () => new Date(clock.now().getTime() + 1000);
        await users.createLink(id, first, end());
        await users.createLink(id, second, end());
        expect(await users.findLink(first)).toBeUndefined();
        expect((await users.findLink(second))?.id).toBe(id);
        const uses = await Promise.all(['x', 'y', 'z'].map((password) => users.redeemLink(second, password)));
        const [redeemed, ...more] = uses.filter(Boolean);
        expect([redeemed?.id, more]).toEqual([id, []]);
        expect((await users.find('link@example.com'))?.password).toBe(redeemed?.password);
        await users.createLink(id, first, end());
        clock.move(1000);
        expect(await users.findLink(first)).toBeUndefined();
        expect(await users.redeemLink(first, 'x')).toBeUndefined();
      });

      test('have no link for an account once they are in another', async () => {
        const { users } = accounts;
        const { id } = await users.create('linked@example.com');
        const [first, second] = [makeSecret(), makeSecret()];
        const end = new Date(clock.now().getTime() + 1000);
        await users.setRole(id, 'linked', 'viewer');
        expect(await users.createLink(id, first, end, 'linked')).toBe(true);
        await users.setRole(id, 'other', 'viewer');
        expect(await users.createLink(id, second, end, 'linked')).toBe(false);
        expect([await users.findLink(second), (await users.findLink(first))?.id]).toEqual([undefined, id]);
        expect(await users.createLink(id, second, end)).toBe(true);
      });

      test('set another password only where the earlier one is still theirs', async () => {
        const { users } = accounts;
        const { id } = await users.create('password@example.com');
        expect(await users.setPassword(id, 'second', 'first')).toBe(false);
        expect(await users.setPassword(id, 'first')).toBe(true);
        expect(await users.setPassword(id, 'second', 'first')).toBe(true);
        expect(await users.setPassword(id, 'third', 'first')).toBe(false);
        expect((await users.find('password@example.com'))?.password).toBe('second');
      });
    });

    describe('who joins an account', () => {
      /** Somebody with every way in that there is. */
      async function makeKnown(email: string) {
        const { users, sessions } = accounts;
        const { id } = await users.create(email);
        await users.setRole(id, 'before', 'viewer');
        await users.setPassword(id, 'old password');
        await users.setOpenId(id, email);
        const [link, secret] = [makeSecret(), makeSecret()];
        await users.createLink(id, link, new Date(clock.now().getTime() + 1000));
        await sessions.create({ secret, userId: id, account: 'before', address: '::1', network: '::1', agent: 'Test' });
        const waysIn = async () => ({
          password: (await users.find(email))?.password,
          openid: await users.hasOpenId(id),
          link: (await users.findLink(link)) !== undefined,
          signedIn: (await sessions.find(secret)) !== undefined,
          known: await sessions.knowsNetwork(id, '::1'),
        });
        return { id, waysIn };
      }
      const all = { password: 'old password', openid: true, link: true, signedIn: true, known: true };
      const none = { password: null, openid: false, link: false, signedIn: false, known: false };

      test('starts again, and stays where they were', async () => {
        const { id, waysIn } = await makeKnown('joins@example.com');
        expect(await waysIn()).toEqual(all);
        await accounts.users.join(id, 'joined', 'editor');
        expect(await waysIn()).toEqual(none);
        expect(await accounts.users.memberships(id)).toEqual([
          { account: 'before', role: 'viewer' },
          { account: 'joined', role: 'editor' },
        ]);
      });

      test('by what a provider says starts again, too, but is still known to the provider', async () => {
        const { id, waysIn } = await makeKnown('led@example.com');
        await accounts.users.setMemberships(id, [{ account: 'before', role: 'admin' }]);
        expect(await waysIn()).toEqual(all);
        await accounts.users.setMemberships(id, [{ account: 'led', role: 'viewer' }]);
        expect(await waysIn()).toEqual({ ...none, openid: true });
      });
    });

    describe('sign-ins', () => {
      async function signIn(email: string, network = '192.0.2.1') {
        const { id: userId } = await accounts.users.create(email);
        await accounts.users.setRole(userId, 'a', 'admin');
        const secret = makeSecret();
        await accounts.sessions.create({ secret, userId, account: 'a', address: '192.0.2.1', network, agent: 'Test' });
        return { userId, secret };
      }

      test('are found by their cookie, with the accounts of the person', async () => {
        const { userId, secret } = await signIn('s1@example.com');
        expect(await accounts.sessions.find(secret)).toEqual({
          id: expect.any(String),
          userId,
          email: 's1@example.com',
          account: 'a',
          memberships: [{ account: 'a', role: 'admin' }],
        });
        expect(await accounts.sessions.find(makeSecret())).toBeUndefined();
      });

      test('hold 12 hours after a use, and 7 days at most', async () => {
        const { secret } = await signIn('s2@example.com');
        clock.move(12 * hour - 1);
        expect(await accounts.sessions.find(secret)).toBeDefined();
        for (let used = 0; used < 13; used += 1) {
          clock.move(11 * hour);
          expect(await accounts.sessions.find(secret)).toBeDefined();
        }
        clock.move(13 * hour);
        expect(await accounts.sessions.find(secret)).toBeUndefined();
        const idle = await signIn('s2@example.com');
        clock.move(12 * hour);
        expect(await accounts.sessions.find(idle.secret)).toBeUndefined();
      });

      test('end one by one or everywhere, and only their owner ends them', async () => {
        const { sessions } = accounts;
        const [mine, other] = [await signIn('s3@example.com'), await signIn('s4@example.com')];
        const second = await signIn('s3@example.com');
        const [newest, oldest] = await sessions.list(mine.userId);
        expect(await sessions.end(oldest?.id ?? '', other.userId)).toBe(false);
        expect(await sessions.end(oldest?.id ?? '', mine.userId)).toBe(true);
        expect(await sessions.find(mine.secret)).toBeUndefined();
        expect(await sessions.list(mine.userId)).toEqual([newest]);
        await sessions.endAll(mine.userId);
        expect(await sessions.find(second.secret)).toBeUndefined();
        expect(await sessions.find(other.secret)).toBeDefined();
        expect(await sessions.end('none', other.userId)).toBe(false);
      });

      test('look at an account of the person, and at another where that one is gone', async () => {
        const { users, sessions } = accounts;
        const { userId, secret } = await signIn('s5@example.com');
        const { id: helper } = await users.create('helper@example.com');
        await users.setRole(helper, 'z', 'admin');
        await users.setRole(userId, 'z', 'viewer');
        const id = (await sessions.find(secret))?.id ?? '';
        await sessions.setAccount(id, 'z');
        expect((await sessions.find(secret))?.account).toBe('z');
        await users.remove(userId, 'z');
        expect((await sessions.find(secret))?.account).toBe('a');
      });

      test('do not begin with a password that is another by now', async () => {
        const { users, sessions } = accounts;
        const { userId } = await signIn('s7@example.com');
        const place = { account: 'a', address: '::1', network: '::1', agent: 'Test' };
        const begin = (secret: string, password: string) => sessions.create({ secret, userId, password, ...place });
        await users.setPassword(userId, 'old');
        const [first, second] = [makeSecret(), makeSecret()];
        expect(await begin(first, 'old')).toBe(true);
        await users.setPassword(userId, 'new');
        expect(await begin(second, 'old')).toBe(false);
        expect([(await sessions.find(first))?.userId, await sessions.find(second)]).toEqual([userId, undefined]);
      });

      test('tell where somebody has signed in from', async () => {
        const { userId } = await signIn('s6@example.com', '198.51.100.7');
        expect(await accounts.sessions.knowsNetwork(userId, '198.51.100.7')).toBe(true);
        expect(await accounts.sessions.knowsNetwork(userId, '198.51.100.8')).toBe(false);
      });
    });

    describe('records', () => {
      const render = (changes: Partial<NewRenderEntry> = {}): NewRenderEntry => ({
        account: 'r',
        at: clock.now().getTime(),
        source: 'html',
        template: null,
        key: null,
        by: 'ada@example.com',
        pages: 2,
        bytes: 1000,
        timings: { queue_ms: 0, load_ms: 1, print_ms: 2, bind_ms: 3 },
        ms: 6.5,
        warnings: [],
        error: null,
        request_id: 'x',
        shape: { parts: 1 },
        ...changes,
      });
      const error = {
        code: 'page_failed',
        detail: 'The page answered with status 500.',
        stage: 'load',
        part: 0,
      } as const;

      test('of what was done come newest first, page by page, of one account alone', async () => {
        const { audit } = accounts;
        for (const name of ['1', '2', '3']) {
          await audit.add({ account: 'a', by: 'ada', action: 'key.created', target: { id: name, name } });
        }
        await audit.add({ account: 'b', by: 'bob', action: 'user.added', details: { role: 'viewer' } });
        const first = await audit.list('a', { limit: 2 });
        expect(first.entries.map(({ target }) => target?.id)).toEqual(['3', '2']);
        const second = await audit.list('a', { limit: 2, after: first.next ?? '' });
        expect(second).toMatchObject({
          entries: [{ target: { id: '1', name: '1' }, by: 'ada', details: {} }],
          next: null,
        });
        expect((await audit.list('b', { limit: 2 })).entries).toMatchObject([{ details: { role: 'viewer' } }]);
      });

      test('of renders are found by outcome, key, template and time', async () => {
        const { renders } = accounts;
        await renders.add([
          render({ request_id: 'plain' }),
          render({ request_id: 'keyed', key: 'k', template: 't', source: 'template' }),
          render({ request_id: 'failed', error, pages: null, bytes: null, timings: null }),
          render({ request_id: 'warned', warnings: [{ part: 0, code: 'resource_failed', detail: 'x' }] as never }),
          render({ request_id: 'theirs', account: 'other' }),
        ]);
        const ids = async (filter: object) =>
          (await renders.list('r', { limit: 100, ...filter })).entries.map(({ request_id }) => request_id).sort();
        expect(await ids({})).toEqual(['failed', 'keyed', 'plain', 'warned']);
        expect(await ids({ outcome: 'failed' })).toEqual(['failed']);
        expect(await ids({ outcome: 'ok' })).toEqual(['keyed', 'plain', 'warned']);
        expect(await ids({ outcome: 'warnings' })).toEqual(['warned']);
        expect(await ids({ key: 'k' })).toEqual(['keyed']);
        expect(await ids({ template: 't' })).toEqual(['keyed']);
        expect(await ids({ to: clock.now().getTime() })).toEqual([]);
        expect(await ids({ from: clock.now().getTime() })).toHaveLength(4);
        const [entry] = (await renders.list('r', { limit: 1, outcome: 'failed' })).entries;
        expect(await renders.get('r', entry?.id ?? '')).toEqual({
          id: entry?.id,
          at: clock.now().toISOString(),
          source: 'html',
          template: null,
          key: null,
          by: 'ada@example.com',
          pages: null,
          bytes: null,
          timings: null,
          ms: 6.5,
          warnings: [],
          error,
          request_id: 'failed',
          shape: { parts: 1 },
          kept: false,
        });
        await expect(renders.get('other', entry?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
        await expect(renders.get('r', 'none')).rejects.toMatchObject({ code: 'not_found' });
      });

      test('of renders keep the request and the PDF byte for byte where they are given, and go with time', async () => {
        const { renders } = accounts;
        const pdf = randomBytes(5000);
        await renders.add([render({ account: 'kept', request: '{"parts":{"html":"ü"}}', pdf })]);
        const [entry] = (await renders.list('kept', { limit: 1 })).entries;
        expect(entry?.kept).toBe(true);
        const kept = await renders.getKept('kept', entry?.id ?? '');
        expect(kept.request).toBe('{"parts":{"html":"ü"}}');
        expect(Buffer.from(kept.pdf ?? []).equals(pdf)).toBe(true);
        await expect(renders.getKept('r', entry?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
        await renders.dropBefore(clock.now().getTime());
        expect((await renders.list('kept', { limit: 1 })).entries).toHaveLength(1);
        await renders.dropBefore(clock.now().getTime() + 1);
        expect((await renders.list('kept', { limit: 1 })).entries).toHaveLength(0);
      });

      test('of usage add up by day and key', async () => {
        const { usage } = accounts;
        const day = { account: 'u', renders: 1, failures: 0, pages: 3, bytes: 10 };
        await usage.add([
          { ...day, day: '2026-01-31', key: 'k' },
          { ...day, day: '2026-02-01', key: null },
        ]);
        await usage.add([{ ...day, day: '2026-02-01', key: null, failures: 1 }]);
        expect(await usage.list('u', '2026-02-01')).toEqual([
          { day: '2026-02-01', key: null, renders: 2, failures: 1, pages: 6, bytes: 20 },
        ]);
        expect(await usage.sum('u', '2026-01-01')).toEqual({ renders: 3, pages: 9 });
        expect(await usage.sum('nobody', '2026-01-01')).toEqual({ renders: 0, pages: 0 });
      });

      test('of quotas say how much an account may', async () => {
        const { usage } = accounts;
        expect(await usage.quota('q')).toEqual({ renders: null, pages: null });
        await usage.setQuota('q', { renders: 10, pages: null });
        await usage.setQuota('q', { renders: 20, pages: 5 });
        expect(await usage.quota('q')).toEqual({ renders: 20, pages: 5 });
        expect(await usage.quotas()).toEqual([{ account: 'q', renders: 20, pages: 5 }]);
      });

      test('of templates are searched by name, sorted, and say who changed them', async () => {
        for (const name of ['Beta', 'alpha 100%', 'alpha_2']) {
          await store.templates.create('search', { name }, 'ada@example.com');
          clock.move(1);
        }
        const find = async (query: object) =>
          (await accounts.searchTemplates('search', { sort: 'name', limit: 10, ...query })).templates.map(
            ({ name }) => name,
          );
        expect(await find({ search: 'ALPHA' })).toEqual(['alpha 100%', 'alpha_2']);
        expect(await find({ search: '0%' })).toEqual(['alpha 100%']);
        expect(await find({ search: 'a_2' })).toEqual(['alpha_2']);
        expect(await find({ search: 'x' })).toEqual([]);
        expect(await find({ sort: 'inserted' })).toEqual(['alpha_2', 'alpha 100%', 'Beta']);
        const first = await accounts.searchTemplates('search', { sort: 'updated', limit: 2 });
        expect(first.templates[0]).toMatchObject({ name: 'alpha_2', updated_by: 'ada@example.com', version: 1 });
        expect(await find({ sort: 'updated', after: first.next ?? '' })).toEqual(['Beta']);
        await expect(accounts.searchTemplates('search', { sort: 'name', limit: 1, after: '-1' })).rejects.toMatchObject(
          {
            code: 'invalid_request',
          },
        );
      });
    });
  });
}
