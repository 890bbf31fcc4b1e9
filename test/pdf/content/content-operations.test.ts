import { describe, expect, it } from 'vitest';
import { codeOf, OperationReader, readOperations } from '../../../src/pdf/content/content-operations.ts';
import { PdfDamage } from '../../../src/pdf/objects/objects.ts';

const read = (content: string) => {
  const bytes = Buffer.from(content, 'latin1');
  return [...readOperations(bytes)].map(({ operator, start, end }) => [operator, content.slice(start, end)]);
};

describe('the operations of a content stream', () => {
  it.each<[string, string[][]]>([
    ['', []],
    [' \n', []],
    ['q', [['q', 'q']]],
    [
      ' q\nQ ',
      [
        ['q', 'q'],
        ['Q', 'Q'],
      ],
    ],
    ['1 0 0 1 5 -5 cm', [['cm', '1 0 0 1 5 -5 cm']]],
    [
      '.5 w +1 J 9 j',
      [
        ['w', '.5 w'],
        ['J', '+1 J'],
        ['j', '9 j'],
      ],
    ],
    [
      '/F1 12 Tf(a)Tj',
      [
        ['Tf', '/F1 12 Tf'],
        ['Tj', '(a)Tj'],
      ],
    ],
    ['/A/B Do', [['Do', '/A/B Do']]],
    [
      '(a(b) c\\) Q)Tj Q',
      [
        ['Tj', '(a(b) c\\) Q)Tj'],
        ['Q', 'Q'],
      ],
    ],
    ['<41 Q>Tj', [['Tj', '<41 Q>Tj']]],
    ['[(a) x 1 [Q] y]TJ', [['TJ', '[(a) x 1 [Q] y]TJ']]],
    ['/S <</A Q /B <<>> /C Q>> BDC', [['BDC', '/S <</A Q /B <<>> /C Q>> BDC']]],
    ['<</A<41>>>BDC', [['BDC', '<</A<41>>>BDC']]],
    ['true false null sh', [['sh', 'true false null sh']]],
    [
      'T* \' " b*',
      [
        ['T*', 'T*'],
        ["'", "'"],
        ['"', '"'],
        ['b*', 'b*'],
      ],
    ],
    [
      '% Q\n1 g % q\r2 g',
      [
        ['g', '1 g'],
        ['g', '2 g'],
      ],
    ],
    ['1 % Q', []],
    ['% Q', []],
    ['longer', [['lon', 'longer']]],
    ['1 2 3', []],
    ['/x 1 :a', [[':a', '/x 1 :a']]],
    [
      'BI /W 1 ID \x00\x01 EI Q',
      [
        ['BI', 'BI /W 1 ID \x00\x01 EI'],
        ['Q', 'Q'],
      ],
    ],
    ['BI ID EI', [['BI', 'BI ID EI']]],
    // Not the end: an EI without space around, and one that bytes follow which are no text.
    ['BI ID xEI EIx EI \x80 EI', [['BI', 'BI ID xEI EIx EI \x80 EI']]],
    [
      'BI ID \nEI \x1f\nEI\t ~',
      [
        ['BI', 'BI ID \nEI \x1f\nEI'],
        ['~', '~'],
      ],
    ],
    ['BI ID \nEI \x7f\nEI ', [['BI', 'BI ID \nEI \x7f\nEI']]],
  ])('of %j', (content, operations) => {
    expect(read(content)).toEqual(operations);
  });

  it('may have other bytes sixteen after an inline image', () => {
    expect(read(`BI ID EI${' '.repeat(16)}\x80`)[0]).toEqual(['BI', 'BI ID EI']);
    expect(() => read(`BI ID EI${' '.repeat(15)}\x80`)).toThrow(PdfDamage);
  });

  it.each(['(a', '(a(b)', '(a\\)', '<41', 'BI ID x', 'BI ID EIx', 'BI EI\x80'])('end in damage in %j', (content) => {
    expect(() => read(`q ${content}`)).toThrow(PdfDamage);
  });

  it('are read one after another', () => {
    const reader = new OperationReader(Buffer.from('q 1 w '));
    expect([reader.next(), reader.operator, reader.start, reader.end]).toEqual([true, codeOf('q'), 0, 1]);
    expect([reader.next(), reader.operator, reader.start, reader.end]).toEqual([true, codeOf('w'), 2, 5]);
    expect([reader.next(), reader.end, reader.next()]).toEqual([false, 6, false]);
  });

  it('have numbers of up to three letters', () => {
    expect([codeOf('q'), codeOf('BT'), codeOf('BDC')]).toEqual([0x71, 0x4254, 0x424443]);
  });
});
