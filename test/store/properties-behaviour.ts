import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore, type Store, type StoreLocation } from '../../src/store/index.ts';
import { makeOldDatabase } from './old-database.ts';
import { openDatabase } from './open-database.ts';
import type { OpenTwoStores } from './share-two-stores.ts';

const unknown = '0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2b';

/** How slugs, folders and tags of templates behave, whatever the database. */
export function describeProperties(openTwoStores: OpenTwoStores, makeLocation: () => Promise<StoreLocation>): void {
  describe('slugs, folders and tags', () => {
    let store: Store;
    let count = 0;
    let account = '';
    beforeAll(async () => {
      store = await openStore(await makeLocation());
    });
    afterAll(() => store?.close());
    const newAccount = () => {
      count += 1;
      account = `properties-${count}`;
      return account;
    };
    const make = async (fields: object) => (await store.templates.create(account, { name: 'n', ...fields })).id;
    const slugOf = async (id: string) => (await store.properties.get(account, id)).slug;
    const list = async (page: object) =>
      (await store.templates.list(account, { limit: 100, fields: ['slug'], ...page })).templates.map(
        ({ slug }) => slug,
      );

    test('are derived, empty and none by default, and change without a revision', async () => {
      newAccount();
      const id = await make({ name: 'Größe (EU)' });
      const before = await store.templates.get(account, id);
      expect(await store.properties.get(account, id)).toEqual({
        ...{ id, name: 'Größe (EU)', slug: 'große-eu', kind: 'template', folder: '', tags: [] },
        ...{ inserted_at: before.inserted_at, updated_at: before.updated_at },
      });
      const changes = { slug: 'size', folder: 'invoices/de', tags: ['eu', 'b', 'eu'] };
      expect(await store.properties.set(account, id.toUpperCase(), changes)).toMatchObject({
        ...{ slug: 'size', folder: 'invoices/de', tags: ['b', 'eu'] },
      });
      expect(await store.templates.get(account, id)).toEqual(before);
      expect((await store.revisions.list(account, id, { limit: 9 })).revisions).toHaveLength(1);
      await store.properties.set(account, id, { tags: [] });
      expect(await store.properties.get(account, 'size')).toMatchObject({ folder: 'invoices/de', tags: [] });
    });

    test('give each template of an account another slug, also for many at once', async () => {
      newAccount();
      const { one, two } = await openTwoStores(async (opened) => opened);
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? one : two).templates.create(account, { name: 'Invoice' })),
      );
      const slugs = await Promise.all(
        made.map(async (template) => (await one.properties.get(account, template.id)).slug),
      );
      expect(new Set(slugs).size).toBe(20);
      expect(slugs).toContain('invoice');
      expect(slugs.every((slug) => /^invoice(-\d+)?$/.test(slug))).toBe(true);
      const other = await one.templates.create('properties-other', { name: 'Invoice' });
      expect((await one.properties.get('properties-other', other.id)).slug).toBe('invoice');
    });

    test('refuse the slug of another template, and of another kind', async () => {
      newAccount();
      const first = await make({ slug: 'invoice' });
      const second = await make({ slug: 'report' });
      const taken = { code: 'slug_taken', message: 'the slug "invoice" is that of another template' };
      await expect(store.templates.create(account, { name: 'n', slug: 'invoice' })).rejects.toMatchObject(taken);
      await expect(store.properties.set(account, second, { slug: 'invoice' })).rejects.toMatchObject(taken);
      expect(await slugOf(second)).toBe('report');
      await store.properties.set(account, first, { slug: 'invoice' });
      await expect(store.properties.set(account, first, { slug: 'partials/invoice' })).rejects.toThrow(
        '"partials/invoice" is the slug of a partial, not of a template',
      );
      await expect(store.properties.set('properties-other', first, { slug: 'x' })).rejects.toMatchObject({
        code: 'template_not_found',
      });
    });

    test('find a template by its slug, and name a similar one for an unknown', async () => {
      newAccount();
      const id = await make({ slug: 'invoice' });
      expect((await store.properties.get(account, 'invoice')).id).toBe(id);
      expect(await store.revisions.choose(account, 'invoice')).toMatchObject({ id, revision: 1 });
      await store.templates.update(account, id, { content: 'new' });
      expect(await store.revisions.choose(account, 'invoice', { revision: 1 })).toMatchObject({ content: '' });
      await expect(store.revisions.choose(account, 'invoce')).rejects.toMatchObject({
        ...{ code: 'template_not_found', message: 'there is no template "invoce"; did you mean "invoice"?' },
      });
      await expect(store.properties.get('properties-other', 'invoice')).rejects.toMatchObject({
        ...{ code: 'template_not_found', message: 'there is no template "invoice"' },
      });
      await expect(store.properties.get(account, 'in\0voice')).rejects.toMatchObject({ code: 'template_not_found' });
    });

    test('filter lists: by folder with those below it, by tag, by a part of name or slug, and by kind', async () => {
      newAccount();
      await make({ slug: 'a', folder: 'invoices', tags: ['eu'] });
      await make({ slug: 'b', folder: 'invoices/de', tags: ['eu-2'] });
      await make({ slug: 'c', folder: 'invoices-old', name: '50% Off_x' });
      await make({ slug: 'partials/header', name: 'partials/header' });
      await make({ slug: 'layouts/letter', name: 'layouts/letter' });
      expect(await list({})).toEqual(['a', 'b', 'c']);
      expect(await list({ folder: 'invoices' })).toEqual(['a', 'b']);
      expect(await list({ folder: 'invoices/de' })).toEqual(['b']);
      expect(await list({ folder: 'invoices/d' })).toEqual([]);
      expect(await list({ tag: 'eu' })).toEqual(['a']);
      expect(await list({ tag: 'e_' })).toEqual([]);
      expect(await list({ search: 'OFF_' })).toEqual(['c']);
      expect(await list({ search: '0% o' })).toEqual(['c']);
      expect(await list({ search: 'b' })).toEqual(['b']);
      expect(await list({ kind: 'partial' })).toEqual(['partials/header']);
      expect(await list({ kind: 'any', search: 'layouts' })).toEqual(['layouts/letter']);
    });

    test('limit every operation to the templates below a folder', async () => {
      newAccount();
      const inside = await make({ slug: 'in', folder: 'a/b' });
      const outside = await make({ slug: 'out', folder: 'ab' });
      const reach = { account, folder: 'a' };
      const gone = { code: 'template_not_found' };
      expect((await store.templates.list(reach, { limit: 9 })).templates.map(({ id }) => id)).toEqual([inside]);
      expect((await store.templates.get(reach, inside)).id).toBe(inside);
      expect(await store.revisions.choose(reach, 'in')).toMatchObject({ id: inside });
      const attempts: (() => Promise<unknown>)[] = [
        () => store.templates.get(reach, outside),
        () => store.templates.update(reach, outside, { name: 'x' }),
        () => store.templates.restore(reach, outside, 1),
        () => store.templates.delete(reach, outside),
        () => store.properties.get(reach, outside),
        () => store.properties.get(reach, 'out'),
        () => store.properties.set(reach, outside, { folder: 'a' }),
        () => store.revisions.choose(reach, outside),
        () => store.revisions.choose(reach, 'out'),
        () => store.revisions.get(reach, outside, 1),
        () => store.revisions.list(reach, outside, { limit: 1 }),
        () => store.labels.list(reach, outside),
        () => store.labels.set(reach, outside, 'live', 1),
        () => store.labels.remove(reach, outside, 'live'),
      ];
      for (const attempt of attempts) await expect(attempt(), attempt.toString()).rejects.toMatchObject(gone);
      expect((await store.properties.get(account, outside)).folder).toBe('ab');
      await expect(store.properties.get(reach, 'ot')).rejects.not.toThrow('out');
    });
  });

  describe('a store from before there were slugs', () => {
    test('of 10,000 templates gives each one that is derived from its name', async () => {
      const location = await makeLocation();
      await makeOldDatabase(location, 10_000);
      const stores = await Promise.all([1, 2].map(() => openStore(location)));
      const database = await openDatabase(location);
      const { rows } = await database.run((db) =>
        sql<{
          all: number;
          derived: number;
          different: number;
        }>`select count(*) as "all", count(distinct slug) as different,
          sum(case when slug = replace(lower(name), ' ', '-') then 1 else 0 end) as derived from templates`.execute(db),
      );
      const [row] = rows;
      expect([Number(row?.all), Number(row?.derived), Number(row?.different)]).toEqual([10_000, 10_000, 10_000]);
      await database.close();
      await Promise.all(stores.map((store) => store.close()));
    });

    test('gives slugs to templates that an older platen makes later', async () => {
      const location = await makeLocation();
      const store = await openStore(location);
      await store.templates.create('a', { name: 'Theirs' });
      const older = await openDatabase(location);
      await older.run((db) =>
        sql`insert into templates (id, account, name, content, preview_context, inserted_at, updated_at, version)
          values (${unknown}, 'a', 'Theirs', '', '{}', 1, 1, 1)`.execute(db),
      );
      expect(await store.properties.get('a', 'theirs-2')).toMatchObject({ id: unknown, kind: 'template' });
      await older.close();
      await store.close();
    });
  });
}
