import { describe, expect, it } from 'vitest';
import {
  decodeUnicode,
  dropPrivate,
  encodeUnicode,
  listPrivate,
  readToUnicode,
  writeToUnicode,
} from '../../../src/pdf/objects/to-unicode.ts';

const chars = (...rows: string[]) => `${rows.length} beginbfchar\n${rows.join('\n')}\nendbfchar\n`;
const ranges = (...rows: string[]) => `${rows.length} beginbfrange\n${rows.join('\n')}\nendbfrange\n`;
/** The rows of a written map. */
const rows = (cmap: string) => cmap.slice(cmap.indexOf('endcodespacerange') + 18, cmap.indexOf('endcmap'));

describe('a map to Unicode is read', () => {
  it.each<[string, [number, string][] | undefined]>([
    ['', []],
    [
      chars('<41> <0041>', '<0142> <00660069>'),
      [
        [0x41, '0041'],
        [0x142, '00660069'],
      ],
    ],
    [chars('<41><0041>', '<41><0042>'), [[0x41, '0042']]],
    [
      ranges('<0001> <0003> <0041>'),
      [
        [1, '0041'],
        [2, '0042'],
        [3, '0043'],
      ],
    ],
    [
      ranges('<01> <02> <0066ffff>'),
      [
        [1, '0066FFFF'],
        [2, '00660000'],
      ],
    ],
    [ranges('<05> <04> <0041>'), []],
    [
      `${chars('<01> <0041>')}${ranges('<02> <02> <0042>')}${chars('<03> <00e9>')}`,
      [
        [1, '0041'],
        [2, '0042'],
        [3, '00E9'],
      ],
    ],
    [chars('<01> <0041>', '<02>'), [[1, '0041']]],
    [chars('<010203> <0041>'), undefined],
    [chars('<01> <41>'), undefined],
    [chars('<01> <>'), undefined],
    [chars('<> <0041>'), undefined],
    [chars('<1> <0041>'), undefined],
    [chars('<01> /A'), undefined],
    [ranges('<01> <02> [<0041> <0042>]'), undefined],
    [ranges('<01> <000002> <0041>'), undefined],
  ])('from %j', (cmap, entries) => {
    const map = readToUnicode(cmap);
    expect(map && [...map]).toEqual(entries);
  });
});

describe('a map to Unicode is written', () => {
  it.each<[string, [number, string][], string]>([
    ['nothing', [], ''],
    [
      'characters alone',
      [
        [5, '0041'],
        [3, '0041'],
      ],
      chars('<0003> <0041>', '<0005> <0041>'),
    ],
    [
      'a run',
      [
        [3, '0041'],
        [4, '0042'],
        [5, '0043'],
      ],
      ranges('<0003> <0005> <0041>'),
    ],
    [
      'a run of two characters',
      [
        [3, '00660041'],
        [4, '00660042'],
      ],
      ranges('<0003> <0004> <00660041>'),
    ],
    [
      'both',
      [
        [1, '0030'],
        [3, '0041'],
        [4, '0042'],
      ],
      chars('<0001> <0030>') + ranges('<0003> <0004> <0041>'),
    ],
    [
      'a run up to the last byte of a code',
      [
        [0xfe, '0041'],
        [0xff, '0042'],
        [0x100, '0043'],
      ],
      chars('<0100> <0043>') + ranges('<00FE> <00FF> <0041>'),
    ],
    [
      'a run up to the last byte of a text',
      [
        [1, '00FE'],
        [2, '00FF'],
      ],
      ranges('<0001> <0002> <00FE>'),
    ],
    [
      'no run over the last byte of a text',
      [
        [1, '00FF'],
        [2, '0100'],
      ],
      chars('<0001> <00FF>', '<0002> <0100>'),
    ],
  ])('with %s', (_what, entries, expected) => {
    const written = writeToUnicode(new Map(entries));
    expect(rows(written)).toBe(expected);
    expect([...(readToUnicode(written) ?? [])].sort(([a], [b]) => a - b)).toEqual(entries.sort(([a], [b]) => a - b));
    expect(written).toContain('begincodespacerange\n<0000> <FFFF>\nendcodespacerange');
  });

  it('with codes of one byte', () => {
    const written = writeToUnicode(new Map([[0xa1, '0041']]), 2);
    expect(rows(written)).toBe(chars('<A1> <0041>'));
    expect(written).toContain('begincodespacerange\n<00> <FF>\nendcodespacerange');
  });

  it.each([
    [100, ['100 beginbfchar']],
    [101, ['100 beginbfchar', '1 beginbfchar']],
    [201, ['100 beginbfchar', '100 beginbfchar', '1 beginbfchar']],
  ])('with %i rows in blocks of a hundred', (count, blocks) => {
    const map = new Map(
      Array.from({ length: count }, (_, index): [number, string] => [index, index % 2 ? '0041' : '0061']),
    );
    const written = writeToUnicode(map);
    expect(written.match(/\d+ beginbfchar/g)).toEqual(blocks);
    expect(readToUnicode(written)).toEqual(map);
  });
});

describe('texts of entries', () => {
  it('are UTF-16', () => {
    expect([decodeUnicode('00660069'), decodeUnicode('D83DDE00')]).toEqual(['fi', '😀']);
    expect([encodeUnicode('fi'), encodeUnicode('😀'), encodeUnicode('é')]).toEqual(['00660069', 'D83DDE00', '00E9']);
  });

  it('may have characters of private use', () => {
    expect([listPrivate('a\ue000b\u{f0000}'), listPrivate('ab')]).toEqual([['\ue000', '\u{f0000}'], []]);
    expect(dropPrivate('a\ue000b\u{f0000}c')).toBe('abc');
  });
});
