import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openStore, type StoreLocation } from '../../src/store/index.ts';
import { openDatabase } from './open-database.ts';

/** How opening and closing behave, whatever the database. */
export function describeStore(makeLocation: () => Promise<StoreLocation>): void {
  describe('opening and closing', () => {
    test('keeps what was written before it was closed', async () => {
      const location = await makeLocation();
      const first = await openStore(location);
      const template = await first.templates.create('a', { name: 'Invoice', content: '<p>ü 漢 🎉</p>' });
      const key = await first.keys.create({ account: 'a', name: 'ci', key: 'k'.repeat(57) });
      await first.close();

      const second = await openStore(location);
      expect(await second.templates.get('a', template.id)).toEqual(template);
      expect(await second.keys.list()).toEqual([key]);
      await second.close();
    });

    test('lets many open the same new database at once and see each other', async () => {
      const location = await makeLocation();
      const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(location)));
      const created = await Promise.all(stores.map((store, n) => store.templates.create('a', { name: `${n}` })));
      for (const store of stores) {
        const { templates } = await store.templates.list('a', { limit: 100 });
        expect(templates.map(({ id }) => id).sort()).toEqual(created.map(({ id }) => id).sort());
      }
      await Promise.all(stores.map((store) => store.close()));
    });

    test('tells the same of itself to all who open it, and something else than any other', async () => {
      const location = await makeLocation();
      const stores = await Promise.all([location, location, await makeLocation()].map((place) => openStore(place)));
      const [one, same, other] = await Promise.all(stores.map((store) => store.identity()));
      expect(one).toMatch(/^[0-9a-f]{8}$/);
      expect(same).toBe(one);
      expect(other).not.toBe(one);
      expect(await stores[0]?.identity()).toBe(one);
      await Promise.all(stores.map((store) => store.close()));
    });

    test('works beside a newer platen that has added to the tables, and leaves what it added alone', async () => {
      const location = await makeLocation();
      await (await openStore(location)).close();
      const newer = await openDatabase(location);
      const versionOf = async () => {
        const { rows } = await newer.run((db) => versionQuery(location).execute(db));
        return Number(rows[0]?.version ?? rows[0]?.user_version);
      };
      const version = await versionOf();
      for (const statement of [
        "alter table templates add column later text default 'new'",
        "alter table api_keys add column later text not null default 'new'",
        'create table later_things (id text primary key)',
        'databaseUrl' in location
          ? `update platen_schema set version = ${version + 1}`
          : `pragma user_version = ${version + 1}`,
      ]) {
        await newer.run((db) => sql.raw(statement).execute(db));
      }

      const older = await openStore(location);
      const made = await older.templates.create('a', { name: 'n' });
      const changed = await older.templates.update('a', made.id, { name: 'm' });
      const key = 'k'.repeat(57);
      const stored = await older.keys.create({ account: 'a', name: 'ci', key });
      const shown = [changed, await older.templates.get('a', made.id), stored, await older.keys.list()];
      expect(JSON.stringify(shown)).not.toContain('later');
      expect(await older.keys.find(key)).toMatchObject({ account: 'a' });
      await older.close();
      expect(await versionOf()).toBe(version + 1);
      await newer.close();
    });

    test('answers a ping while it is open, and closes twice without an error', async () => {
      const store = await openStore(await makeLocation());
      await store.ping();
      await store.close();
      await store.close();
      await expect(store.ping()).rejects.toMatchObject({ name: 'StoreError', code: 'internal' });
    });
  });
}

function versionQuery(location: StoreLocation) {
  return sql<{ version?: number; user_version?: number }>`${sql.raw(
    'databaseUrl' in location ? 'select version from platen_schema' : 'pragma user_version',
  )}`;
}
