import { describe, expect, it } from 'vitest';
import { ObjectReader } from '../../../src/pdf/objects/object-reader.ts';
import { PdfDamage, type PdfObject, PdfRef, PdfString } from '../../../src/pdf/objects/objects.ts';

const refs = new Map<string, PdfRef>();

function read(text: string): PdfObject {
  const reader = new ObjectReader(Buffer.from(text, 'latin1'), (number, generation) => {
    const ref = refs.get(`${number} ${generation}`) ?? new PdfRef(null, undefined, number);
    refs.set(`${number} ${generation}`, ref);
    return ref;
  });
  return reader.readObject();
}

describe('reading objects', () => {
  it.each<[string, PdfObject]>([
    ['true', true],
    ['null', null],
    ['  % a comment\n 42', 42],
    ['%a comment\r42', 42],
    ['42%a comment at the end', 42],
    ['-17', -17],
    ['+3', 3],
    ['.5', 0.5],
    ['4.', 4],
    ['-.002', -0.002],
    ['35.402344', 35.402344],
    ['1234567890.1234567', 1234567890.1234567],
    ['/Name', 'Name'],
    ['/A#20B#2f', 'A B/'],
    ['/', ''],
    ['/##1', '##1'],
    ['[1/A(x)[]<<>>]', [1, 'A', new PdfString('x'), [], new Map()]],
    ['(a(b)c)', new PdfString('a(b)c')],
    ['(\\(\\053\\53x\\0\\n\\\nend\\q)', new PdfString('(++x\0\nendq')],
    ['(a\r\nb\rc)', new PdfString('a\nb\nc')],
    ['<48 65\n6C6>', new PdfString('Hel`')],
    [
      '<</A 1/B/C/A 2>>',
      new Map<string, PdfObject>([
        ['A', 2],
        ['B', 'C'],
      ]),
    ],
  ])('reads %j', (text, object) => {
    expect(read(text)).toEqual(object);
  });

  it('tells references from numbers', () => {
    const array = read('[12 0 R 12 0 12 0 R/R 1 0 RX]'.replace(' 1 0 RX', '')) as PdfObject[];
    expect(array).toEqual([refs.get('12 0'), 12, 0, refs.get('12 0'), 'R']);
    expect(array[0]).toBe(array[3]);
  });

  it.each([
    '',
    '% a comment',
    ')',
    '<<',
    '<</A>>',
    '<</A 1',
    '[1',
    '(a',
    '<4',
    '<4x>',
    '1.2.3',
    '--1',
    'nul',
    'truefalse',
    '<<1 2>>',
  ])('refuses %j', (text) => {
    expect(() => read(text)).toThrow(PdfDamage);
  });

  it('reads what is nested 200 deep', () => {
    expect(read(`${'['.repeat(200)}${']'.repeat(200)}`)).toHaveLength(1);
    expect(() => read(`${'['.repeat(201)}${']'.repeat(201)}`)).toThrow('nested too deep');
  });

  it('refuses nesting that would end the stack', () => {
    expect(() => read('['.repeat(1_000_000))).toThrow('nested too deep');
    expect(() => read('<</A'.repeat(1_000_000))).toThrow('nested too deep');
  });
});
