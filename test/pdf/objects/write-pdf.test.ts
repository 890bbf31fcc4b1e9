import { describe, expect, it } from 'vitest';
import { buildDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../../../src/pdf/objects/objects.ts';
import { PdfFile } from '../../../src/pdf/objects/pdf-file.ts';
import { writePdf } from '../../../src/pdf/objects/write-pdf.ts';

function write(entries: Record<string, PdfObject>): { bytes: Buffer; catalog: Map<string, PdfObject> } {
  const catalog = new PdfRef(buildDict(entries));
  const bytes = writePdf({ version: '1.7', catalog, info: new PdfRef(new Map()) });
  return { bytes, catalog: new PdfFile(bytes).catalog };
}

describe('writing and reading back', () => {
  it.each<PdfObject>([
    0,
    -1,
    2_147_483_647,
    0.5,
    -0.5,
    35.402344,
    true,
    'Name',
    'odd name/#()\xff',
    '',
    new PdfString(''),
    new PdfString('a(b)\\c'),
    new PdfString('\0\r\n\xff'),
    [1, [2, 'A'], new PdfString('x'), null, 'B', true],
    new Map<string, PdfObject>([['A', new Map([['B', 1]])]]),
  ])('keeps %j', (object) => {
    expect(write({ Object: object }).catalog.get('Object')).toEqual(object);
  });

  it.each([
    [1e-7, 1e-7],
    [1e21, 2_147_483_647],
    [Number.NaN, 0],
    [5e-324, 0],
  ])('writes %d without an exponent', (number, expected) => {
    expect(write({ Object: number }).catalog.get('Object')).toBe(expected);
  });

  it('leaves out entries of null and references to nothing', () => {
    const { catalog } = write({ A: null, B: new PdfRef(null), C: 1 });
    expect([...catalog.keys()]).toEqual(['C']);
  });

  it('keeps rings of references', () => {
    const first = new PdfRef(new Map());
    const two = new PdfRef(new Map<string, PdfObject>([['Other', first]]));
    (first.value as Map<string, PdfObject>).set('Other', two);
    const { catalog } = write({ One: first });
    const read = catalog.get('One') as PdfRef;
    const other = (read.value as Map<string, PdfObject>).get('Other') as PdfRef;
    expect((other.value as Map<string, PdfObject>).get('Other')).toBe(read);
  });

  it('stores equal trees of objects once, and different ones twice', () => {
    const font = (bytes: string) => {
      const file = new PdfRef(new PdfStream(new Map(), Buffer.from(bytes.repeat(100))));
      const descriptor = new PdfRef(buildDict({ Type: 'FontDescriptor', FontFile2: file }));
      return new PdfRef(buildDict({ Type: 'Font', FontDescriptor: descriptor }));
    };
    const { catalog } = write({ A: font('same'), B: font('same'), C: font('other') });
    expect(catalog.get('A')).toBe(catalog.get('B'));
    expect(catalog.get('C')).not.toBe(catalog.get('A'));
  });

  it('does not make one of two objects with a parent', () => {
    const { catalog } = write({
      A: new PdfRef(buildDict({ Parent: 1, K: 1 })),
      B: new PdfRef(buildDict({ Parent: 1, K: 1 })),
    });
    expect(catalog.get('A')).not.toBe(catalog.get('B'));
  });

  it('packs what is not packed and leaves what is', () => {
    const packed = Buffer.from('not really deflated'.repeat(100));
    const { catalog } = write({
      Plain: new PdfRef(new PdfStream(new Map(), Buffer.alloc(10_000, 'x'))),
      Packed: new PdfRef(new PdfStream(new Map([['Filter', 'FlateDecode']]), packed)),
    });
    const stream = (key: string) => (catalog.get(key) as PdfRef).value as PdfStream;
    expect(stream('Plain').dict.get('Filter')).toBe('FlateDecode');
    expect(stream('Plain').data.length).toBeLessThan(100);
    expect(Buffer.from(stream('Packed').data)).toEqual(packed);
  });

  it('walks chains far longer than the stack', () => {
    let next = new PdfRef(new Map());
    for (let i = 0; i < 50_000; i++) next = new PdfRef(new Map<string, PdfObject>([['Next', next]]));
    expect(() => write({ Next: next })).not.toThrow();
  });

  it('needs no properties', () => {
    const bytes = writePdf({ version: '2.0', catalog: new PdfRef(buildDict({ A: 1 })), info: undefined });
    const file = new PdfFile(bytes);
    expect([file.version, file.catalog.get('A'), file.trailer.has('Info')]).toEqual(['2.0', 1, false]);
  });

  it('keeps the objects of several streams of objects', () => {
    const { catalog } = write({ All: Array.from({ length: 600 }, (_, at) => new PdfRef(buildDict({ Parent: at }))) });
    const all = catalog.get('All') as PdfRef[];
    expect(all.map((ref) => (ref.value as Map<string, PdfObject>).get('Parent'))).toEqual([...Array(600).keys()]);
  });

  it.each([
    ['64 KiB', 1 << 16],
    ['16 MiB', 1 << 24],
  ])('finds objects on both sides of %s', (_what, size) => {
    const streamOf = (length: number) =>
      new PdfRef(new PdfStream(new Map<string, PdfObject>([['Filter', 'DCTDecode']]), Buffer.alloc(length, 7)));
    const { bytes, catalog } = write({ A: streamOf(10), B: streamOf(size), C: streamOf(20) });
    expect(bytes.length).toBeGreaterThan(size);
    const lengths = ['A', 'B', 'C'].map((key) => ((catalog.get(key) as PdfRef).value as PdfStream).data.length);
    expect(lengths).toEqual([10, size, 20]);
  });

  it('leaves short streams, metadata and what grows as they are', () => {
    const text = (length: number) => Buffer.alloc(length, 'x');
    const streamOf = (data: Buffer, entries = {}) => new PdfRef(new PdfStream(buildDict(entries), data));
    const noisy = Buffer.from(Array.from({ length: 100 }, (_, at) => (at * 167 + at * at * 31) % 256));
    const { catalog } = write({
      Short: streamOf(text(63)),
      Long: streamOf(text(64), { DecodeParms: buildDict({ A: 1 }) }),
      Metadata: streamOf(text(100), { Type: 'Metadata' }),
      Noisy: streamOf(noisy),
    });
    const entries = ['Short', 'Long', 'Metadata', 'Noisy'].map((key) => {
      const { dict } = (catalog.get(key) as PdfRef).value as PdfStream;
      return [dict.get('Filter'), dict.has('DecodeParms')];
    });
    expect(entries).toEqual([
      [undefined, false],
      ['FlateDecode', false],
      [undefined, false],
      [undefined, false],
    ]);
  });

  it('gives the same bytes for the same objects', () => {
    const make = () => write({ A: new PdfRef([1, 2, 3]), B: new PdfString('x') }).bytes;
    expect(make()).toEqual(make());
  });
});

describe('a large stream without a filter', () => {
  const size = 2_000_000;
  /** Bytes that do not compress, up to a place, and zeros behind it. */
  const noise = (length: number) => {
    const bytes = new Uint8Array(size);
    for (let at = 0, state = 1; at < length; at++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      bytes[at] = state >>> 24;
    }
    return bytes;
  };
  const writeStream = (data: Uint8Array) => {
    const { bytes, catalog } = write({ Data: new PdfRef(new PdfStream(new Map(), data)) });
    const { value } = catalog.get('Data') as PdfRef;
    return { bytes, stream: value as PdfStream };
  };

  it('is stored as it is if it does not compress', () => {
    const { stream } = writeStream(noise(size));
    expect(stream.dict.has('Filter')).toBe(false);
    expect(Buffer.compare(stream.data, noise(size))).toBe(0);
  });

  it.each([0, size / 2])('is compressed if all behind byte %d compresses', (length) => {
    const { bytes, stream } = writeStream(noise(length));
    expect(stream.dict.get('Filter')).toBe('FlateDecode');
    expect(bytes.length).toBeLessThan(length + 20_000);
  });
});
