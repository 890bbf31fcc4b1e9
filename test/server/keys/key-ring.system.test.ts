import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openKeyRing } from '../../../src/server/keys/key-ring.ts';
import { openStore } from '../../../src/store/index.ts';

let dataFolder: string;

beforeAll(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'platen-keys-'));
});
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

it('notes every change of a key in the audit log of its account', async () => {
  const ring = await openKeyRing({ dataFolder });
  const { stored } = await ring.create({ account: 'acme', name: 'ci', scopes: ['render'] });
  const rotated = await ring.rotate(stored.id, { overlapMs: 0, by: 'the command line' });
  await ring.revoke(rotated.stored.id);
  await ring.close();
  const store = await openStore({ dataFolder });
  const { audit } = await store.accounts();
  const { entries } = await audit.list('acme', { limit: 10 });
  await store.close();
  expect(entries.map(({ action, by, target }) => [action, by, target?.id])).toEqual([
    ['key.retired', 'the command line', rotated.stored.id],
    ['key.rotated', 'the command line', stored.id],
    ['key.created', 'the command line', stored.id],
  ]);
});
