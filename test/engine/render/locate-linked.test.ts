import { describe, expect, it } from 'vitest';
import { countOn, locateLinked } from '../../../src/engine/render/locate-linked.ts';
import type { RenderedPart } from '../../../src/engine/render/render-part.ts';
import { buildPages } from '../../pdf/build-pdf.ts';

/** A part of three pages, whose last page has the place "end". */
const part = (name: string | undefined, more: object = {}) =>
  ({
    name,
    origin: 'https://part.invalid',
    foreign: false,
    pdf: buildPages(3, { catalog: '/Dests <</end [8 0 R /XYZ 0 90 0]>>' }),
    ...more,
  }) as unknown as RenderedPart;
const roman = [1, 2, 3].map((number) => ({ number, style: 'lower-roman' }));
const number = (page: number) => ({ number: page, style: 'decimal' });

describe('the page that an address of a part leads to', () => {
  const [first, second, third] = [part('a.html'), part('b/b.html'), part(undefined)];
  const find = locateLinked([first, second, third], [3, 3, 3]);

  it.each<[string, RenderedPart, string, object | undefined]>([
    ['a place of the part itself', first, '/a.html#end', number(3)],
    ['a place that any part has', second, '/#end', number(3)],
    ['a place of another part', first, '/b/b.html#end', number(6)],
    ['another part', first, '/b/b.html', number(4)],
    ['a place that another part does not have', first, '/b/b.html#nowhere', number(4)],
    ['the start of the part itself', second, '/b/b.html', number(4)],
    ['a place that the part itself does not have', second, '/b/b.html#nowhere', undefined],
    ['a place that no part has', second, '/#nowhere', undefined],
    ['a document that is no part', second, '/c.html', undefined],
  ])('is that of %s', (_what, from, path, page) => {
    expect(find(from)(`https://part.invalid${path}`)).toEqual(page);
  });

  it('is unknown from a part without a host, and for other addresses', () => {
    expect(find(part('x', { origin: undefined }))('https://part.invalid/#end')).toBeUndefined();
    expect(find(first)('no address')).toBeUndefined();
  });

  it('is that of the entry of a contents page', () => {
    const contents = part('toc', {
      places: [
        { part: 0, page: 1 },
        { part: 9, page: 1 },
      ],
    });
    const at = locateLinked([first, contents], [3, 3])(contents);
    expect(at('https://part.invalid/.toc/0')).toEqual(number(2));
    expect(at('https://part.invalid/.toc/1')).toBeUndefined();
  });

  it('has the labels of its part, after which the next part counts on', () => {
    const labelled = part('a.html', { labels: roman });
    const at = locateLinked([labelled, second], [3, 3])(second);
    expect(at('https://part.invalid/a.html#end')).toEqual({ number: 3, style: 'lower-roman' });
    expect(at('https://part.invalid/b/b.html')).toEqual(number(4));
  });

  it('does not look into PDFs of users', () => {
    const foreign = part('a.html', { foreign: true });
    expect(locateLinked([foreign, second], [3, 3])(second)('https://part.invalid/#end')).toEqual(number(6));
  });
});

it('a part counts on from the one before it, by its labels or its pages', () => {
  expect(countOn(4, part('x'), 3)).toBe(7);
  expect(countOn(4, part('x', { labels: roman }), 3)).toBe(3);
  const relabel = (before: number) => [{ number: before + 10, style: 'decimal' }];
  expect(countOn(4, part('x', { labels: roman, relabel }), 3)).toBe(14);
});
