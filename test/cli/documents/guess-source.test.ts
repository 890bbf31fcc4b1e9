import { expect, it } from 'vitest';
import { guessAddress, guessSource } from '../../../src/cli/documents/guess-source.ts';

it.each([
  ['-', '-'],
  ['https://example.com', 'https://example.com'],
  ['template:invoice', 'template:invoice'],
  ['template:', undefined],
  ['page.html', 'page.html'],
  ['example.com', 'https://example.com'],
  ['render', undefined],
])('the word %s was meant as %s', (word, source) => {
  expect(guessSource(word)).toBe(source);
});

it.each([
  ['localhost', 'http://localhost'],
  ['LOCALHOST:8080/a', 'http://LOCALHOST:8080/a'],
  ['127.0.0.1:80', 'http://127.0.0.1:80'],
  ['localhosts', undefined],
  ['www.example.com:443/a?b', 'https://www.example.com:443/a?b'],
  ['example.com#a', 'https://example.com#a'],
  ['example.c', undefined],
  ['page.html', undefined],
  ['a b.com', undefined],
])('the host %s has the URL %s', (word, url) => {
  expect(guessAddress(word)).toBe(url);
});
