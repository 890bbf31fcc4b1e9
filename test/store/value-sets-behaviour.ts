import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore, type Store, type StoreLocation } from '../../src/store/index.ts';
import { openDatabase } from './open-database.ts';
import type { OpenTwoStores } from './share-two-stores.ts';
import { buildClock } from './test-clock.ts';

/** How named sets of values and schemas of templates behave, whatever the database. */
export function describeValueSets(openTwoStores: OpenTwoStores, makeLocation: () => Promise<StoreLocation>): void {
  describe('sets of values and schemas', () => {
    const clock = buildClock();
    let store: Store;
    let location: StoreLocation;
    beforeAll(async () => {
      location = await makeLocation();
      store = await openStore(location, { now: clock.now });
    });
    afterAll(() => store?.close());
    let count = 0;
    let account = '';
    const make = async () => {
      count += 1;
      account = `values-${count}`;
      const { id } = await store.templates.create(account, { name: 'Invoice', slug: 'invoice', content: 'x' });
      return id;
    };
    const read = async (id: string, choice = {}) => {
      const { sets, schema } = await store.valueSets.read(account, id, choice);
      return { sets, schema };
    };
    const heads = async (id: string) =>
      (await store.revisions.list(account, id, { limit: 50 })).revisions.map(
        ({ revision, value_sets, values_schema }) => [revision, value_sets.join(), values_schema],
      );

    test('begin empty; each change is a revision with its author and reason', async () => {
      const id = await make();
      expect(await store.valueSets.read(account, id)).toEqual({ revision: 1, sets: {}, schema: null });
      const change = { sets: { paid: { total: 1.5, Ünïcode: ['"'] } }, schema: { type: 'object' } };
      const changed = await store.valueSets.change(account, id, change, undefined, 'ada', 'More values');
      expect(changed).toEqual({ version: 2, revision: 2, ...change });
      expect(await store.valueSets.read(account, id)).toEqual({ revision: 2, ...change });
      expect(await store.revisions.get(account, id, 2)).toMatchObject({
        ...{ created_by: 'ada', message: 'More values', value_sets: ['paid'], values_schema: true },
      });
      expect((await store.templates.get(account, id)).version).toBe(2);
    });

    test('change one by one; null deletes, and the order of fields stays', async () => {
      const id = await make();
      await store.valueSets.change(account, id, { sets: { b: { z: 1, a: 2 }, a: {} }, schema: {} });
      await store.valueSets.change(account, id, { sets: { a: { n: 1 } } });
      expect(JSON.stringify(await read(id))).toBe('{"sets":{"a":{"n":1},"b":{"z":1,"a":2}},"schema":{}}');
      await store.valueSets.change(account, id, { sets: { a: null, c: {} }, schema: null });
      expect(await read(id)).toEqual({ sets: { b: { z: 1, a: 2 }, c: {} }, schema: null });
      await expect(store.valueSets.change(account, id, { sets: { a: null } })).rejects.toMatchObject({
        ...{ code: 'values_not_found', message: 'the template has no values "a"; it has b, c' },
      });
      await expect(store.valueSets.change(account, id, { schema: null })).rejects.toMatchObject({
        ...{ code: 'values_not_found', message: 'the template has no schema of its values' },
      });
    });

    test('are pinned by each revision, also of other changes, and come back with it', async () => {
      const id = await make();
      await store.valueSets.change(account, id, { sets: { a: { n: 1 } }, schema: { title: 'one' } });
      await store.templates.update(account, id, { content: 'y' });
      await store.valueSets.change(account, id, { sets: { a: null, b: { n: 2 } }, schema: { title: 'two' } });
      await store.labels.set(account, id, 'old', 3);
      clock.move(3 * 86_400_000);
      expect(await read(id, { revision: 3 })).toEqual({ sets: { a: { n: 1 } }, schema: { title: 'one' } });
      expect(await read(id, { label: 'old' })).toEqual({ sets: { a: { n: 1 } }, schema: { title: 'one' } });
      expect(await read(id, { revision: 1 })).toEqual({ sets: {}, schema: null });
      await store.templates.restore(account, id, 2);
      expect(await read(id)).toEqual({ sets: { a: { n: 1 } }, schema: { title: 'one' } });
      await store.templates.restore(account, id, 1);
      expect(await read(id)).toEqual({ sets: {}, schema: null });
      expect(await heads(id)).toEqual([
        ...[
          [6, '', false],
          [5, 'a', true],
          [4, 'b', true],
          [3, 'a', true],
          [2, 'a', true],
          [1, '', false],
        ],
      ]);
      const missing = { code: 'revision_not_found' };
      await expect(read(id, { revision: 9 })).rejects.toMatchObject(missing);
    });

    test('are what a render chooses: the schema of its revision, and the values by their name', async () => {
      const id = await make();
      expect(await store.revisions.choose(account, id)).not.toHaveProperty('schema');
      await store.valueSets.change(account, id, { sets: { a: { n: 1 } }, schema: { title: 'one' } });
      await store.valueSets.change(account, id, { sets: { a: { n: 2 } }, schema: { title: 'two' } });
      const choose = async (choice: object) => {
        const { schema, preview_context } = await store.revisions.choose(account, 'invoice', choice);
        return [schema, preview_context];
      };
      expect(await choose({})).toEqual(['{"title":"two"}', {}]);
      expect(await choose({ values: 'a' })).toEqual(['{"title":"two"}', { n: 2 }]);
      expect(await choose({ values: 'a', revision: 2 })).toEqual(['{"title":"one"}', { n: 1 }]);
      await store.labels.set(account, id, 'live', 2);
      expect(await choose({ values: 'a' })).toEqual(['{"title":"one"}', { n: 1 }]);
      const none = { code: 'values_not_found', message: 'the template has no values "b"; it has a' };
      await expect(choose({ values: 'b' })).rejects.toMatchObject(none);
      // Sets of values are no files of the template.
      expect((await store.revisions.choose(account, id, { revision: 2 })).files.assets).toEqual({});
    });

    test('are limited for each template', async () => {
      const id = await make();
      const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`n${n}`, {}]));
      const limit = 'a template has at most 50 sets of values, and 8 MiB of them with the schema';
      const tooMany = { code: 'too_large', message: limit };
      await expect(store.valueSets.change(account, id, { sets: many })).rejects.toMatchObject(tooMany);
      const large = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`n${n}`, { n, x: 'x'.repeat(1_000_000) }]));
      await expect(store.valueSets.change(account, id, { sets: large })).rejects.toMatchObject(tooMany);
      expect((await store.valueSets.read(account, id)).revision).toBe(1);
    });

    test('are those of their account alone, and go with the template', async () => {
      const id = await make();
      await store.valueSets.change(account, id, { sets: { a: {} } });
      await expect(store.valueSets.read('values-other', id)).rejects.toMatchObject({ code: 'template_not_found' });
      await expect(store.valueSets.change('values-other', id, { sets: { a: {} } })).rejects.toMatchObject({
        code: 'template_not_found',
      });
      await store.templates.delete(account, id);
      await expect(read(id)).rejects.toMatchObject({ code: 'template_not_found' });
    });

    test('with a version, are changed only if it is that of the template', async () => {
      const id = await make();
      await store.valueSets.change(account, id, { sets: { a: {} } }, 1);
      await expect(store.valueSets.change(account, id, { sets: { b: {} } }, [1, 7])).rejects.toMatchObject({
        code: 'template_changed',
      });
      expect((await read(id)).sets).toEqual({ a: {} });
    });

    test('stay when an older platen, which does not know them, changes the template', async () => {
      const id = await make();
      await store.valueSets.change(account, id, { sets: { a: { n: 1 } }, schema: { title: 'one' } });
      const older = await openDatabase(location);
      await older.run((db) =>
        db
          .updateTable('templates')
          .set((row) => ({ content: 'by the older one', version: row('version', '+', 1) }))
          .where('id', '=', id)
          .execute(),
      );
      await older.close();
      expect(await store.valueSets.read(account, id)).toEqual({
        ...{ revision: 3, sets: { a: { n: 1 } }, schema: { title: 'one' } },
      });
    });

    test('that two services change at the same time are all kept, with each change of the template', async () => {
      const { one, two } = await openTwoStores(async (opened) => opened);
      const { id } = await one.templates.create('b', { name: 'Shared', content: '0' });
      const write = async (mine: Store, name: string) => {
        for (let n = 1; n <= 10; n += 1) {
          await mine.valueSets.change('b', id, { sets: { [`${name}${n}`]: { n } } });
          await mine.templates.update('b', id, { content: `${name}${n}` });
        }
      };
      await Promise.all([write(one, 'x'), write(two, 'y')]);
      const { sets, revision } = await two.valueSets.read('b', id);
      expect([Object.keys(sets).length, revision]).toEqual([20, 41]);
    });
  });
}
