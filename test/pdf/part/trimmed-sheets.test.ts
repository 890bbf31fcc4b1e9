import { describe, expect, it } from 'vitest';
import { buildDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';
import { finishTrimmed, type TrimmedSheet, trimPages } from '../../../src/pdf/part/trimmed-sheets.ts';

const sheet: TrimmedSheet = { width: 160, height: 260, edge: 30, bleed: 9, marks: { crop: false, cross: false } };
const page = (MediaBox: PdfObject) => new PdfRef(buildDict({ MediaBox, Contents: new PdfRef('drawn') }));
const read = (ref: PdfRef, key: string) => (ref.value as Map<string, PdfObject>).get(key);

/** A page as it is printed on a sheet, trimmed and finished. */
function finish(change: Partial<TrimmedSheet>): PdfRef {
  const ref = page([0, 0, 160, 260]);
  finishTrimmed(trimPages([ref], [{ ...sheet, ...change }]));
  return ref;
}

/** The texts of what a page draws before and after its content. */
function drawn(ref: PdfRef): string[] {
  const contents = read(ref, 'Contents') as PdfRef[];
  return contents.map(({ value }) => (value instanceof PdfStream ? Buffer.from(value.data).toString() : String(value)));
}

describe('a page that is printed on a larger sheet', () => {
  it('has its own size until it is finished', () => {
    const ref = page([0, 0, 160, 260]);
    const [trimmed] = trimPages([ref], [sheet]);
    expect(read(ref, 'MediaBox')).toEqual([30, 30, 130, 230]);
    expect(trimmed).toEqual({ page: ref, printed: [0, 0, 160, 260], trim: [30, 30, 130, 230], sheet });
  });

  it.each<[string, PdfObject, number | undefined]>([
    ['differs by less than a point', [0, 0, 160.9, 259.1], 0],
    ['differs by a point across', [0, 0, 161, 260], undefined],
    ['differs by a point down', [0, 0, 160, 261], undefined],
    ['is turned', [0, 0, 260, 160], 0],
    ['is turned, and differs by a point', [0, 0, 260, 161], undefined],
    ['begins elsewhere', [5, 5, 165, 265], 0],
    ['is nearer to another sheet', [0, 0, 160.6, 260], 1],
    ['has no box', null, undefined],
  ])('is found by its size: it %s', (_what, box, index) => {
    const sheets = [sheet, { ...sheet, width: 161 }];
    expect(trimPages([page(box)], index === 1 ? sheets : [sheet]).map((each) => sheets.indexOf(each.sheet))).toEqual(
      index === undefined ? [] : [index],
    );
  });

  it('stays if the sheet has no edge', () => {
    const ref = page([0, 0, 160, 260]);
    expect(trimPages([ref, new PdfRef(null)], [{ ...sheet, edge: 0 }])).toEqual([]);
    expect(read(ref, 'MediaBox')).toEqual([0, 0, 160, 260]);
  });

  it('may have been left out', () => {
    const ref = page([0, 0, 160, 260]);
    const trimmed = trimPages([ref], [sheet]);
    ref.value = null;
    expect(() => finishTrimmed(trimmed)).not.toThrow();
  });

  it('has a bleed and no marks', () => {
    const ref = finish({});
    expect([read(ref, 'TrimBox'), read(ref, 'BleedBox'), read(ref, 'MediaBox')]).toEqual([
      [30, 30, 130, 230],
      [21, 21, 139, 239],
      [21, 21, 139, 239],
    ]);
    expect(read(ref, 'Contents')).toBeInstanceOf(PdfRef);
  });

  it('has room for marks around its bleed, at which its content is cut', () => {
    const ref = finish({ marks: { crop: true, cross: false } });
    expect([read(ref, 'BleedBox'), read(ref, 'MediaBox')]).toEqual([
      [21, 21, 139, 239],
      [3, 3, 157, 257],
    ]);
    const [before, content, after] = drawn(ref);
    expect([before, content]).toEqual(['q\n21 21 118 218 re\nW\nn\n', 'drawn']);
    expect(after).toMatch(
      /^\nQ\n\/Artifact <<\/Type \/Page>> BDC\nq\n0 0 0 RG\n0.25 w\n0 J\n\[\] 0 d\n[\s\S]*\nQ\nEMC\n$/,
    );
  });

  it('has crop marks at its corners, from 3 to 15 points outside its bleed', () => {
    const after = drawn(finish({ marks: { crop: true, cross: false } }))[2] ?? '';
    const lines = [...after.matchAll(/^(.*) m\n(.*) l\nS/gm)].map(([, from, to]) => `${from} ${to}`);
    expect(lines).toEqual([
      '6 30 18 30',
      '142 30 154 30',
      '6 230 18 230',
      '142 230 154 230',
      '30 6 30 18',
      '30 242 30 254',
      '130 6 130 18',
      '130 242 130 254',
    ]);
    expect(after).not.toContain(' c\n');
  });

  it('has crosses in circles at the middle of its sides, 9 points outside its bleed', () => {
    const after = drawn(finish({ marks: { crop: false, cross: true } }))[2] ?? '';
    const lines = [...after.matchAll(/^(.*) m\n(.*) l\nS/gm)].map(([, from, to]) => `${from} ${to}`);
    expect(lines).toEqual(
      [
        [12, 130],
        [148, 130],
        [80, 12],
        [80, 248],
      ].flatMap(([x = 0, y = 0]) => [`${x - 6} ${y} ${x + 6} ${y}`, `${x} ${y - 6} ${x} ${y + 6}`]),
    );
    const circle = after.slice(after.indexOf('15.5 130 m'));
    expect(circle.slice(0, circle.indexOf('s') + 1)).toBe(
      '15.5 130 m\n15.5 131.933 13.933 133.5 12 133.5 c\n10.067 133.5 8.5 131.933 8.5 130 c\n' +
        '8.5 128.067 10.067 126.5 12 126.5 c\n13.933 126.5 15.5 128.067 15.5 130 c\ns',
    );
  });
});
