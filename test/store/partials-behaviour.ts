import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore, type Store, type StoreLocation } from '../../src/store/index.ts';
import { buildClock } from './test-clock.ts';

/** How partials, layouts and assets of templates behave, whatever the database. */
export function describePartials(makeLocation: () => Promise<StoreLocation>): void {
  describe('partials, layouts and assets', () => {
    const clock = buildClock();
    let store: Store;
    let count = 0;
    let account = '';
    beforeAll(async () => {
      store = await openStore(await makeLocation(), { now: clock.now });
    });
    afterAll(() => store?.close());
    const newAccount = () => {
      count += 1;
      account = `partials-${count}`;
    };
    const make = async (slug: string, content: string) =>
      (await store.templates.create(account, { name: slug, slug, content })).id;
    const asset = (path: string, text: string, template?: string) => {
      const type = path.endsWith('.css') ? 'text/css' : 'image/svg+xml';
      return store.assets.set(account, { path, template }, { type, bytes: Buffer.from(text) }, 'ada');
    };
    const filesOf = async (name: string, choice = {}) => {
      const { files } = await store.revisions.choose(account, name, choice);
      const texts = Object.entries(files.assets).map(([path, { base64 }]) => [path, Buffer.from(base64).toString()]);
      return { partials: files.partials, assets: Object.fromEntries(texts) };
    };

    test('are found by the names in the texts, through each other, those of the template first', async () => {
      newAccount();
      await make('layouts/letter', '<b>{% block body %}{% endblock %}{% render "partials/foot.html" %}');
      await make('partials/head', 'shared');
      await make('partials/foot', "{% render 'partials/deep' %}");
      await make('partials/deep', 'deep');
      await make('partials/unused', 'unused');
      await make('invoice', '{% layout "layouts/letter" %}{% render "partials/head" %}');
      await make('invoice/partials/head', 'own');
      await make('report', '{% render "partials/head" %}{% render "partials/nothing" %}');
      expect((await filesOf('invoice')).partials).toEqual({
        'layouts/letter': expect.stringContaining('<b>'),
        'partials/head': 'own',
        'partials/foot.html': "{% render 'partials/deep' %}",
        'partials/deep': 'deep',
      });
      expect((await filesOf('report')).partials).toEqual({ 'partials/head': 'shared' });
      const { files } = await store.revisions.choose(account, 'report');
      expect(files.names?.sort()).toEqual([
        ...['layouts/letter', 'partials/deep', 'partials/foot', 'partials/head', 'partials/unused'],
      ]);
    });

    test('bring the assets that a text names, also a part of a path and through style sheets, and all of the template', async () => {
      newAccount();
      await asset('assets/logo.svg', 'logo');
      await asset('assets/flags/de.svg', 'de');
      await asset('assets/flags/fr.svg', 'fr');
      await asset('assets/brand.css', '@font-face { src: url("acme%20sans.woff2") }');
      await asset('assets/acme sans.woff2', 'font');
      await asset('assets/unused.svg', 'unused');
      await make('partials/head', '<link href="assets/brand.css">');
      const id = await make('invoice', '<img src="assets/flags/{{ country }}.svg">{% render "partials/head" %}');
      await asset('stamp.svg', 'stamp', id);
      await asset('assets/flags/fr.svg', 'own fr', id);
      expect((await filesOf('invoice')).assets).toEqual({
        ...{ 'assets/flags/de.svg': 'de', 'assets/flags/fr.svg': 'own fr', 'assets/brand.css': expect.any(String) },
        ...{ 'assets/acme sans.woff2': 'font', 'stamp.svg': 'stamp' },
      });
    });

    test('are pinned by a revision: it has the same for ever, and the newest has those of now', async () => {
      newAccount();
      const head = await make('partials/head', 'one');
      await asset('assets/logo.svg', 'logo one');
      const id = await make('invoice', '{% render "partials/head" %}<img src="assets/logo.svg">');
      await store.templates.update(account, head, { content: 'two' });
      await asset('assets/logo.svg', 'logo two');
      await store.templates.update(account, id, { name: 'Renamed' });
      await store.templates.update(account, head, { content: 'three' });
      await asset('assets/logo.svg', 'logo three');
      const one = { partials: { 'partials/head': 'one' }, assets: { 'assets/logo.svg': 'logo one' } };
      const two = { partials: { 'partials/head': 'two' }, assets: { 'assets/logo.svg': 'logo two' } };
      const three = { partials: { 'partials/head': 'three' }, assets: { 'assets/logo.svg': 'logo three' } };
      expect(await filesOf(id, { revision: 1 })).toEqual(one);
      expect(await filesOf(id, { revision: 2 })).toEqual(two);
      expect(await filesOf(id)).toEqual(three);
      await store.labels.set(account, id, 'live', 1);
      expect(await filesOf(id)).toEqual(one);
      await store.templates.delete(account, head, undefined, true);
      await store.assets.remove(account, { path: 'assets/logo.svg' }, true);
      clock.move(3 * 86_400_000);
      await asset('assets/other.svg', 'x');
      await store.assets.remove(account, { path: 'assets/other.svg' });
      expect(await filesOf(id)).toEqual(one);
      expect(await filesOf(id, { revision: 2 })).toEqual(two);
      await store.templates.restore(account, id, 2);
      expect((await filesOf(id, { revision: 3 })).partials).toEqual({});
    });

    test('have a limit of files and of bytes for each template', async () => {
      newAccount();
      const bytes = Buffer.alloc(9 * 1024 * 1024);
      const set = (path: string, content: Buffer) =>
        store.assets.set(account, { path }, { type: 'image/png', bytes: content });
      for (const n of [1, 2, 3]) await set(`assets/large/${n}.png`, bytes);
      const content = '<img src="assets/large/{{ n }}.png">';
      const id = await make('large', content);
      await set('assets/large/4.png', bytes);
      const change = (text: string) => store.templates.update(account, id, { content: text });
      await expect(change(`${content}!`)).rejects.toMatchObject({
        code: 'too_large',
        message: 'the template uses 4 assets of 36 MiB together; the limits are 500 and 32 MiB',
      });
      const tiny = Buffer.from('x');
      await Promise.all(Array.from({ length: 500 }, (_, index) => set(`assets/many/${index + 1}.png`, tiny)));
      await change('<img src="assets/many/{{ n }}.png">');
      await set('assets/many/501.png', tiny);
      await expect(change('<img src="assets/many/{{ n }}.png">!')).rejects.toMatchObject({
        code: 'too_large',
        message: expect.stringContaining('the template uses 501 assets'),
      });
      expect(await store.templates.get(account, id)).toMatchObject({ content: '<img src="assets/many/{{ n }}.png">' });
    });

    test('have a limit of files and of bytes for each account, which a replaced file is no part of', async () => {
      newAccount();
      const small = await openStore(await makeLocation(), { assetLimits: { files: 3, bytes: 2 * 1024 * 1024 } });
      const set = (path: string, size: number, template?: string) =>
        small.assets.set(account, { path, template }, { type: 'image/png', bytes: Buffer.alloc(size) });
      const refusal = { code: 'too_large', message: 'an account has at most 3 assets of 2 MiB together' };
      try {
        const { id } = await small.templates.create(account, { name: 'a' });
        await set('assets/a.png', 1024 * 1024);
        await set('assets/b.png', 1024 * 1024);
        await expect(set('assets/c.png', 1)).rejects.toMatchObject(refusal);
        await set('assets/b.png', 1024);
        await set('assets/b.png', 1024 * 1024);
        await set('assets/b.png', 1);
        await set('a.png', 1, id);
        await expect(set('assets/c.png', 1)).rejects.toMatchObject(refusal);
        await expect(set('assets/a.png', 1, id)).rejects.toMatchObject(refusal);
        await set('assets/a.png', 2);
        await small.assets.set(
          'another account',
          { path: 'assets/a.png' },
          { type: 'image/png', bytes: Buffer.from('x') },
        );
        await small.assets.remove(account, { path: 'assets/a.png' });
        await set('assets/c.png', 1);
        expect(await small.assets.list(account)).toHaveLength(3);
      } finally {
        await small.close();
      }
    });

    test('are not deleted while templates use them, unless forced', async () => {
      newAccount();
      const head = await make('partials/head', 'x');
      await asset('assets/logo.svg', 'x');
      const id = await make('invoice', '{% render "partials/head" %}<img src="assets/logo.svg">');
      const { listTemplateUsers } = await store.accounts();
      expect(await listTemplateUsers(account, head)).toEqual(['invoice']);
      await expect(listTemplateUsers('another account', head)).rejects.toMatchObject({ code: 'template_not_found' });
      const used = { code: 'in_use', message: '"partials/head" is used by invoice' };
      await expect(store.templates.delete(account, head)).rejects.toMatchObject(used);
      await expect(store.assets.remove(account, { path: 'assets/logo.svg' })).rejects.toMatchObject({
        ...{ code: 'in_use', message: '"assets/logo.svg" is used by invoice' },
      });
      await store.templates.update(account, id, { content: 'without' });
      await store.templates.delete(account, head);
      await store.assets.remove(account, { path: 'assets/logo.svg' });
      await expect(store.assets.remove(account, { path: 'assets/logo.svg' })).rejects.toMatchObject({
        code: 'asset_not_found',
      });
    });

    test('of a template go with its slug, and with it', async () => {
      newAccount();
      const id = await make('invoice', '{% render "partials/head" %}');
      const own = await make('invoice/partials/head', 'own');
      await asset('stamp.svg', 'stamp', id);
      await store.properties.set(account, id, { slug: 'rechnung' });
      expect((await store.properties.get(account, own)).slug).toBe('rechnung/partials/head');
      expect(await filesOf('rechnung')).toEqual({
        partials: { 'partials/head': 'own' },
        assets: { 'stamp.svg': 'stamp' },
      });
      await store.templates.delete(account, id);
      await expect(store.templates.get(account, own)).rejects.toMatchObject({ code: 'template_not_found' });
      expect(await store.assets.list(account)).toEqual([]);
    });

    test('list and give their bytes, each account its own', async () => {
      newAccount();
      const sha256 = createHash('sha256').update('x').digest('hex');
      const stored = await asset('assets/a.svg', 'x');
      expect(stored).toMatchObject({
        ...{ path: 'assets/a.svg', template: null, type: 'image/svg+xml', size: 1, sha256, updated_by: 'ada' },
      });
      expect(await store.assets.list(account)).toEqual([stored]);
      expect(Buffer.from((await store.assets.get(account, { path: 'assets/a.svg' })).bytes).toString()).toBe('x');
      await expect(store.assets.get('partials-other', { path: 'assets/a.svg' })).rejects.toMatchObject({
        code: 'asset_not_found',
      });
      expect(await store.assets.list('partials-other')).toEqual([]);
    });

    test('are those of one time, while others change them', async () => {
      newAccount();
      const [a, b] = [await make('partials/a', '0'), await make('partials/b', '0')];
      await make('invoice', '{% render "partials/a" %}{% render "partials/b" %}');
      let isDone = false;
      const write = async () => {
        for (let n = 1; n <= 40; n += 1) {
          await store.templates.update(account, a, { content: `${n}` });
          await store.templates.update(account, b, { content: `${n}` });
        }
        isDone = true;
      };
      const read = async () => {
        while (!isDone) {
          await setImmediate();
          const { partials } = await filesOf('invoice');
          const [first, second] = [Number(partials['partials/a']), Number(partials['partials/b'])];
          expect([first, first - 1]).toContain(second);
        }
      };
      await Promise.all([write(), read()]);
    });
  });
}
