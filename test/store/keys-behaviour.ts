import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatApiKey } from '../../src/contract/index.ts';
import { type KeyStore, openStore, type Store, type StoreLocation } from '../../src/store/index.ts';
import { buildClock } from './test-clock.ts';

/** How API keys behave, whatever the database. */
export function describeKeys(makeLocation: () => Promise<StoreLocation>): void {
  describe('API keys', () => {
    const clock = buildClock();
    let location: StoreLocation;
    let store: Store;
    let keys: KeyStore;

    beforeAll(async () => {
      location = await makeLocation();
      store = await openStore(location, { now: clock.now });
      keys = store.keys;
    });
    afterAll(() => store?.close());

    const makeKey = () => formatApiKey(randomBytes(32));
    const lastUse = async (id: string) => (await keys.list()).find((key) => key.id === id)?.last_used_at;

    test('finds the account of a key and shows only its first and last characters', async () => {
      const key = makeKey();
      const stored = await keys.create({ account: 'a', name: 'ci', key });
      expect(stored).toEqual({
        id: expect.any(String),
        account: 'a',
        name: 'ci',
        first: key.slice(0, 11),
        last: key.slice(-4),
        created_at: clock.now().toISOString(),
        expires_at: null,
        last_used_at: null,
        revoked_at: null,
        scopes: ['render', 'templates:read', 'templates:write'],
        templates: null,
        folder: null,
        created_by: null,
      });
      const { id, scopes, templates } = stored;
      // Before the key is used, which is noted.
      expect(await keys.get(id)).toEqual(stored);
      expect(await keys.find(key)).toEqual({
        id,
        account: 'a',
        name: 'ci',
        scopes,
        templates,
        folder: null,
        expires_at: null,
      });
    });

    test.each(['', 'platen_', '\0', '\ud800', "' or 1=1 --", 'x'.repeat(100_000)])(
      'knows no key that was never made (%#)',
      async (key) => {
        expect(await keys.find(key)).toBeUndefined();
      },
    );

    test('does not know a key that differs by one character or by case', async () => {
      const key = makeKey();
      await keys.create({ account: 'a', name: 'n', key });
      expect(await keys.find(`${key} `)).toBeUndefined();
      expect(await keys.find(key.toUpperCase())).toBeUndefined();
      expect(await keys.find(key.slice(0, -1))).toBeUndefined();
    });

    test('refuses a revoked key at once, for every open store, and stays revoked as of the first time', async () => {
      const other = await openStore(location, { now: clock.now });
      const key = makeKey();
      const { id } = await keys.create({ account: 'a', name: 'n', key });
      expect(await other.keys.find(key)).toBeDefined();
      const revoked = await keys.revoke(id);
      expect(revoked.revoked_at).toBe(clock.now().toISOString());
      expect(await other.keys.find(key)).toBeUndefined();
      clock.move(1000);
      expect((await other.keys.revoke(id)).revoked_at).toBe(revoked.revoked_at);
      await other.close();
    });

    test('refuses a key from the millisecond on at which it expires', async () => {
      const key = makeKey();
      const expiresAt = new Date(clock.now().getTime() + 500);
      const stored = await keys.create({ account: 'a', name: 'n', key, expiresAt });
      expect(stored.expires_at).toBe(expiresAt.toISOString());
      clock.move(499);
      expect(await keys.find(key)).toBeDefined();
      clock.move(1);
      expect(await keys.find(key)).toBeUndefined();
    });

    test('keeps several keys of one account apart and lists them by account', async () => {
      const account = 'several';
      const [key, other] = [makeKey(), makeKey()];
      const first = await keys.create({ account, name: 'same name', key });
      const second = await keys.create({ account, name: 'same name', key: other });
      expect((await keys.list(account)).map(({ id }) => id)).toEqual([first.id, second.id]);
      expect((await keys.list()).length).toBe(await keys.count());
      expect(await keys.list('nobody')).toEqual([]);
      expect(await keys.list('')).toEqual([]);
      await keys.revoke(first.id);
      expect(await keys.find(key)).toBeUndefined();
      expect(await keys.find(other)).toMatchObject({ id: second.id, account });
      expect(await keys.list(account)).toHaveLength(2);
    });

    test('refuses a key that exists already, even a revoked one', async () => {
      const key = makeKey();
      const { id } = await keys.create({ account: 'a', name: 'n', key });
      await keys.revoke(id);
      const count = await keys.count();
      await expect(keys.create({ account: 'b', name: 'n', key })).rejects.toMatchObject({ code: 'invalid_request' });
      expect(await keys.count()).toBe(count);
      expect(await keys.find(key)).toBeUndefined();
    });

    test.each([
      { account: '', name: 'n', key: 'k'.repeat(57) },
      { account: 'a\0', name: 'n', key: 'k'.repeat(57) },
      { account: 'a', name: '', key: 'k'.repeat(57) },
      { account: 'a', name: 'a\nb', key: 'k'.repeat(57) },
      { account: 'a', name: 'n'.repeat(256), key: 'k'.repeat(57) },
      { account: 'a', name: 'n', key: 'short' },
      { account: 'a', name: 'n', key: 'k'.repeat(57), expiresAt: new Date('nonsense') },
      { account: 'a', name: 'n', key: 'k'.repeat(57), templates: [] },
      { account: 'a', name: 'n', key: 'k'.repeat(57), templates: ['no id'] },
    ])('refuses to create a key that is not valid (%#)', async (key) => {
      await expect(keys.create(key)).rejects.toMatchObject({ name: 'StoreError', code: 'invalid_request' });
    });

    test('keeps what a key may do, and who made it', async () => {
      const template = '0190A6C4-5b7e-7d3a-9f21-3c5d8e7f1a2b';
      const [key, createdBy] = [makeKey(), 'ada@example.com'];
      await keys.create({ account: 'a', name: 'n', key, scopes: ['render', 'keys'], templates: [template], createdBy });
      expect(await keys.find(key)).toMatchObject({ scopes: ['render', 'keys'], templates: [template.toLowerCase()] });
      expect((await keys.list()).at(-1)?.created_by).toBe(createdBy);
    });

    test('has a key end, never later than before', async () => {
      const key = makeKey();
      const { id } = await keys.create({ account: 'a', name: 'n', key });
      const end = new Date(clock.now().getTime() + 500);
      expect((await keys.expire(id, end)).expires_at).toBe(end.toISOString());
      expect((await keys.expire(id, new Date(end.getTime() + 1))).expires_at).toBe(end.toISOString());
      expect(await keys.find(key)).toBeDefined();
      clock.move(500);
      expect(await keys.find(key)).toBeUndefined();
    });

    test('leaves the keys of another account than the one named alone', async () => {
      const key = makeKey();
      const { id } = await keys.create({ account: 'a', name: 'n', key });
      const missing = { name: 'StoreError', code: 'not_found' };
      await expect(keys.get(id, 'b')).rejects.toMatchObject(missing);
      await expect(keys.revoke(id, 'b')).rejects.toMatchObject(missing);
      await expect(keys.expire(id, clock.now(), 'b')).rejects.toMatchObject(missing);
      expect(await keys.find(key)).toBeDefined();
    });

    test.each(['', 'x', '\0', '00000000-0000-7000-8000-000000000000'])(
      'revokes nothing under the id %j',
      async (id) => {
        await expect(keys.revoke(id)).rejects.toMatchObject({ name: 'StoreError', code: 'not_found' });
      },
    );

    test('notes a use at most once a minute', async () => {
      const key = makeKey();
      const { id } = await keys.create({ account: 'a', name: 'n', key });
      const first = clock.now().toISOString();
      await Promise.all(Array.from({ length: 20 }, () => keys.find(key)));
      await expect.poll(() => lastUse(id)).toBe(first);

      clock.move(59_999);
      await keys.find(key);
      const other = await openStore(location, { now: clock.now });
      await other.keys.find(key);
      await other.close();
      expect(await lastUse(id)).toBe(first);

      clock.move(1);
      await keys.find(key);
      await expect.poll(() => lastUse(id)).toBe(clock.now().toISOString());
    });

    test('has noted the last use before it is closed', async () => {
      const other = await openStore(location, { now: clock.now });
      const key = makeKey();
      const { id } = await other.keys.create({ account: 'a', name: 'n', key });
      await other.keys.find(key);
      await other.close();
      expect(await lastUse(id)).toBe(clock.now().toISOString());
    });
  });
}
