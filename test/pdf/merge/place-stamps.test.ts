import { describe, expect, it } from 'vitest';
import { readStamps, stampPages } from '../../../src/pdf/merge/stamps.ts';
import {
  asArray,
  asDict,
  asList,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  resolve,
} from '../../../src/pdf/objects/objects.ts';
import type { Box } from '../../../src/pdf/part/page-box.ts';
import { buildPages } from '../build-pdf.ts';

/** A page of 300 by 150 points, which are whole pixels. */
const build = (more: Record<string, PdfObject> = {}, content = 'q Q') =>
  new PdfRef(
    buildDict({
      Type: 'Page',
      MediaBox: [0, 0, 300, 150],
      Contents: new PdfRef(new PdfStream(new Map(), Buffer.from(content))),
      ...more,
    }),
  );
const contentsOf = (page: PdfRef) =>
  asList(asDict(page)?.get('Contents')).map((stream) =>
    Buffer.from((resolve(stream) as PdfStream).data).toString('latin1'),
  );
const formOf = (page: PdfRef) =>
  resolve(asDict(asDict(asDict(page)?.get('Resources'))?.get('XObject'))?.get('Stamp')) as PdfStream;

interface Choices {
  paper?: Box;
  isForeign?: boolean;
  links?: PdfDict[];
}

function stamp(page: PdfRef, own: PdfRef, { paper, isForeign, links = [] }: Choices = {}) {
  const asked: number[] = [];
  stampPages([page], [own], {
    copyLinks: (index) => {
      asked.push(index);
      return links;
    },
    ...(isForeign !== undefined && { isForeign: () => isForeign }),
    ...(paper && { readPaper: () => paper }),
  });
  return { asked, contents: contentsOf(page), box: formOf(page).dict.get('BBox') };
}
const draw = (matrix: string, after = '\nQ') =>
  `${after}\n/Artifact <</Type /Pagination>> BDC\nq ${matrix} cm /Stamp Do Q\nEMC\n`;

describe('a stamp', () => {
  it('is drawn after the content of its page, which is enclosed', () => {
    const { contents, asked } = stamp(build(), build());
    expect(contents).toEqual(['q\n', 'q Q', draw('1 0 0 1 0 0')]);
    expect(asked).toEqual([0]);
  });

  it.each<[string, Record<string, PdfObject>, Record<string, PdfObject>, string]>([
    ['of its size', {}, {}, '1 0 0 1 0 0'],
    ['of half its size', {}, { MediaBox: [0, 0, 150, 75] }, '2 0 0 2 0 0'],
    ['of its width', {}, { MediaBox: [0, 0, 300, 300] }, '0.5 0 0 0.5 75 0'],
    ['of its width that is less high', {}, { MediaBox: [0, 0, 300, 75] }, '1 0 0 1 0 37.5'],
    ['of its height that is less wide', {}, { MediaBox: [0, 0, 150, 150] }, '1 0 0 1 75 0'],
    ['that is too wide', {}, { MediaBox: [0, 0, 600, 150] }, '0.5 0 0 0.5 0 37.5'],
    ['from another corner', {}, { MediaBox: [10, 20, 160, 95] }, '2 0 0 2 -20 -40'],
    ['on a page from another corner', { MediaBox: [10, 20, 310, 170] }, {}, '1 0 0 1 10 20'],
    ['on a page that is turned', { Rotate: 90 }, { MediaBox: [0, 0, 150, 300] }, '0 1 -1 0 300 0'],
    ['on a page that is upside down', { Rotate: 180 }, {}, '-1 0 0 -1 300 150'],
    ['on a page that is turned to the left', { Rotate: 270 }, { MediaBox: [0, 0, 150, 300] }, '0 -1 1 0 0 150'],
    ['of nearly its size', { MediaBox: [0, 0, 300, 150.4] }, {}, '1 0 0 1 0 0.4'],
    ['of nearly its size in whole pixels', { MediaBox: [0, 0, 300, 150.3] }, {}, '1 0 0 1.002 0 0'],
  ])('%s fits its page', (_, page, own, matrix) => {
    const size = build(page);
    const { contents } = stamp(size, build(own));
    expect(contents.at(-1)?.split('\n')[3]).toBe(`q ${matrix} cm /Stamp Do Q`);
  });

  it('is not cut where it is smaller by a part of a pixel', () => {
    expect(stamp(build(), build({ MediaBox: [10, 20, 110, 70] })).box).toEqual([10, 19, 111, 70]);
  });

  it('is cut to the paper of a page that is trimmed', () => {
    const { box, contents } = stamp(build(), build({ MediaBox: [0, 0, 300, 200] }), { paper: [20, 10, 170, 85] });
    expect(box).toEqual([0, 124, 151, 200]);
    expect(contents.at(-1)?.split('\n')[3]).toBe('q 1 0 0 1 20 -115 cm /Stamp Do Q');
  });

  it.each([
    [true, 'q\nq\n'],
    [false, 'q\n'],
  ])("is drawn after content of a user's PDF that restores too much: %s", (isForeign, before) => {
    const page = build({}, 'Q');
    expect(stamp(page, build(), { isForeign }).contents[0]).toBe(before);
  });

  it('adds no annotations without links', () => {
    const page = build();
    stamp(page, build());
    expect(asDict(page)?.has('Annots')).toBe(false);
  });

  it('adds its links to those of its page', () => {
    const page = build({ Annots: ['own'] });
    const link = buildDict({ Rect: [20.00049, 30, 10, 90] });
    stamp(page, build(), { links: [link] });
    const [own, added] = asArray(asDict(page)?.get('Annots'));
    expect([own, asDict(added)?.get('Rect')]).toEqual(['own', [10, 30, 20, 90]]);
  });

  it.each([
    [[0, 100], '1 pages need as many stamps, not 2'],
    [[], '1 pages need as many stamps, not 0'],
  ])('is needed for each page', (sizes, message) => {
    const stamps = sizes.map(() => build());
    expect(() => stampPages([build()], stamps, { copyLinks: () => [] })).toThrow(new RangeError(message));
  });

  it('is read from each page of a PDF', () => {
    expect(readStamps(buildPages(3))).toHaveLength(3);
  });
});
