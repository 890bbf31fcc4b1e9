import { describe, expect, it } from 'vitest';
import { ObjectWriter } from '../../../src/pdf/objects/object-writer.ts';
import { type PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../../../src/pdf/objects/objects.ts';

const known = new PdfRef(1, undefined, 12);
const missing = new PdfRef(null);

function write(object: PdfObject): string {
  const writer = new ObjectWriter((ref) => (ref === known ? 12 : 0));
  writer.writeObject(object);
  return writer.take().toString('latin1');
}

const dict = (entries: Record<string, PdfObject>): PdfDict => new Map(Object.entries(entries));

describe('objects are written', () => {
  it.each<[PdfObject, string]>([
    [null, 'null'],
    [true, 'true'],
    [false, 'false'],
    [0, '0'],
    [-0, '0'],
    [9, '9'],
    [10, '10'],
    [190, '190'],
    [1000, '1000'],
    [2_147_483_647, '2147483647'],
    [2_147_483_648, '2147483647'],
    [-7, '-7'],
    [-2_147_483_648, '-2147483648'],
    [-2_147_483_649, '-2147483648'],
    [1e300, '2147483647'],
    [0.5, '.5'],
    [-0.25, '-.25'],
    [10.25, '10.25'],
    [-10.5, '-10.5'],
    [1e-7, '0.0000001'],
    [-2.5e-7, '-0.00000025'],
    [1e-30, '0'],
    [Number.NaN, '0'],
    [Number.POSITIVE_INFINITY, '0'],
    ['Name', '/Name'],
    ['', '/'],
    ['A B/#()<>[]{}%', '/A#20B#2f#23#28#29#3c#3e#5b#5d#7b#7d#25'],
    ['\x01!~\x7f\xff', '/#01!~#7f#ff'],
    [new PdfString('a b'), '(a b)'],
    [new PdfString('(\\)'), '(\\(\\\\\\))'],
    [new PdfString(' ~'), '( ~)'],
    [new PdfString('a\n'), '<610a>'],
    [new PdfString('\x7f\xff'), '<7fff>'],
    [known, '12 0 R'],
    [missing, 'null'],
    [[], '[]'],
    [
      [1, 2, -3, true, null, 'A', new PdfString('x'), [4], known, missing, dict({})],
      '[1 2 -3 true null/A(x)[4] 12 0 R null<<>>]',
    ],
    [
      dict({ A: 1, B: 'C', D: new PdfString('x'), E: [1], F: known, G: false, H: dict({ I: 0 }) }),
      '<</A 1/B/C/D(x)/E[1]/F 12 0 R/G false/H<</I 0>>>>',
    ],
    [dict({ A: null, B: missing, C: 1 }), '<</C 1>>'],
    [new PdfStream(dict({ A: 1 }), Buffer.from('data')), '<</A 1>>'],
  ])('%o as %s', (object, expected) => {
    expect(write(object)).toBe(expected);
  });

  it('into bytes that grow', () => {
    for (const length of [4094, 4095, 4096, 5000, 9000]) {
      const text = 'x'.repeat(length);
      expect(write([new PdfString(text), 12, new PdfString(text)])).toBe(`[(${text}) 12(${text})]`);
    }
    const numbers = Array.from({ length: 5000 }, (_, index) => index);
    expect(write(numbers)).toBe(`[${numbers.join(' ')}]`);
  });

  it('after what was taken', () => {
    const writer = new ObjectWriter(() => 0);
    writer.writeObject('A');
    expect([writer.length, writer.take().toString(), writer.length]).toEqual([2, '/A', 0]);
    writer.writeText('obj');
    expect(writer.take().toString()).toBe('obj');
  });

  it('with the same name each time', () => {
    const long = `${'n'.repeat(70)} `;
    for (const name of ['A B', long])
      expect([write(name), write(name)]).toEqual(Array(2).fill(`/${name.replace(' ', '#20')}`));
  });

  it('unless a dictionary must not be', () => {
    const checked: PdfDict[] = [];
    const writer = new ObjectWriter(
      () => 0,
      (each) => checked.push(each),
    );
    const [outer, inner] = [dict({}), dict({ A: 1 })];
    outer.set('B', [inner]);
    writer.writeObject(outer);
    expect(checked).toEqual([outer, inner]);
  });
});
