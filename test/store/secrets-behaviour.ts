import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { webhookEvents } from '../../src/contract/index.ts';
import { type NewJob, openStore, type StoreLocation } from '../../src/store/index.ts';
import { dumpDatabase, findWords } from './dump-database.ts';
import { openDatabase } from './open-database.ts';

const key = Buffer.alloc(32, 5).toString('base64');
const render: NewJob = {
  ...{ account: 'a', api_key: 'k', by: 'key test', source: 'html', request_id: 'r' },
  ...{ priority: 'normal', keepSeconds: 60, request: '{"parts":"OPENREQUEST"}' },
};
const hook = { address: 'https://a.test/', events: webhookEvents, createdBy: 'k' };

/** How secrets are kept, whatever the database. */
export function describeSecrets(makeLocation: () => Promise<StoreLocation>): void {
  async function open(location: StoreLocation, secretKeys?: string[]) {
    const store = await openStore({ ...location, secretKeys });
    onTestFinished(() => store.close());
    return store;
  }

  describe('secrets', () => {
    test.each([true, false])('of a render are never in the database in plain text; it is due: %s', async (isDue) => {
      const location = await makeLocation();
      const store = await open(location, [key]);
      const jobs = await store.jobs();
      const startAt = isDue ? undefined : new Date(Date.now() + 3_600_000);
      const { job, ticket } = await jobs.create({ ...render, startAt, secrets: 'TOPSECRETWORD' });
      const find = async () => findWords(await dumpDatabase(location), ['TOPSECRETWORD', 'OPENREQUEST']);
      expect(await find()).toEqual(['OPENREQUEST']);
      if (ticket === undefined) return;
      const taken = await jobs.take({ ...ticket, isAgain: false });
      expect([taken?.request, taken?.openSecrets()]).toEqual([render.request, 'TOPSECRETWORD']);
      expect(await find()).toEqual(['OPENREQUEST']);
      const again = await jobs.take({ ...ticket, isAgain: true });
      expect([again?.request, again?.openSecrets()]).toEqual([render.request, 'TOPSECRETWORD']);
      await jobs.cancel({ account: 'a' }, job.id);
      expect(await find()).not.toContain('TOPSECRETWORD');
    });

    test('of several renders at once are each of their own row', async () => {
      const location = await makeLocation();
      const jobs = await (await open(location, [key])).jobs();
      const names = Array.from({ length: 8 }, (_, at) => `secret ${at}`);
      const made = await Promise.all(names.map((secrets) => jobs.create({ ...render, secrets })));
      const opened = await Promise.all(
        made.map(async ({ ticket }) => ticket && (await jobs.take({ ...ticket, isAgain: false }))?.openSecrets()),
      );
      expect(opened.sort()).toEqual(names);
    });

    test('of a webhook are not in the database in plain text, the old one neither', async () => {
      const location = await makeLocation();
      const { webhooks } = await (await open(location, [key])).webhooks();
      const { id } = await webhooks.create('a', { ...hook, secret: 'whsec_FIRSTSECRET' }, 9);
      await webhooks.rotate('a', id, 'whsec_NEXTSECRET', new Date(Date.now() + 60_000));
      expect(await webhooks.target(id)).toEqual({
        address: hook.address,
        secrets: ['whsec_NEXTSECRET', 'whsec_FIRSTSECRET'],
      });
      expect(findWords(await dumpDatabase(location), ['FIRSTSECRET', 'NEXTSECRET', hook.address])).toEqual([
        hook.address,
      ]);
    });

    test('that cannot be opened fail by name, and hold up neither the row nor the next', async () => {
      const location = await makeLocation();
      const jobs = await (await open(location, [key])).jobs();
      const { ticket } = await jobs.create({ ...render, secrets: 'x' });
      const other = await (await open(location, ['22'.repeat(32)])).jobs();
      const taken = ticket && (await other.take({ ...ticket, isAgain: false }));
      expect(taken?.request).toBe(render.request);
      expect(() => taken?.openSecrets()).toThrow(expect.objectContaining({ code: 'io_failed' }));
      expect(() => taken?.openSecrets()).toThrow(/^the secrets of render .* are encrypted with the key [0-9a-f]{8}/);
    });

    test('that an older platen has stored in plain text are used as they are', async () => {
      const location = await makeLocation();
      const store = await open(location, [key]);
      const [jobs, { webhooks }] = [await store.jobs(), await store.webhooks()];
      const { ticket } = await jobs.create(render);
      const { id } = await webhooks.create('a', { ...hook, secret: 'whsec_new' }, 9);
      const database = await openDatabase(location);
      onTestFinished(() => database.close());
      const old = '{"pdf":{"encrypt":{"user_password":"old"}}}';
      await database.run((db) => db.updateTable('jobs').set({ request: old }).execute(), 'writes');
      await database.run((db) => db.updateTable('webhooks').set({ secret: 'whsec_old' }).execute(), 'writes');
      const taken = ticket && (await jobs.take({ ...ticket, isAgain: false }));
      expect([taken?.request, taken?.openSecrets()]).toEqual([old, undefined]);
      expect((await webhooks.target(id))?.secrets).toEqual(['whsec_old']);
    });

    test('of a webhook sign if their key is there, and the others are reported', async () => {
      const location = await makeLocation();
      const { webhooks } = await (await open(location, [key])).webhooks();
      const { id } = await webhooks.create('a', { ...hook, secret: 'whsec_first' }, 9);
      const other = randomBytes(32).toString('base64');
      const later = (await (await open(location, [other])).webhooks()).webhooks;
      const missing = { code: 'io_failed', message: expect.stringContaining('which this service does not have') };
      expect(await later.target(id)).toEqual({
        address: hook.address,
        secrets: [],
        unopened: expect.objectContaining(missing),
      });
      await later.rotate('a', id, 'whsec_next', new Date(Date.now() + 60_000));
      expect(await later.target(id)).toMatchObject({ secrets: ['whsec_next'], unopened: missing });
      await later.rotate('a', id, 'whsec_last', null);
      expect(await later.target(id)).toEqual({ address: hook.address, secrets: ['whsec_last'] });
    });

    test('are sealed without a key that was set where there is a folder for one', async () => {
      const location = await makeLocation();
      const store = await open(location);
      expect(store.canSeal).toBe('dataFolder' in location);
      const { webhooks } = await store.webhooks();
      const { id } = await webhooks.create('a', { ...hook, secret: 'whsec_PLAINSECRET' }, 9);
      expect((await webhooks.target(id))?.secrets).toEqual(['whsec_PLAINSECRET']);
      expect(findWords(await dumpDatabase(location), ['PLAINSECRET'])).toEqual(store.canSeal ? [] : ['PLAINSECRET']);
      // A key that is set later opens what was stored before.
      const later = await (await open(location, [key])).webhooks();
      expect((await later.webhooks.target(id))?.secrets).toEqual(['whsec_PLAINSECRET']);
    });
  });
}
