import { afterEach, beforeEach, expect, it } from 'vitest';
import { findDraft, keepDraft } from '../../../src/web/dashboard/template-editor/kept-draft.ts';

const ownStorage = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
const base = { content: '<h1>Base</h1>', context: '{}\n' };
const mine = { etag: '"1"', content: '<h1>Mine</h1>', context: '{}\n', base };
let room: number;

beforeEach(() => {
  room = 1000;
  const items = new Map<string, string>();
  const value = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, text: string) {
      if (text.length > room) throw new Error('QuotaExceededError');
      items.set(key, text);
    },
    removeItem: (key: string) => items.delete(key),
  };
  Object.defineProperty(globalThis, 'localStorage', { value, configurable: true });
  keepDraft('a', mine);
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'localStorage');
  if (ownStorage) Object.defineProperty(globalThis, 'localStorage', ownStorage);
});

it('unsaved work comes back with the version and the texts that it started from, to its own template', () => {
  expect(findDraft('a', { content: '<h1>Stored</h1>', context: '{}\n' })).toEqual(mine);
  expect(findDraft('a', { content: mine.content, context: '{"name": "Ada"}\n' })).toEqual(mine);
  expect(findDraft('b', mine)).toBeUndefined();
});

it('work that is stored already is no draft, whatever version it started from', () => {
  expect(findDraft('a', { content: mine.content, context: mine.context })).toBeUndefined();
});

it('work that was saved is forgotten', () => {
  keepDraft('a', undefined);
  expect(findDraft('a', { content: '', context: '' })).toBeUndefined();
});

it('is kept without the texts that it started from if there is no room for both', () => {
  room = JSON.stringify({ ...mine, base: undefined }).length;
  keepDraft('a', { ...mine, content: '<h1>Neu!</h1>' });
  expect(findDraft('a', base)).toEqual({ etag: mine.etag, content: '<h1>Neu!</h1>', context: mine.context });
  room = 1;
  keepDraft('a', mine);
  expect(findDraft('a', base)).toBeUndefined();
});
