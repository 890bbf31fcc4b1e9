import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore, type Store, type StoreLocation, type TemplateStore } from '../../src/store/index.ts';
import { buildClock } from './test-clock.ts';

/** How templates behave, whatever the database. */
export function describeTemplates(makeLocation: () => Promise<StoreLocation>): void {
  describe('templates', () => {
    const clock = buildClock();
    let store: Store;
    let templates: TemplateStore;
    let account = '';
    let accounts = 0;

    beforeAll(async () => {
      store = await openStore(await makeLocation(), { now: clock.now });
      templates = store.templates;
    });
    afterAll(() => store?.close());

    /** An account that no other test has used. */
    const newAccount = () => {
      accounts += 1;
      account = `account-${accounts}`;
      return account;
    };
    const notFound = { name: 'StoreError', code: 'template_not_found' };
    const changed = { name: 'StoreError', code: 'template_changed' };
    const invalid = { name: 'StoreError', code: 'invalid_request' };

    test('gives a new template an id of version 7, the time, version 1 and empty defaults', async () => {
      const template = await templates.create(newAccount(), { name: 'Invoice' });
      expect(template).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        name: 'Invoice',
        content: '',
        preview_context: {},
        inserted_at: '2026-05-04T10:00:00.000Z',
        updated_at: '2026-05-04T10:00:00.000Z',
        version: 1,
      });
      expect(await templates.get(account, template.id)).toEqual(template);
    });

    test('gives the preview context back as the same JSON text, with its order and its odd names', async () => {
      const text =
        '{"z":1,"a":{"y":[],"b":[{}]},"__proto__":{"x":1},"constructor":{"prototype":1},"":0,"n":null,' +
        '"t":"\\u0000\\ud800 ü 🎉","d":1.5e-7,"i":9007199254740991}';
      const template = await templates.create(newAccount(), { name: 'n', preview_context: JSON.parse(text) });
      expect(JSON.stringify((await templates.get(account, template.id)).preview_context)).toBe(text);
      expect(JSON.stringify(template.preview_context)).toBe(text);
      expect(({} as Record<string, unknown>).x).toBeUndefined();
    });

    test('refuses by name what a database could not give back unchanged, and stores nothing', async () => {
      newAccount();
      await expect(templates.create(account, { name: 'a\0b' })).rejects.toMatchObject(invalid);
      await expect(templates.create(account, { name: 'n', content: '\ud800' })).rejects.toThrow(/the content/);
      const big = { name: 'n', preview_context: JSON.parse('{"total":1e400}') };
      await expect(templates.create(account, big)).rejects.toThrow(/"preview_context".*"total"/);
      expect((await templates.list(account, { limit: 10 })).templates).toEqual([]);

      const { id } = await templates.create(account, { name: 'n' });
      await expect(templates.update(account, id, { content: 'a\0' })).rejects.toMatchObject(invalid);
      expect(await templates.get(account, id)).toMatchObject({ content: '', version: 1 });
    });

    test('changes only the fields given and replaces the preview context whole', async () => {
      const before = await templates.create(newAccount(), {
        name: 'n',
        content: 'c',
        preview_context: { a: 1, b: { c: 2 } },
      });
      clock.move(1000);
      const named = await templates.update(account, before.id, { name: 'm' });
      expect(named).toEqual({ ...before, name: 'm', version: 2, updated_at: clock.now().toISOString() });
      const emptied = await templates.update(account, before.id, { content: '', preview_context: { b: { d: 3 } } });
      expect(emptied).toMatchObject({ name: 'm', content: '', preview_context: { b: { d: 3 } }, version: 3 });
      expect(await templates.get(account, before.id)).toEqual(emptied);
    });

    test('lets updated_at grow with every update, even while the clock stands or is set back', async () => {
      const { id, updated_at } = await templates.create(newAccount(), { name: 'n' });
      const times = [updated_at];
      for (const step of [0, 0, -60_000, 60_000, 5_000]) {
        clock.move(step);
        times.push((await templates.update(account, id, { name: 'n' })).updated_at);
      }
      expect(times).toEqual([...new Set(times)].sort());
      expect((await templates.get(account, id)).inserted_at).toBe(updated_at);
    });

    test('updates and deletes only the version that was named, and leaves any other untouched', async () => {
      const { id } = await templates.create(newAccount(), { name: 'n' });
      expect(await templates.update(account, id, { name: 'm' }, 1)).toMatchObject({ version: 2 });
      for (const stale of [1, 3, 0, -1, [], [1, 3], Number.NaN, 1.5, 1e30]) {
        await expect(templates.update(account, id, { name: 'x' }, stale)).rejects.toMatchObject(changed);
        await expect(templates.delete(account, id, stale)).rejects.toMatchObject(changed);
      }
      expect(await templates.get(account, id)).toMatchObject({ name: 'm', version: 2 });
      expect(await templates.update(account, id, { name: 'o' }, [1, 2])).toMatchObject({ version: 3 });
      await templates.delete(account, id, [3]);
      await expect(templates.get(account, id)).rejects.toMatchObject(notFound);
    });

    test('lets exactly one of many simultaneous updates of one version win', async () => {
      const { id } = await templates.create(newAccount(), { name: 'n' });
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, (_, n) => templates.update(account, id, { name: `${n}` }, 1)),
      );
      const won = results.filter((result) => result.status === 'fulfilled');
      expect(won).toHaveLength(1);
      expect(await templates.get(account, id)).toEqual(won[0]?.value);
    });

    test('loses no update when many change one template without naming a version', async () => {
      const { id } = await templates.create(newAccount(), { name: 'n' });
      const updates = await Promise.all(
        Array.from({ length: 8 }, (_, n) => templates.update(account, id, { name: `${n}` })),
      );
      expect(updates.map(({ version }) => version).sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
      expect(new Set(updates.map(({ updated_at }) => updated_at)).size).toBe(8);
    });

    test('hides a template from every other account', async () => {
      const { id } = await templates.create(newAccount(), { name: 'mine', content: 'secret' });
      const other = `${account}-other`;
      await expect(templates.get(other, id)).rejects.toMatchObject(notFound);
      await expect(templates.update(other, id, { name: 'x' })).rejects.toMatchObject(notFound);
      await expect(templates.update(other, id, { name: 'x' }, 1)).rejects.toMatchObject(notFound);
      await expect(templates.update(other, id, { name: 'x' }, 9)).rejects.toMatchObject(notFound);
      await expect(templates.delete(other, id)).rejects.toMatchObject(notFound);
      expect((await templates.list(other, { limit: 10 })).templates).toEqual([]);
      expect(await templates.get(account, id)).toMatchObject({ name: 'mine', version: 1 });
    });

    test.each([
      '',
      'x',
      '../../etc/passwd',
      "' or 1=1 --",
      '\0',
      '\ud800',
      '00000000-0000-7000-8000-000000000000',
      '00000000-0000-7000-8000-000000000000\n',
      '{00000000-0000-7000-8000-000000000000}',
      '000000000000700080000000000000000',
      'x'.repeat(100_000),
    ])('finds nothing under what is no id of a template (%#)', async (id) => {
      await expect(templates.get('a', id)).rejects.toMatchObject(notFound);
      await expect(templates.update('a', id, { name: 'n' }, 1)).rejects.toMatchObject(notFound);
      await expect(templates.delete('a', id)).rejects.toMatchObject(notFound);
    });

    test('finds a template under its id in capitals', async () => {
      const template = await templates.create(newAccount(), { name: 'n' });
      expect(await templates.get(account, template.id.toUpperCase())).toEqual(template);
    });

    test('deletes once', async () => {
      const { id } = await templates.create(newAccount(), { name: 'n' });
      await templates.delete(account, id);
      await expect(templates.delete(account, id)).rejects.toMatchObject(notFound);
      await expect(templates.update(account, id, { name: 'x' })).rejects.toMatchObject(notFound);
    });

    test('lists page by page in the order of creation, unmoved by what comes and goes meanwhile', async () => {
      newAccount();
      const ids: string[] = [];
      for (let n = 0; n < 7; n += 1) ids.push((await templates.create(account, { name: `${n}` })).id);
      expect(ids).toEqual(ids.toSorted());

      const first = await templates.list(account, { limit: 3 });
      expect(first.templates.map(({ name }) => name)).toEqual(['0', '1', '2']);
      await templates.delete(account, ids[2] ?? '');
      await templates.update(account, ids[5] ?? '', { name: 'five' });
      await templates.create(account, { name: '7' });

      const second = await templates.list(account, { limit: 3, after: first.next ?? '' });
      expect(second.templates.map(({ name }) => name)).toEqual(['3', '4', 'five']);
      const third = await templates.list(account, { limit: 3, after: second.next ?? '' });
      expect(third.templates.map(({ name }) => name)).toEqual(['6', '7']);
      expect(third.next).toBeNull();
    });

    test('ends a list on a full page without an empty one behind it', async () => {
      newAccount();
      for (const name of ['0', '1']) await templates.create(account, { name });
      expect(await templates.list(account, { limit: 2 })).toMatchObject({ next: null, templates: [{}, {}] });
      expect(await templates.list('nobody', { limit: 2 })).toEqual({ next: null, templates: [] });
    });

    test('lists only templates of exactly the name asked for', async () => {
      newAccount();
      for (const name of ['a', 'A', 'a ', 'ä', 'a%', 'a', '\ufffd']) await templates.create(account, { name });
      const names = async (name: string) =>
        (await templates.list(account, { limit: 10, name })).templates.map((template) => template.name);
      expect(await names('a')).toEqual(['a', 'a']);
      expect(await names('%')).toEqual([]);
      expect(await names('')).toEqual([]);
      expect(await names('\ud800')).toEqual([]);
      expect(await names('\0')).toEqual([]);
      const first = await templates.list(account, { limit: 1, name: 'a' });
      const second = await templates.list(account, { limit: 1, name: 'a', after: first.next ?? '' });
      expect(second).toMatchObject({ next: null, templates: [{ name: 'a' }] });
    });

    test('cuts a page of very large templates short and continues behind it, and counts only the fields that are asked for', async () => {
      newAccount();
      const content = 'x'.repeat(5 * 1024 * 1024);
      for (const name of ['0', '1', '2', '3']) await templates.create(account, { name, content });
      const first = await templates.list(account, { limit: 4 });
      expect(first.templates.map(({ name }) => name)).toEqual(['0', '1', '2']);
      const second = await templates.list(account, { limit: 4, after: first.next ?? '' });
      expect(second.templates.map(({ name }) => name)).toEqual(['3']);
      expect(second.templates[0]?.content).toBe(content);
      expect(second.next).toBeNull();

      const named = await templates.list(account, { limit: 10, fields: ['name'] });
      expect(named.templates).toEqual(['0', '1', '2', '3'].map((name) => ({ id: expect.any(String), name })));
      expect(named.next).toBeNull();
      const dated = await templates.list(account, { limit: 1, fields: ['updated_at', 'preview_context', 'id'] });
      expect(dated.templates).toEqual([
        { id: named.templates[0]?.id, preview_context: {}, updated_at: expect.stringMatching(/Z$/) },
      ]);
      expect((await templates.list(account, { limit: 10, fields: ['content'] })).templates).toHaveLength(3);
    });

    test.each(['', 'x', '\0', 'AAAAAAAAAAAAAAAAAAAAAB', 'AAAAAAAAAAAAAAAAAAAAAA==', "'", 'x'.repeat(1000)])(
      'refuses a cursor that no list gave out (%#)',
      async (after) => {
        await expect(templates.list('a', { limit: 1, after })).rejects.toMatchObject(invalid);
      },
    );
  });
}
