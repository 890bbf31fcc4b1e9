import { expect, it } from 'vitest';
import { buildAssetStore } from '../../../src/store/templates/asset-store.ts';
import { openCannedDatabase } from '../canned-database.ts';

const row = { path: 'a.svg', owner: '', type: 'image/svg+xml', size: 1, digest: 'd', updated_at: 0, updated_by: null };
const shown = {
  ...{ path: 'a.svg', template: null, type: 'image/svg+xml', size: 1, sha256: 'd', updated_by: null },
  updated_at: '1970-01-01T00:00:00.000Z',
};
const open = (...answers: object[][]) => {
  const { database, sent } = openCannedDatabase(...answers);
  return { assets: buildAssetStore(database, () => new Date(0), { files: 2, bytes: 1024 * 1024 }), sent };
};
const missing = { code: 'asset_not_found', message: 'there is no asset "a.svg"' };
const mebibyte = 1024 * 1024;

it('assets are of the account or of a template', async () => {
  const { assets, sent } = open([row, { ...row, owner: 't' }], [], []);
  expect(await assets.list('a')).toEqual([shown, { ...shown, template: 't' }]);
  await assets.list('a', 'T');
  expect(sent).toEqual([['a'], ['a', 't']]);
});

it('an asset is read with its bytes', async () => {
  const bytes = Buffer.from('x');
  expect(await open([{ ...row, bytes }]).assets.get('a', { path: 'a.svg' })).toEqual({ ...shown, bytes });
  await expect(open([]).assets.get('a', { path: 'a.svg' })).rejects.toMatchObject(missing);
  await expect(open().assets.get('a', { path: '\0' })).rejects.toMatchObject({ code: 'asset_not_found' });
});

it.each([
  [1, mebibyte - 1, true],
  [2, 0, false],
  [1, mebibyte, false],
  [0, null, true],
])('whether an asset of a byte fits beside %d others of %j bytes is %s', async (files, bytes, fits) => {
  const setting = open([{ files, bytes }], [], []).assets.set(
    ...(['a', { path: 'a.svg' }, { type: 'image/svg+xml', bytes: Buffer.from('x') }] as const),
  );
  if (fits) expect(await setting).toEqual({ ...shown, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  else
    await expect(setting).rejects.toMatchObject({
      ...{ code: 'too_large', message: 'an account has at most 2 assets of 1 MiB together' },
    });
});

it('an asset that is removed has to be there', async () => {
  const { assets, sent } = open([{ path: 'a.svg' }], []);
  await assets.remove('a', { path: 'a.svg', template: 't' });
  expect(sent[0]).toEqual(['a', 't', 'a.svg']);
  await expect(open([]).assets.remove('a', { path: 'a.svg' }, true)).rejects.toMatchObject(missing);
  await expect(open().assets.remove('a', { path: '\0' })).rejects.toMatchObject({ code: 'asset_not_found' });
});
