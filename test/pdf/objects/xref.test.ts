import { describe, expect, it } from 'vitest';
import { ObjectReader } from '../../../src/pdf/objects/object-reader.ts';
import { PdfDamage, type PdfDict, PdfStream } from '../../../src/pdf/objects/objects.ts';
import { readXref } from '../../../src/pdf/objects/xref.ts';

/** Reads the cross-reference of a file. The stream at a byte is the one of that name. */
function read(text: string, streams: Record<number, PdfStream> = {}) {
  const reader = new ObjectReader(Buffer.from(text, 'latin1'), () => null);
  return readXref(reader, { bytes: 100_000_000 }, ({ position }) => streams[position] ?? null);
}

/** A file whose newest section begins at a byte. */
const file = (sections: string, start = 0) => `${sections}\nstartxref\n${start}\n%%EOF`;

const table = (rows: string, trailer = '') => `xref\n${rows}trailer<<${trailer}>>`;

function build(dict: Record<string, unknown>, ...bytes: number[]): PdfStream {
  return new PdfStream(new Map(Object.entries({ Type: 'XRef', W: [1, 2, 1], ...dict })) as PdfDict, Buffer.from(bytes));
}

const readStream = (stream: PdfStream) => read(file('x'), { 0: stream });

describe('a table of cross-references', () => {
  it('has the places of objects, and those that are free', () => {
    const { entries, trailer } = read(
      file(
        table(
          '0 2\n0000000000 65535 f \n0000000015 00000 n \n7 1\n0000000190 00003 n \n9 1\n0000000000 00000 n \n10 1\n0000000001 00000 n \n',
          '/Size 8',
        ),
      ),
    );
    expect([...entries]).toEqual([
      [0, undefined],
      [1, { offset: 15, generation: 0 }],
      [7, { offset: 190, generation: 3 }],
      [9, undefined],
      [10, { offset: 1, generation: 0 }],
    ]);
    expect(trailer).toEqual(new Map([['Size', 8]]));
  });

  it('counts before the older one that it names', () => {
    const old = table('1 2\n11 0 n 12 0 n ', '/Size 3');
    const text = `${old}\n${table('2 2\n22 1 n 23 0 n ', '/Size 4/Prev 0')}`;
    const { entries, trailer } = read(file(text, old.length + 1));
    expect(entries.get(1)).toEqual({ offset: 11, generation: 0 });
    expect(entries.get(2)).toEqual({ offset: 22, generation: 1 });
    expect(entries.get(3)).toEqual({ offset: 23, generation: 0 });
    expect(trailer.get('Size')).toBe(4);
  });

  it('counts with the stream of a hybrid file before what is older', () => {
    const old = table('1 1\n11 0 n 2 1\n12 0 n ');
    const newest = table('1 1\n21 0 n ', '/Prev 0/XRefStm 1');
    const stream = build({ Index: [1, 3] }, 1, 0, 31, 0, 1, 0, 32, 0, 1, 0, 33, 0);
    const { entries } = read(file(`${old}\n${newest}`, old.length + 1), { 1: stream });
    expect([1, 2, 3].map((number) => entries.get(number))).toEqual(
      [21, 32, 33].map((offset) => ({ offset, generation: 0 })),
    );
  });

  it('may begin right behind the word that names its place', () => {
    expect(read(`${table('1 1\n11 0 n ')} startxref0`).entries.size).toBe(1);
  });

  it('may name itself as an older one', () => {
    expect(read(file(table('1 1\n11 0 n ', '/Prev 0'))).entries.size).toBe(1);
  });

  it.each([
    ['without an end', table('')],
    ['with its end too early', `${file(table(''))}${' '.repeat(2100)}`],
    ['that begins beyond the file', file(table(''), 99)],
    ['that begins nowhere', 'xref trailer<<>> startxref x'],
    ['without the number of rows', file(table('1 x'))],
    ['without a first number', file(table('x 1'))],
    ['with a row of another kind', file(table('1 1\n11 0 x '))],
    ['with a row without an offset', file(table('1 1\nx 0 n '))],
    ['with a row without a generation', file(table('1 1\n11 x n '))],
    ['with too high a number', file(table('8388608 1\n11 0 n '))],
    ['without a trailer', file('xref trailer 7')],
    ['that names an older one before the file', file(table('', '/Prev -1'))],
    ['that names an older one behind the file', file(table('', '/Prev 9999'))],
    ['of another kind', file('no table')],
  ])('%s is damaged', (_what, text) => {
    expect(() => read(text)).toThrow(PdfDamage);
  });

  it('has objects up to the highest number', () => {
    expect(read(file(table('8388607 1\n11 0 n '))).entries.get(8_388_607)).toEqual({ offset: 11, generation: 0 });
  });

  it('is sought in the last 2048 bytes', () => {
    const text = file(table(''));
    const at = text.length - text.indexOf('startxref');
    expect(read(text + ' '.repeat(2048 - at)).entries.size).toBe(0);
    expect(() => read(text + ' '.repeat(2049 - at))).toThrow('its end is missing');
  });

  it('has 4096 older ones at most', () => {
    const row = (index: number) => `xref trailer<</Prev ${String(index * 30).padStart(7)}>>`.padEnd(30);
    const chain = (count: number) =>
      file(Array.from({ length: count }, (_, index) => row(index + 1)).join('') + table(''));
    expect(read(chain(4096)).entries.size).toBe(0);
    expect(() => read(chain(4097))).toThrow('a broken chain of cross-references');
  });
});

