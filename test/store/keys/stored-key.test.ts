import { expect, it } from 'vitest';
import { readKey, readKeyLimits } from '../../../src/store/keys/stored-key.ts';

const row = {
  ...{ id: 'i', account: 'a', name: 'n', first: 'f', last: 'l', folder: null, created_by: null },
  ...{ created_at: 1_000, expires_at: null, last_used_at: null, revoked_at: null },
  ...{ scopes: 'render templates:read', templates: null },
};
const time = (seconds: number) => new Date(seconds * 1000).toISOString();

it('a key has times in ISO 8601, its scopes and its templates', () => {
  const unlimited = { ...row, created_at: time(1), scopes: ['render', 'templates:read'] };
  expect(readKey(row)).toEqual(unlimited);
  const limits = { expires_at: 2_000, last_used_at: 3_000, revoked_at: 4_000, templates: '["x","y"]' };
  expect(readKey({ ...row, ...limits })).toEqual({
    ...{ ...unlimited, expires_at: time(2), last_used_at: time(3), revoked_at: time(4), templates: ['x', 'y'] },
  });
  expect(readKeyLimits({ scopes: 'render', templates: '[]' })).toEqual({ scopes: ['render'], templates: [] });
});
