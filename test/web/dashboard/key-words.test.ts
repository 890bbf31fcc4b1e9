import { expect, it } from 'vitest';
import type { ApiKey } from '../../../src/contract/index.ts';
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

it.each<[Partial<ApiKey>, string]>([
  [{}, 'render, read templates'],
  [{ templates: ['x'] }, 'render, read templates; one template only'],
  [{ templates: ['x', 'y'] }, 'render, read templates; 2 templates only'],
  [{ folder: 'bills' }, 'render, read templates; the folder bills only'],
  [{ templates: ['x'], folder: 'bills' }, 'render, read templates; one template, the folder bills only'],
  [{ scopes: ['templates:write', 'keys', 'webhooks'] }, 'change templates, manage keys, manage webhooks'],
  [{ scopes: ['seal:*'] }, 'sign with every seal'],
  [{ scopes: ['seal:letters'] }, 'sign as letters'],
])('says in words what a key with %j may do', (more, words) => {
  expect(describeScopes({ ...key, ...more })).toBe(words);
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
