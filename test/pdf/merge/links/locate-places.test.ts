import { describe, expect, it } from 'vitest';
import { locatePlaces } from '../../../../src/pdf/merge/links/locate-places.ts';
import { MergeError } from '../../../../src/pdf/part/merge-error.ts';
import { buildPages, firstMore } from '../../build-pdf.ts';

/** Two pages of 100 points in height, with places by name. */
const build = (places: string, more: string[] = []) =>
  buildPages(2, {
    catalog: `/Dests <<${places}>>`,
    more,
    page: (index) => (index === 1 ? '/CropBox [0 20 200 90]' : ''),
  });

describe('the places of a printed PDF', () => {
  const places = locatePlaces(
    build(
      '/one [4 0 R /XYZ 0 25 0] /two [6 0 R /XYZ 0 18 0] /page [6 0 R /Fit] /gone [99 0 R /Fit] /a#25C3#25A4 [4 0 R /XYZ 0 100 0]',
    ),
    10,
  );

  it.each<[string, number | undefined, number | undefined]>([
    ['one', 0, 100],
    ['two', 1, 96],
    ['page', 1, undefined],
    ['gone', undefined, undefined],
    ['other', undefined, undefined],
    ['aä', 0, 0],
    ['a%C3%A4', 0, 0],
  ])('"%s" is on a page, and down from its top', (name, index, top) => {
    expect([places.find(name), places.findTop(name)]).toEqual([index, top]);
  });

  it('are on its pages', () => {
    expect(places.count).toBe(2);
  });

  it('are the first of their name', () => {
    const at = firstMore(2);
    const pdf = buildPages(2, {
      catalog: `/Dests <</a [6 0 R /Fit]>> /Names <</Dests ${at} 0 R>>`,
      more: ['<</Names [(a) [4 0 R /Fit]]>>'],
    });
    expect(locatePlaces(pdf, 10).find('a')).toBe(1);
  });

  it('are refused in a file that cannot be read, or has too many pages', () => {
    const refuse = (pdf: Uint8Array, limit: number) => {
      try {
        locatePlaces(pdf, limit);
      } catch (error) {
        return error instanceof MergeError ? [error.code, error.part] : error;
      }
      return undefined;
    };
    expect(refuse(Buffer.from('%PDF-1.7 nothing'), 10)).toEqual(['pdf_invalid', 0]);
    expect(refuse(buildPages(2), 1)).toEqual(['too_many_pages', 0]);
  });
});
