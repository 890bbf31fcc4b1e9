import { expect, it } from 'vitest';
import { showDistance } from '../../../src/web/parts/format.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const after = (seconds: number) => new Date(now + seconds * 1000).toISOString();

it.each([
  [0, 'just now'],
  [-9, 'just now'],
  [-45, '45 seconds ago'],
  [-180, '3 minutes ago'],
  [-7200, '2 hours ago'],
  [20 * 86_400, 'in 20 days'],
  [-90 * 86_400, '3 months ago'],
  [-800 * 86_400, '2 years ago'],
])('a time %i seconds away is %s', (seconds, words) => {
  expect(showDistance(after(seconds), now)).toBe(words);
});
