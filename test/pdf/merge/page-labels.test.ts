import { describe, expect, it } from 'vitest';
import { joinPageLabels, listPageLabels } from '../../../src/pdf/merge/page-labels.ts';
import {
  asDict,
  asName,
  asNumber,
  asString,
  buildDict,
  type PdfObject,
  PdfString,
} from '../../../src/pdf/objects/objects.ts';
import { readNumberTree } from '../../../src/pdf/objects/trees.ts';
import type { PdfPageLabel } from '../../../src/pdf/part/merge-part.ts';
import type { OpenPart } from '../../../src/pdf/part/open-part.ts';

interface Given {
  /** Pages that stay, by their index. */
  kept: number[];
  /** Labels that the caller gives. */
  labels?: PdfPageLabel[];
  /** Labels of the file, as its number tree has them. */
  own?: PdfObject[];
}

const open = (...parts: Given[]) =>
  parts.map(({ kept, labels, own }) => ({
    part: { labels },
    kept,
    numbers: kept,
    catalog: buildDict(own ? { PageLabels: buildDict({ Nums: own }) } : {}),
  })) as unknown as OpenPart[];
const label = (number: number, style: string | undefined = 'D', prefix = ''): PdfPageLabel => ({
  style,
  prefix,
  number,
});
const show = (labels: PdfPageLabel[] | undefined) =>
  labels?.map(({ style, prefix, number }) => `${prefix}${style ?? '-'}${number}`);

describe('the labels of all pages', () => {
  it.each<[string, Given[], string[] | undefined]>([
    ['are left out if no part has any', [{ kept: [0, 1] }], undefined],
    ['are those that are given', [{ kept: [0, 1], labels: [label(1, 'r'), label(2, 'r')] }], ['r1', 'r2']],
    [
      'are counted on in parts without them',
      [{ kept: [0, 1], labels: [label(5), label(6)] }, { kept: [0, 1] }],
      ['D5', 'D6', 'D7', 'D8'],
    ],
    [
      'are counted from the start before them',
      [{ kept: [0, 1] }, { kept: [0], labels: [label(1, 'r')] }],
      ['D1', 'D2', 'r1'],
    ],
    [
      'are those of a file, counted on from each entry',
      [
        {
          kept: [0, 1, 2, 3],
          own: [0, buildDict({ S: 'r' }), 2, buildDict({ S: 'D', St: 7, P: new PdfString('A-') })],
        },
      ],
      ['r1', 'r2', 'A-D7', 'A-D8'],
    ],
    [
      'have a prefix alone',
      [{ kept: [0, 1], own: [0, buildDict({ P: new PdfString('cover') })] }],
      ['cover-1', 'cover-2'],
    ],
    ['begin where those of a file begin', [{ kept: [0, 1, 2], own: [1, buildDict({ S: 'a' })] }], ['D1', 'a1', 'a2']],
    ['are those of the pages that stay', [{ kept: [1, 3], own: [0, buildDict({ S: 'r' })] }], ['r2', 'r4']],
    [
      'of a file do not change how other parts are counted',
      [{ kept: [0, 1], own: [0, buildDict({ S: 'r', St: 20 })] }, { kept: [0] }],
      ['r20', 'r21', 'D3'],
    ],
  ])('%s', (_what, parts, labels) => {
    expect(show(listPageLabels(open(...parts)))).toEqual(labels);
  });
});

describe('the labels that a document is written with', () => {
  const write = (labels: PdfPageLabel[] | undefined, kept = labels?.map((_, index) => index) ?? []) => {
    const tree = joinPageLabels(labels, open({ kept }));
    return (
      tree &&
      readNumberTree(tree).map(([index, entry]) => {
        const dict = asDict(entry);
        return [index, asName(dict?.get('S')), asNumber(dict?.get('St')), asString(dict?.get('P'))?.toString()];
      })
    );
  };

  it.each<[string, PdfPageLabel[] | undefined, unknown[][] | undefined]>([
    ['are left out without any', undefined, undefined],
    [
      'have an entry for pages that follow one another',
      [label(1), label(2), label(3)],
      [[0, 'D', undefined, undefined]],
    ],
    [
      'have another where numbers jump',
      [label(1), label(3)],
      [
        [0, 'D', undefined, undefined],
        [1, 'D', 3, undefined],
      ],
    ],
    [
      'have another where numbers repeat',
      [label(2), label(2)],
      [
        [0, 'D', 2, undefined],
        [1, 'D', 2, undefined],
      ],
    ],
    [
      'have another for another style',
      [label(1, 'r'), label(2)],
      [
        [0, 'r', undefined, undefined],
        [1, 'D', 2, undefined],
      ],
    ],
    [
      'have another for another prefix',
      [label(1), label(2, 'D', 'A')],
      [
        [0, 'D', undefined, undefined],
        [1, 'D', 2, 'A'],
      ],
    ],
  ])('%s', (_what, labels, entries) => {
    expect(write(labels)).toEqual(entries);
  });

  it('have no number without a style', () => {
    expect(write([{ style: undefined, prefix: 'cover', number: 4 }])).toEqual([[0, undefined, undefined, 'cover']]);
  });

  it('are those of the pages that stay', () => {
    expect(write([label(1), label(2), label(3), label(4)], [1, 3])).toEqual([
      [0, 'D', 2, undefined],
      [1, 'D', 4, undefined],
    ]);
  });
});
