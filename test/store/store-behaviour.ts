import { describe, expect, test } from 'vitest';
import { openStore, type StoreLocation } from '../../src/store/index.ts';

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

    test('answers a ping while it is open, and closes twice without an error', async () => {
      const store = await openStore(await makeLocation());
      await store.ping();
      await store.close();
      await store.close();
      await expect(store.ping()).rejects.toMatchObject({ name: 'StoreError', code: 'internal' });
    });
  });
}
