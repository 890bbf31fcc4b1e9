import { expect, it } from 'vitest';
import { describeScopes, isKeyEnded, readSealScopes } from '../../../src/web/dashboard/api-keys/key-words.ts';

const key = {
  id: '1',
  name: 'ci',
  first: 'platen_Ab12',
  last: 'cd34',
  scopes: ['render', 'templates:read'] as ('render' | 'templates:read')[],
  templates: null,
  folder: null,
  created_by: null,
  created_at: '2026-01-01T00:00:00Z',
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
};
const now = Date.parse('2026-03-01T00:00:00Z');

it('says in words what a key may do', () => {
  expect(describeScopes(key)).toBe('render, read templates');
  expect(describeScopes({ ...key, templates: ['x'] })).toBe('render, read templates; one template only');
});

it('reads seals from a line, each once', () => {
  expect(readSealScopes(' invoices, letters invoices ')).toEqual(['seal:invoices', 'seal:letters']);
  expect(readSealScopes('*')).toEqual(['seal:*']);
  expect(readSealScopes(' , ')).toEqual([]);
});

it('knows when a key has ended', () => {
  expect(isKeyEnded(key, now)).toBe(false);
  expect(isKeyEnded({ ...key, expires_at: '2026-03-01T00:00:00Z' }, now)).toBe(true);
  expect(isKeyEnded({ ...key, expires_at: '2026-03-02T00:00:00Z' }, now)).toBe(false);
  expect(isKeyEnded({ ...key, revoked_at: '2026-02-01T00:00:00Z' }, now)).toBe(true);
});
