import { expect, it } from 'vitest';
import { countOf, showBytes, showDistance, showTime, startSentence } from '../../../src/web/parts/format.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const day = 86_400;
const after = (seconds: number) => new Date(now + seconds * 1000).toISOString();

it.each([
  [0, 'just now'],
  [-9, 'just now'],
  [9.9, 'just now'],
  [10, 'in 10 seconds'],
  [-45, '45 seconds ago'],
  [-89, '89 seconds ago'],
  [-90, '1 minute ago'],
  [90, 'in 2 minutes'],
  [-180, '3 minutes ago'],
  [5399, 'in 90 minutes'],
  [5400, 'in 2 hours'],
  [-7200, '2 hours ago'],
  [129_599, 'in 36 hours'],
  [129_600, 'in 2 days'],
  [20 * day, 'in 20 days'],
  [45 * day - 1, 'in 45 days'],
  [45 * day, 'in 2 months'],
  [-90 * day, '3 months ago'],
  [540 * day - 1, 'in 18 months'],
  [540 * day, 'in 1 year'],
  [-800 * day, '2 years ago'],
])('a time %d seconds away is %s', (seconds, words) => {
  expect(showDistance(after(seconds), now)).toBe(words);
});

it.each([
  [0, '1 KB'],
  [1499, '1 KB'],
  [1500, '2 KB'],
  [12_400, '12 KB'],
  [999_499, '999 KB'],
  [999_500, '1.0 MB'],
  [3_440_000, '3.4 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(showBytes(bytes)).toBe(words);
});

it.each([
  [0.4, '0 ms'],
  [84.6, '85 ms'],
  [999, '999 ms'],
  [1000, '1.0 s'],
  [1240, '1.2 s'],
])('%d ms are %s', (ms, words) => {
  expect(showTime(ms)).toBe(words);
});

it.each([
  [0, '0 pages'],
  [1, '1 page'],
  [2, '2 pages'],
  [1234, '1,234 pages'],
])('%i and a word are %s', (count, words) => {
  expect(countOf(count, 'page')).toBe(words);
});

it.each([
  ['an image has no text', 'An image has no text'],
  ['content: is empty', 'Content: is empty'],
  ['item.price is missing', 'item.price is missing'],
  ['Ready', 'Ready'],
])('the sentence %j starts as %j', (text, sentence) => {
  expect(startSentence(text)).toBe(sentence);
});
