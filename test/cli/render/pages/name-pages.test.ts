import { expect, it } from 'vitest';
import { checkPagePattern, namePages } from '../../../../src/cli/render/pages/name-pages.ts';

it.each(['page-{page}.png', 'a/{page}', 'page.png', '{page}{page}', 'a{b.png'])('%s names files', (pattern) => {
  expect(() => checkPagePattern(pattern, 'x')).not.toThrow();
});

it.each([
  ['', '-o  names no file'],
  ['a/', '-o a/ names no file'],
  ['a\\', '-o a\\ names no file'],
  ['--dpi', '-o --dpi looks like a flag'],
  ['{pages}.png', '-o {pages}.png: there is no placeholder {pages}'],
  ['{page}-{n}.png', '-o {page}-{n}.png: there is no placeholder {n}'],
])('%j does not', (pattern, message) => {
  expect(() => checkPagePattern(pattern, 'page-{page}.png')).toThrow(
    expect.objectContaining({ code: 'usage', message }),
  );
});

it('the files of ten pages and more have numbers of one length', () => {
  expect(namePages('{page}-{page}.png', 2)).toEqual(['1-1.png', '2-2.png']);
  expect(namePages('p{page}', 9).at(-1)).toBe('p9');
  expect([namePages('p{page}', 10)[0], namePages('p{page}', 10)[9]]).toEqual(['p01', 'p10']);
  expect(namePages('p', 0)).toEqual([]);
});
