import { describe, expect, it } from 'vitest';
import { stampPages } from '../../../src/pdf/merge/stamps.ts';
import {
  asArray,
  asDict,
  asName,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  resolve,
} from '../../../src/pdf/objects/objects.ts';

/** A page with a content, 200 wide and 100 high unless it says another size. */
function buildPage(more: Record<string, PdfObject> = {}): PdfRef {
  const contents = new PdfRef(new PdfStream(new Map(), Buffer.from('q Q')));
  return new PdfRef(
    buildDict({ Type: 'Page', MediaBox: [0, 0, 200, 100], Contents: contents, Resources: new Map(), ...more }),
  );
}

/** Stamps a page, by a stamp of half its size, with a link at each of these places of the page; returns the places of the links of the page. */
function stampLinks(page: PdfRef, ...places: number[][]) {
  const copyLinks = () =>
    places.map((place) => buildDict({ Subtype: 'Link', Rect: place.map((edge) => edge / 2), QuadPoints: place }));
  stampPages([page], [buildPage({ MediaBox: [0, 0, 100, 50] })], { copyLinks });
  const links = asArray(asDict(page)?.get('Annots')).map((link) => asDict(link) as PdfDict);
  expect(links.every((link) => asName(link.get('Subtype')) === 'Link' && !link.has('QuadPoints'))).toBe(true);
  return links.map((link) => link.get('Rect'));
}

describe('the links of a stamp', () => {
  it('are those of its page', () => {
    expect(stampLinks(buildPage(), [10, 10, 50, 20], [60, 30, 90, 40])).toEqual([
      [10, 10, 50, 20],
      [60, 30, 90, 40],
    ]);
  });

  it('end at the edges of the page', () => {
    expect(stampLinks(buildPage(), [190, 10, 300, 20], [-9, -9, 5, 5], [10, 90, 50, 120])).toEqual([
      [190, 10, 200, 20],
      [0, 0, 5, 5],
      [10, 90, 50, 100],
    ]);
  });

  it.each([
    ['left', [-20, 5, -10, 9]],
    ['right', [210, 10, 300, 20]],
    ['below', [10, -20, 50, -10]],
    ['above', [10, 110, 50, 120]],
    ['at the right edge', [200, 10, 210, 20]],
    ['at the upper edge', [10, 100, 50, 120]],
  ])('are left out if they are beyond the page: %s', (_where, place) => {
    expect(stampLinks(buildPage(), place)).toEqual([]);
  });

  it('turn with a page that the viewer turns', () => {
    const [[left, bottom, right, top] = []] = stampLinks(buildPage({ Rotate: 180 }), [10, 10, 50, 20]) as number[][];
    expect([left, bottom, right, top]).toEqual([150, 80, 190, 90]);
  });
});

describe('a stamp', () => {
  it('is drawn after the content of its page, as an artifact', () => {
    const page = buildPage();
    stampPages([page], [buildPage()], { copyLinks: () => [] });
    const contents = asArray(asDict(page)?.get('Contents')).map((part) => (resolve(part) as PdfStream).data);
    const text = Buffer.concat(contents.map((part) => Buffer.from(part))).toString('latin1');
    expect(text).toMatch(/q Q[\s\S]*\/Artifact <<\/Type \/Pagination>> BDC\nq .* cm \/Stamp\w* Do Q\nEMC/);
    expect(asDict(page)?.has('Annots')).toBe(false);
  });

  it('is needed for each page', () => {
    expect(() => stampPages([buildPage()], [], { copyLinks: () => [] })).toThrow('1 pages need as many stamps, not 0');
  });
});
