import { describe, expect, it } from 'vitest';
import { asDict, buildDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';
import { findStretch, fitPages, readBox, readEdges, readSize, readTurns } from '../../../src/pdf/part/page-box.ts';

const a4: PdfObject = [0, 0, 595, 842];

it.each<[PdfObject | undefined, number[] | undefined]>([
  [
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ],
  [
    [3, 4, 1, 2],
    [1, 2, 3, 4],
  ],
  [[1, 2, 1, 4], undefined],
  [[1, 2, 3, 2], undefined],
  [[1, 2, 3], undefined],
  [[1, 2, 3, 4, 5], undefined],
  [['x', 2, 3, 4], undefined],
  [[1, 'x', 3, 4], undefined],
  [[1, 2, 'x', 4], undefined],
  [[1, 2, 3, 'x'], undefined],
  [undefined, undefined],
])('the edges of %j are %j', (box, edges) => {
  expect(readEdges(box)).toEqual(edges);
});

it.each<[Record<string, PdfObject>, number[]]>([
  [{}, [0, 0, 612, 792]],
  [{ MediaBox: a4 }, [0, 0, 595, 842]],
  [{ MediaBox: a4, CropBox: [10, 20, 300, 400] }, [10, 20, 300, 400]],
  [{ MediaBox: a4, CropBox: [-10, -20, 700, 900] }, [0, 0, 595, 842]],
  [{ MediaBox: a4, CropBox: [600, 20, 700, 400] }, [0, 0, 595, 842]],
  [{ MediaBox: a4, CropBox: [10, 850, 100, 900] }, [0, 0, 595, 842]],
  [{ MediaBox: a4, CropBox: [595, 20, 700, 400] }, [0, 0, 595, 842]],
  [{ MediaBox: a4, CropBox: [10, 842, 100, 900] }, [0, 0, 595, 842]],
  [{ MediaBox: a4, CropBox: [600, 20, 700, 800] }, [0, 0, 595, 842]],
  [{ CropBox: [10, 20, 300, 400] }, [10, 20, 300, 400]],
])('the visible box of a page with %j is %j', (entries, box) => {
  expect(readBox(buildDict(entries))).toEqual(box);
});

it.each([
  [undefined, 0],
  [90, 1],
  [-90, 3],
  [450, 1],
  [-540, 2],
  [89.9, 1],
  [45.2, 1],
  [44.8, 0],
])('a page with the rotation %s is turned by %s quarters', (Rotate, turns) => {
  const page = buildDict({ MediaBox: [10, 10, 110, 210], ...(Rotate !== undefined && { Rotate }) });
  expect(readTurns(page)).toBe(turns);
  expect(readSize(new PdfRef(page))).toEqual(
    turns % 2 === 0 ? { width: 100, height: 200 } : { width: 200, height: 100 },
  );
});

it.each([
  [75, 1],
  // 134.4 pixels, of which 134 are painted.
  [100.8, 134.4 / 134],
  // 133.73 pixels, of which 134 are painted.
  [100.3, 1],
  [0.3, 1],
])('content of %s points is stretched by the part of a pixel that is missing: by %s', (points, by) => {
  expect(findStretch({ width: points, height: 75 })).toEqual([expect.closeTo(by, 12), 1]);
  expect(findStretch({ width: 75, height: points })).toEqual([1, expect.closeTo(by, 12)]);
});

describe('a page that Chromium printed', () => {
  const build = (entries: Record<string, PdfObject> = {}) =>
    new PdfRef(
      buildDict({
        MediaBox: [0, 0, 100, 100],
        Contents: new PdfRef(new PdfStream(new Map(), Buffer.from('q Q'))),
        ...entries,
      }),
    );
  const boxOf = (page: PdfRef) => asDict(page)?.get('MediaBox');
  const contents = (page: PdfRef) => {
    const list = asDict(page)?.get('Contents');
    return (Array.isArray(list) ? list : [list]).map((each) => ((each as PdfRef).value as PdfStream).data.toString());
  };

  it('gets the size that was asked, from its upper left corner, and its content fills it', () => {
    const page = build();
    fitPages(buildDict({}), [page], [{ width: 100.2, height: 100.8 }]);
    expect(boxOf(page)).toEqual([0, -0.8, 100.2, 100]);
    // 100.8 points are 134.4 pixels, of which Chromium painted 134.
    expect(contents(page)).toEqual(['1 0 0 1.002985 0 -0.298507 cm\n', 'q Q']);
  });

  it('keeps its content where whole pixels fill it', () => {
    const page = build();
    fitPages(buildDict({}), [page], [{ width: 99.75, height: 100.5 }]);
    expect([boxOf(page), contents(page)]).toEqual([[0, -0.5, 99.75, 100], ['q Q']]);
  });

  it('gets the nearest size, and none that is a point away', () => {
    const [near, far] = [build(), build()];
    fitPages(
      buildDict({}),
      [near],
      [
        { width: 100.9, height: 100 },
        { width: 100, height: 99.9 },
        { width: 100, height: 100.8 },
      ],
    );
    fitPages(
      buildDict({}),
      [far],
      [
        { width: 101, height: 100 },
        { width: 100, height: 99 },
      ],
    );
    expect([boxOf(near), boxOf(far)]).toEqual([
      [0, 0.1, 100, 100],
      [0, 0, 100, 100],
    ]);
  });

  it('has links and destinations moved with its content', () => {
    const link = buildDict({ Rect: [10, 10, 20, 20], QuadPoints: [10, 0, 20, 100] });
    const [page, other] = [build({ Annots: [link, buildDict({})] }), build({ MediaBox: [0, 0, 50, 50] })];
    const places: PdfObject[][] = [
      [page, 'XYZ', 10, 0, 0],
      [other, 'XYZ', 10, 0, 0],
      [page, 'XYZ', null, 0, 0],
      [page, 'XYZ', 10, 0, 0],
      [page, 'XYZ', 10, 50, 0],
    ];
    const [one, two, three, child, sibling] = places;
    const outlines = buildDict({
      First: buildDict({
        Dest: three as PdfObject,
        First: buildDict({ Dest: child as PdfObject }),
        Next: buildDict({ Dest: sibling as PdfObject }),
      }),
    });
    const catalog = buildDict({
      Dests: buildDict({ one: one as PdfObject, two: two as PdfObject }),
      Outlines: outlines,
    });
    fitPages(catalog, [page, other], [{ width: 100.8, height: 100.8 }]);
    const [low, wide] = [100 - 100 * (134.4 / 134), (value: number) => Number((value * (134.4 / 134)).toFixed(3))];
    const round = (value: number) => Number(value.toFixed(3));
    expect(places.map((place) => place.slice(2, 4))).toEqual([
      [wide(10), round(low)],
      [10, 0],
      [null, round(low)],
      [wide(10), round(low)],
      [wide(10), round(100 - 50 * (134.4 / 134))],
    ]);
    expect(link.get('QuadPoints')).toEqual([wide(10), round(low), wide(20), 100]);
    expect(link.get('Rect')).toEqual([
      wide(10),
      round(100 - 90 * (134.4 / 134)),
      wide(20),
      round(100 - 80 * (134.4 / 134)),
    ]);
  });
});
