import { describe, expect, it } from 'vitest';
import { byteKinds, delimiter, ObjectReader, regular, white } from '../../../src/pdf/objects/object-reader.ts';
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
    ['-0', -0],
    ['+.5', 0.5],
    ['09', 9],
    ['1.0', 1],
    ['123456789012.345', 123456789012.345],
    ['0.1234567890123456789', Number('0.1234567890123456789')],
    ['-12345678.12345678901', Number('-12345678.12345678901')],
    ['[1/2(3)4<5>6[7]8]', [1, '2', new PdfString('3'), 4, new PdfString('P'), 6, [7], 8]],
    ['<< /A 1 %c\n/B 2 >>', new Map(Object.entries({ A: 1, B: 2 }))],
    ['[true false null]', [true, false, null]],
    ['[ ]', []],
    ['[1 ]', [1]],
    ['[1%c\n]', [1]],
    ['[[1 ] [ 2\t]\n]', [[1], [2]]],
    ['[true/A false[]null]', [true, 'A', false, [], null]],
    ['1234567890.1234567', 1234567890.1234567],
    ['/Name', 'Name'],
    ['/A#20B#2f', 'A B/'],
    ['/', ''],
    ['/##1', '##1'],
    ['/#4a#4A', 'JJ'],
    ['[/A#20/B(x)/C<58>/D%\n/E]', ['A ', 'B', new PdfString('x'), 'C', new PdfString('X'), 'D', 'E']],
    // Names that share a place in what is kept of names.
    ['[/Ab /BC /A /Ab /BC /AA /A]', ['Ab', 'BC', 'A', 'Ab', 'BC', 'AA', 'A']],
    [`[/${'n'.repeat(70)} /${'n'.repeat(70)} /${'n'.repeat(64)}]`, ['n'.repeat(70), 'n'.repeat(70), 'n'.repeat(64)]],
    ['[1/A(x)[]<<>>]', [1, 'A', new PdfString('x'), [], new Map()]],
    ['(a(b)c)', new PdfString('a(b)c')],
    ['(\\(\\053\\53x\\0\\n\\\nend\\q)', new PdfString('(++x\0\nendq')],
    ['(a\r\nb\rc)', new PdfString('a\nb\nc')],
    ['(\\n\\r\\t\\b\\f)', new PdfString('\n\r\t\b\f')],
    ['(\\377\\400\\7779)', new PdfString('\xff\0\xff9')],
    ['(a\\\r\nb\\\rc)', new PdfString('abc')],
    ['[()((()))(\\))(x)]', [new PdfString(''), new PdfString('(())'), new PdfString(')'), new PdfString('x')]],
    ['[<>< 4 1 ><4142>(x)]', [new PdfString(''), new PdfString('A'), new PdfString('AB'), new PdfString('x')]],
    ['<\0\t\n\f\r 4aAF>', new PdfString('J\xaf')],
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

  it('reads a whole number before what is no reference', () => {
    for (const text of [
      '+1 0 R',
      '1.5 0 R',
      '1 0R',
      '1 R',
      '1 0 RX',
      '1 0 Q',
      '1 000000 R',
      '1 0',
      '1 0 ',
      '1 x R',
      '1 : R',
      '1 0: R',
      '1(0 R)',
    ])
      expect(read(text), text).toBe(Number.parseFloat(text));
    expect(read('-1 0 R')).toBe(-1);
  });

  it.each([
    ['1 0 R', 1, 0],
    ['908 65535 R', 908, 65535],
    ['12 00009 R', 12, 9],
    ['7\n\t0\r\fR/A', 7, 0],
    ['7 0 R(a)', 7, 0],
  ])('finds what %j refers to', (text, number, generation) => {
    const found: number[][] = [];
    const ref = new PdfRef(7);
    const find = (...numbers: number[]) => {
      found.push(numbers);
      return ref;
    };
    const reader = new ObjectReader(Buffer.from(text), find);
    expect(reader.readObject()).toBe(ref);
    expect(found).toEqual([[number, generation]]);
    expect(reader.position).toBe(text.indexOf('R') + 1);
  });

  it.each([
    ['<</A 1/A 2>>', ['a dictionary has two entries A']],
    ['<</A 1/A 1>>', []],
    ['<</A 1/B 1>>', []],
    ['<</A(x)/A(x)>>', ['a dictionary has two entries A']],
  ])('tells what others read otherwise of %j', (text, expected) => {
    const oddities: string[] = [];
    new ObjectReader(
      Buffer.from(text),
      () => null,
      0,
      (oddity) => oddities.push(oddity),
    ).readObject();
    expect(oddities).toEqual(expected);
  });

  it('begins at a position, and ends after each object', () => {
    const reader = new ObjectReader(Buffer.from('(x)[1]<</A 2>>/N 3(y)<41>true'), () => null, 3);
    const objects = Array.from({ length: 7 }, () => reader.readObject());
    expect(objects).toEqual([[1], new Map([['A', 2]]), 'N', 3, new PdfString('y'), new PdfString('A'), true]);
    expect(reader.position).toBe(reader.bytes.length);
  });

  it.each([
    ['', -1, 0],
    ['x', -1, 0],
    ['  x', -1, 2],
    ['-1', -1, 0],
    ['0', 0, 1],
    [' %c\n190x', 190, 7],
    ['12.5', 12, 2],
    ['1:', 1, 1],
    ['1/', 1, 1],
  ])('counts %j', (text, count, position) => {
    const reader = new ObjectReader(Buffer.from(text), () => null);
    expect([reader.readCount(), reader.position]).toEqual([count, position]);
  });

  it.each([
    ['obj', true],
    ['obj ', true],
    ['obj<<', true],
    ['object', false],
    ['ob', false],
    ['oBj', false],
    [' obj', false],
  ])('knows whether %j begins with a word', (text, expected) => {
    const reader = new ObjectReader(Buffer.from(text), () => null);
    expect([reader.takeWord('obj'), reader.position]).toEqual([expected, expected ? 3 : 0]);
  });

  it.each([
    ['a', 0],
    ['\0\t\n\f\r a', 6],
    ['\x0ba', 0],
    ['%a b\rc', 5],
    ['%a\n%b\n c', 7],
    ['%a', 2],
    ['  ', 2],
  ])('moves over the white space and the comments of %j', (text, position) => {
    const reader = new ObjectReader(Buffer.from(text), () => null);
    reader.skipSpace();
    expect(reader.position).toBe(position);
  });

  it('ends names at white space and delimiters', () => {
    for (let byte = 0; byte < 256; byte++) {
      const character = String.fromCharCode(byte);
      const kind = '\0\t\n\f\r '.includes(character) ? white : '()<>[]{}/%'.includes(character) ? delimiter : regular;
      expect(byteKinds[byte], String(byte)).toBe(kind);
      if (byte !== 0x23) expect(read(`/A${character}B`)).toBe(kind === regular ? `A${character}B` : 'A');
    }
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
    '1:',
    '<</A 1>',
    '<</A 1> >',
    '.',
    '-',
    '+.',
    '1x',
    '1-2',
    '1..2',
    '(()',
    '(a\\)',
    '(a\\',
    '<4g>',
    '{',
    'trues',
  ])('refuses %j', (text) => {
    expect(() => read(text)).toThrow(PdfDamage);
  });

  it('reads what is nested 200 deep', () => {
    expect(read(`${'['.repeat(200)}${']'.repeat(200)}`)).toHaveLength(1);
    expect(() => read(`${'['.repeat(201)}${']'.repeat(201)}`)).toThrow('nested too deep');
    expect(read(`${'<</A'.repeat(200)} 1${'>>'.repeat(200)}`)).toBeInstanceOf(Map);
    expect(() => read(`${'<</A'.repeat(201)} 1${'>>'.repeat(201)}`)).toThrow('nested too deep');
    expect(read(`${'<</A['.repeat(100)}${']>>'.repeat(100)}`)).toBeInstanceOf(Map);
    expect(() => read(`[${'<</A['.repeat(100)}${']>>'.repeat(100)}]`)).toThrow('nested too deep');
    // What is next to one another nests no deeper.
    expect(read(`[${'[<<>>]'.repeat(300)}]`)).toHaveLength(300);
  });

  it('refuses nesting that would end the stack', () => {
    expect(() => read('['.repeat(1_000_000))).toThrow('nested too deep');
    expect(() => read('<</A'.repeat(1_000_000))).toThrow('nested too deep');
  });
});
