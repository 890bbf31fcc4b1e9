import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openStore, type Store, type StoreLocation } from '../../src/store/index.ts';
import { makeOldDatabase } from './old-database.ts';
import { openDatabase } from './open-database.ts';
import type { OpenTwoStores } from './share-two-stores.ts';

const all = async (store: Store) => store;
const unknown = '00000000-0000-7000-8000-000000000000';

/** How revisions and labels of templates behave, whatever the database. */
export function describeRevisions(openTwoStores: OpenTwoStores, makeLocation: () => Promise<StoreLocation>): void {
  describe('revisions of templates', () => {
    const noTemplate = { name: 'StoreError', code: 'template_not_found' };
    const noRevision = { name: 'StoreError', code: 'revision_not_found' };

    test('a new template is revision 1, and each change is the next, with its author and its message', async () => {
      const { store, clock } = await openTwoStores(all);
      const { id, inserted_at } = await store.templates.create('a', { name: 'Invoice', content: 'one' }, 'ci');
      clock.move(1000);
      const changed = await store.templates.update('a', id, { content: 'two' }, 1, 'ada@example.com', 'Größer');
      await store.templates.update('a', id, { name: 'Bill' });
      const none = { labels: [], value_sets: [], values_schema: false };
      expect(await store.revisions.list('a', id, { limit: 10 })).toEqual({
        revisions: [
          { revision: 3, name: 'Bill', created_at: expect.any(String), created_by: null, message: null, ...none },
          {
            revision: 2,
            name: 'Invoice',
            created_at: changed.updated_at,
            created_by: 'ada@example.com',
            message: 'Größer',
            ...none,
          },
          { revision: 1, name: 'Invoice', created_at: inserted_at, created_by: 'ci', message: null, ...none },
        ],
        next: null,
      });
      expect(await store.revisions.get('a', id, 1)).toMatchObject({ name: 'Invoice', content: 'one' });
      expect(await store.revisions.get('a', id.toUpperCase(), 3)).toMatchObject({ name: 'Bill', content: 'two' });
    });

    test('keeps the values of each revision as the same JSON text', async () => {
      const { store } = await openTwoStores(all);
      const text = '{"z":1,"a":{"__proto__":{"x":1}},"t":"\\u0000\\ud800 ü 🎉"}';
      const { id } = await store.templates.create('a', { name: 'n', preview_context: JSON.parse(text) });
      await store.templates.update('a', id, { preview_context: {} });
      expect(JSON.stringify((await store.revisions.get('a', id, 1)).preview_context)).toBe(text);
      expect((await store.revisions.get('a', id, 2)).preview_context).toEqual({});
    });

    test('a refused change leaves no revision, and a deleted template takes its revisions and labels along', async () => {
      const { store } = await openTwoStores(all);
      const { id } = await store.templates.create('a', { name: 'n' });
      await expect(store.templates.update('a', id, { name: 'm' }, 9)).rejects.toMatchObject({
        code: 'template_changed',
      });
      await expect(store.templates.update('a', id, { name: 'm' }, 1, 'b', 'a\0')).rejects.toThrow(/the message/);
      await expect(store.templates.update('b', id, { name: 'm' })).rejects.toMatchObject(noTemplate);
      expect((await store.revisions.list('a', id, { limit: 10 })).revisions).toHaveLength(1);
      await store.labels.set('a', id, 'live', 1);
      await store.templates.delete('a', id);
      await expect(store.revisions.get('a', id, 1)).rejects.toMatchObject(noTemplate);
      await expect(store.revisions.list('a', id, { limit: 1 })).rejects.toMatchObject(noTemplate);
      await expect(store.labels.list('a', id)).rejects.toMatchObject(noTemplate);
      expect((await store.templates.list('a', { limit: 10 })).templates).toEqual([]);
    });

    test('200 concurrent changes by two services are 200 revisions in order, of which none is lost', async () => {
      const location = await makeLocation();
      const stores = await Promise.all([1, 2].map(() => openStore({ ...location, keptRevisions: 1000 })));
      const [one, two] = stores as [Store, Store];
      const { id } = await one.templates.create('a', { name: 'n' });
      const changes = await Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          (n % 2 === 0 ? one : two).templates.update('a', id, { content: `${n}` }, undefined, 'ci', `change ${n}`),
        ),
      );
      const listed = [];
      for (let after: string | null | undefined; after !== null; ) {
        const page = await two.revisions.list('a', id, { limit: 60, after });
        listed.push(...page.revisions);
        after = page.next;
      }
      expect(listed.map(({ revision }) => revision)).toEqual(Array.from({ length: 201 }, (_, n) => 201 - n));
      const messages = new Map(listed.map(({ revision, message }) => [revision, message]));
      for (const { version, content } of changes) expect(messages.get(version)).toBe(`change ${content}`);
      const times = listed.map(({ created_at }) => created_at);
      expect(times).toEqual([...new Set(times)].sort().reverse());
      await Promise.all(stores.map((store) => store.close()));
    });

    test('lists page by page, newest first, and refuses a cursor that no list gave out', async () => {
      const { store } = await openTwoStores(all);
      const { id } = await store.templates.create('a', { name: '1' });
      for (const name of ['2', '3', '4', '5']) await store.templates.update('a', id, { name });
      const first = await store.revisions.list('a', id, { limit: 2 });
      expect(first.revisions.map(({ revision }) => revision)).toEqual([5, 4]);
      const second = await store.revisions.list('a', id, { limit: 3, after: first.next ?? '' });
      expect(second).toMatchObject({ revisions: [{ name: '3' }, { name: '2' }, { name: '1' }], next: null });
      for (const after of ['', '0', '-1', 'x', '1.5', '9'.repeat(30)]) {
        await expect(store.revisions.list('a', id, { limit: 1, after })).rejects.toMatchObject({
          code: 'invalid_request',
        });
      }
    });

    test('hides revisions and labels from every other account', async () => {
      const { store } = await openTwoStores(all);
      const { id } = await store.templates.create('a', { name: 'n' });
      await store.labels.set('a', id, 'live', 1);
      for (const [account, named] of [
        ['b', id],
        ['a', unknown],
        ['a', 'x'],
      ] as const) {
        await expect(store.revisions.list(account, named, { limit: 1 })).rejects.toMatchObject(noTemplate);
        await expect(store.revisions.get(account, named, 1)).rejects.toMatchObject(noTemplate);
        await expect(store.revisions.choose(account, named)).rejects.toMatchObject(noTemplate);
        await expect(store.revisions.choose(account, named, { revision: 1 })).rejects.toMatchObject(noTemplate);
        await expect(store.revisions.choose(account, named, { label: 'live' })).rejects.toMatchObject(noTemplate);
        await expect(store.labels.list(account, named)).rejects.toMatchObject(noTemplate);
        await expect(store.labels.set(account, named, 'live', 1)).rejects.toMatchObject(noTemplate);
        await expect(store.labels.remove(account, named, 'live')).rejects.toMatchObject(noTemplate);
      }
      expect(await store.labels.list('a', id)).toMatchObject([{ label: 'live', revision: 1 }]);
    });

    test('an unknown revision is refused with what exists', async () => {
      const { store } = await openTwoStores(all);
      const { id } = await store.templates.create('a', { name: 'n' });
      for (const revision of [0, 2, -1, 1.5, Number.NaN, 1e30]) {
        await expect(store.revisions.get('a', id, revision)).rejects.toMatchObject(noRevision);
        await expect(store.labels.set('a', id, 'live', revision)).rejects.toMatchObject(noRevision);
      }
      await expect(store.revisions.choose('a', id, { revision: 2 })).rejects.toThrow(
        'the template has no revision 2; its only revision is 1',
      );
      await store.templates.update('a', id, { name: 'm' });
      await expect(store.revisions.get('a', id, 7)).rejects.toThrow('no revision 7; its newest is 2');
      expect(await store.labels.list('a', id)).toEqual([]);
    });
  });

  describe('labels of templates', () => {
    test('are set, moved and removed, and named by the revisions that have them', async () => {
      const { one, two, clock } = await openTwoStores(all);
      const { id } = await one.templates.create('a', { name: 'n' });
      await one.templates.update('a', id, { name: 'm' });
      const first = await one.labels.set('a', id, 'live', 1, 'ada@example.com');
      expect(first).toEqual({
        label: 'live',
        revision: 1,
        updated_at: clock.now().toISOString(),
        updated_by: 'ada@example.com',
      });
      await two.labels.set('a', id, 'draft', 2);
      expect(await two.labels.list('a', id)).toEqual([
        { label: 'draft', revision: 2, updated_at: expect.any(String), updated_by: null },
        first,
      ]);
      await two.labels.set('a', id, 'live', 2, 'ci');
      expect((await one.revisions.list('a', id, { limit: 5 })).revisions).toMatchObject([
        { revision: 2, labels: ['draft', 'live'] },
        { revision: 1, labels: [] },
      ]);
      await one.labels.remove('a', id, 'draft');
      await expect(one.labels.remove('a', id, 'draft')).rejects.toThrow(
        'the template has no label "draft"; its labels are live',
      );
      expect(await one.revisions.get('a', id, 2)).toMatchObject({ labels: ['live'] });
    });

    test('choose what is rendered: the newest, until a revision is live or another one is named', async () => {
      const { store } = await openTwoStores(all);
      const { id } = await store.templates.create('a', { name: 'n', content: '1', preview_context: { n: 1 } });
      const { choose } = store.revisions;
      for (const content of ['2', '3']) await store.templates.update('a', id, { content });
      expect(await choose('a', id)).toMatchObject({
        id,
        revision: 3,
        name: 'n',
        content: '3',
        preview_context: { n: 1 },
      });
      await store.labels.set('a', id, 'draft', 2);
      expect(await choose('a', id)).toMatchObject({ revision: 3 });
      await store.labels.set('a', id, 'live', 1);
      expect(await choose('a', id)).toMatchObject({ revision: 1, content: '1' });
      expect(await choose('a', id, { label: 'draft' })).toMatchObject({ revision: 2, content: '2' });
      expect(await choose('a', id, { revision: 3 })).toMatchObject({ revision: 3 });
      await expect(choose('a', id, { label: 'beta' })).rejects.toThrow(
        'the template has no label "beta"; its labels are draft, live',
      );
      await expect(choose('a', id, { label: '\0' })).rejects.toMatchObject({ code: 'label_not_found' });
      await store.labels.remove('a', id, 'live');
      expect(await choose('a', id)).toMatchObject({ revision: 3 });
    });

    test('are at most 100, of which each can still be moved', async () => {
      const { store } = await openTwoStores(all);
      const { id } = await store.templates.create('a', { name: 'n' });
      for (let n = 0; n < 100; n += 1) await store.labels.set('a', id, `l${n}`, 1);
      await expect(store.labels.set('a', id, 'more', 1)).rejects.toMatchObject({ code: 'invalid_request' });
      await store.labels.set('a', id, 'l7', 1);
      expect(await store.labels.list('a', id)).toHaveLength(100);
    });
  });

  describe('revisions that are kept', () => {
    test('are the last ones and those with a label', async () => {
      const location = await makeLocation();
      const store = await openStore({ ...location, keptRevisions: 3 });
      const { id } = await store.templates.create('a', { name: '1' });
      const numbers = async () =>
        (await store.revisions.list('a', id, { limit: 100 })).revisions.map(({ revision }) => revision);
      await store.templates.update('a', id, { name: '2' });
      await store.labels.set('a', id, 'live', 2);
      for (const name of ['3', '4', '5', '6']) await store.templates.update('a', id, { name });
      expect(await numbers()).toEqual([6, 5, 4, 2]);
      await expect(store.revisions.get('a', id, 3)).rejects.toThrow(
        'no revision 3; its newest is 6, and old revisions without a label are deleted',
      );
      await store.labels.set('a', id, 'live', 6);
      await store.templates.update('a', id, { name: '7' });
      expect(await numbers()).toEqual([7, 6, 5]);
      await store.close();
    });

    test('are 100 by default', async () => {
      const store = await openStore(await makeLocation());
      const { id } = await store.templates.create('a', { name: 'n' });
      for (let n = 0; n < 102; n += 1) await store.templates.update('a', id, { name: `${n}` });
      const { revisions, next } = await store.revisions.list('a', id, { limit: 1000 });
      expect([revisions.length, revisions.at(-1)?.revision, next]).toEqual([100, 4, null]);
      await store.close();
    });

    test('are never those with a label, even if one is set while they are deleted', async () => {
      const location = await makeLocation();
      const [one, two] = (await Promise.all([1, 2].map(() => openStore({ ...location, keptRevisions: 1 })))) as [
        Store,
        Store,
      ];
      for (let round = 0; round < 20; round += 1) {
        const { id } = await one.templates.create('a', { name: 'n' });
        const [, label] = await Promise.allSettled([
          one.templates.update('a', id, { name: 'm' }),
          two.labels.set('a', id, 'live', 1),
        ]);
        if (label.status === 'fulfilled') expect(await two.revisions.choose('a', id)).toMatchObject({ revision: 1 });
        else expect(label.reason).toMatchObject({ code: 'revision_not_found' });
      }
      await Promise.all([one.close(), two.close()]);
    });
  });

  describe('a store from before there were revisions', () => {
    test('of 10,000 templates keeps them all, each with revision 1, and numbers changes from there', async () => {
      const location = await makeLocation();
      await makeOldDatabase(location, 10_000);
      const store = await openStore(location);
      const database = await openDatabase(location);
      const { rows } = await database.run((db) =>
        sql<{ templates: number; same: number }>`select count(*) as templates, sum(case when r.number = 1
          and r.content = t.content and r.preview_context = t.preview_context and r.name = t.name
          and r.created_at = t.updated_at and r.created_by = t.updated_by then 1 else 0 end) as same
          from templates t left join template_revisions r on r.template = t.id`.execute(db),
      );
      expect(rows.map((row) => [Number(row.templates), Number(row.same)])).toEqual([[10_000, 10_000]]);

      const [template] = (await store.templates.list('a', { limit: 1 })).templates;
      const { id = '', version = 0 } = template ?? {};
      expect(version).toBe(7);
      expect(await store.revisions.choose('a', id)).toMatchObject({ revision: 1, content: '<p>1' });
      expect(await store.templates.update('a', id, { content: 'new' }, version)).toMatchObject({ version: 8 });
      expect(await store.revisions.choose('a', id)).toMatchObject({ revision: 2, content: 'new' });
      await database.close();
      await store.close();
    });

    test('gets revisions from an older platen that goes on writing to it, without the message of another change', async () => {
      const location = await makeLocation();
      const store = await openStore(location);
      const { id } = await store.templates.create('a', { name: 'n' });
      await store.templates.update('a', id, { name: 'm' }, undefined, 'ada', 'Renamed');
      const older = await openDatabase(location);
      await older.run((db) =>
        sql`update templates set name = 'old', version = version + 1, updated_at = updated_at + 1, updated_by = 'ci'
          where id = ${id}`.execute(db),
      );
      await older.run((db) =>
        sql`insert into templates (id, account, name, content, preview_context, inserted_at, updated_at, version)
          values (${unknown}, 'a', 'theirs', '', '{}', 1, 1, 1)`.execute(db),
      );
      expect((await store.revisions.list('a', id, { limit: 2 })).revisions).toMatchObject([
        { revision: 3, name: 'old', created_by: 'ci', message: null },
        { revision: 2, name: 'm', created_by: 'ada', message: 'Renamed' },
      ]);
      expect(await store.revisions.choose('a', unknown)).toMatchObject({ revision: 1, name: 'theirs' });
      await store.labels.set('a', id, 'live', 2);
      await older.run((db) => sql`delete from templates where id = ${id}`.execute(db));
      await expect(store.revisions.choose('a', id)).rejects.toMatchObject({ code: 'template_not_found' });
      await older.close();
      await store.close();
    });
  });
}