describe('a stream of cross-references', () => {
  it('has the places of objects, those in streams of objects, and those that are free', () => {
    const { entries, trailer } = readStream(build({ Size: 4 }, 0, 0, 0, 255, 1, 1, 2, 3, 2, 0, 9, 5, 1, 0, 0, 0));
    expect([...entries]).toEqual([
      [0, undefined],
      [1, { offset: 258, generation: 3 }],
      [2, { stream: 9, index: 5 }],
      [3, undefined],
    ]);
    expect(trailer.get('Size')).toBe(4);
  });

  it('has sections, and as many objects as it has data for', () => {
    const { entries } = readStream(build({ Size: 9, Index: [3, 1, 20, 5] }, 1, 0, 1, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0));
    expect([...entries.keys()]).toEqual([3, 20, 21]);
  });

  it('has places if it names no kinds', () => {
    const { entries } = readStream(build({ Size: 2, W: [0, 1, 0] }, 7, 8));
    expect([...entries.values()]).toEqual([7, 8].map((offset) => ({ offset, generation: 0 })));
  });

  it('keeps what a newer section says', () => {
    const text = file(table('1 1\n5 0 n ', '/Prev 1'));
    expect(read(text, { 1: build({ Index: [1, 1] }, 2, 0, 9, 0) }).entries.get(1)).toEqual({
      offset: 5,
      generation: 0,
    });
  });

  it('may be eight bytes wide', () => {
    const { entries } = readStream(build({ Size: 1, W: [1, 8, 0] }, 1, 0, 0, 0, 0, 0, 0, 1, 0));
    expect(entries.get(0)).toEqual({ offset: 256, generation: 0 });
  });

  it.each([
    ['of another type', { Type: 'ObjStm' }],
    ['without widths', { W: [] }],
    ['with two widths', { W: [1, 2] }],
    ['with a width of nine bytes', { W: [1, 9, 1] }],
    ['with a negative width', { W: [1, 2, -1] }],
    ['with a width that is no number', { W: [1, 'x', 1] }],
    ['with widths of 0', { W: [0, 0, 0] }],
    ['with a negative number', { Index: [-1, 1] }],
    ['with too high a number', { Index: [8_388_608, 1] }],
  ])('%s is damaged', (_what, dict) => {
    expect(() => readStream(build({ Size: 1, ...dict }, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0))).toThrow(PdfDamage);
  });

  it('has two million rows at most', () => {
    const again = (count: number) =>
      Object.assign(build({ W: [0, 1, 0], Index: Array.from({ length: count }, () => [1, 1000]).flat() }), {
        data: Buffer.alloc(1000 * count, 1),
      });
    expect(readStream(again(2000)).entries.size).toBe(1000);
    expect(() => readStream(again(2001))).toThrow('a broken cross-reference stream');
  });
});
