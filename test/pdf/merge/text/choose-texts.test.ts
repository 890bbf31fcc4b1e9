import { describe, expect, it } from 'vitest';
import { chooseTexts, nothing } from '../../../../src/pdf/merge/text/choose-texts.ts';
import type { FontText } from '../../../../src/pdf/merge/text/font-text.ts';
import type { Cluster, GlyphUse, GlyphUses } from '../../../../src/pdf/merge/text/glyph-uses.ts';

const font = (texts: Record<number, string>, family = 'F'): FontText => ({
  dict: new Map(),
  family,
  digits: 4,
  texts: new Map(Object.entries(texts).map(([code, text]) => [Number(code), text])),
});
const use = (marked: string[], bare: string[] = [], cluster?: Cluster): GlyphUse => ({
  bare: new Set(bare),
  marked: new Set(marked),
  ...(cluster && { cluster }),
});
const uses = (glyphs: Record<number, GlyphUse>): GlyphUses =>
  new Map([['F', new Map(Object.entries(glyphs).map(([code, glyph]) => [Number(code), glyph]))]]);

describe('the text of a glyph', () => {
  it.each<[string, string, GlyphUse | undefined, string | undefined]>([
    ['is its own without a use', 'a', undefined, 'a'],
    ['is unknown without a use and without a text', '', undefined, undefined],
    ['is what all marks say', 'a', use(['b']), 'b'],
    ['is what a mark says if it has no text', '\u0000', use(['b']), 'b'],
    ['is its own if marks differ', 'a', use(['b', 'c']), 'a'],
    ['is what the first mark says if marks differ and it has no text', '', use(['b', 'c']), 'b'],
    ['is its own if it is shown without a mark', 'a', use(['b'], ['a']), 'a'],
    ['is nothing if it is shown without a mark and has no text', '', use(['b'], ['']), nothing],
    ['is its own if the mark says nothing', 'a', use(['']), 'a'],
    ['is the other mark if one says nothing', 'a', use(['', 'b']), 'b'],
    ['is its own if the mark says the mirrored bracket', '(', use([')']), '('],
    ['is its own bracket', '(', use(['(']), '('],
    ['is no bracket if the mark says a letter', '(', use(['b']), 'b'],
    ['is a bracket if the mark says one', 'a', use(['(']), '('],
  ])('%s', (_, own, glyph, expected) => {
    const chosen = chooseTexts(glyph ? uses({ 1: glyph }) : new Map(), [font({ 1: own })]);
    expect(chosen).toEqual(new Map([['F', new Map(expected === undefined ? [] : [[1, expected]])]]));
  });

  it('is that of the first subset of a family, and each family has its own', () => {
    const fonts = [font({ 1: 'a', 2: '' }), font({ 1: 'b', 2: 'c' }), font({ 1: 'd' }, 'G')];
    expect(chooseTexts(new Map(), fonts)).toEqual(
      new Map([
        [
          'F',
          new Map([
            [1, 'a'],
            [2, 'c'],
          ]),
        ],
        ['G', new Map([[1, 'd']])],
      ]),
    );
  });
});

describe('the text of a cluster', () => {
  /** Divides a text between codes, of which some have a text. */
  function divide(text: string, codes: number[], texts: Record<number, string>) {
    const own = font(texts);
    const cluster = { text, glyphs: codes.map((code) => ({ font: own, code })) };
    const glyphs = Object.fromEntries(codes.map((code) => [code, use([], [], cluster)]));
    return Object.fromEntries(chooseTexts(uses(glyphs), [own]).get('F') ?? []);
  }

  it.each<[string, string, number[], Record<number, string>, Record<number, string>]>([
    ['goes to its first glyph', 'ab', [1, 2], {}, { 1: 'ab', 2: nothing }],
    ['goes to the last glyph from right to left', '\u05d0\u05d1', [1, 2], {}, { 2: '\u05d0\u05d1', 1: nothing }],
    ['is what others leave', 'abc', [1, 2], { 1: 'b' }, { 1: 'b', 2: 'ac' }],
    ['is nothing if others have all', 'ab', [1, 2, 3], { 1: 'a', 2: 'b' }, { 1: 'a', 2: 'b', 3: nothing }],
    ['goes to no glyph 0', 'ab', [0, 2], {}, { 2: 'ab' }],
    ['stays with glyphs that have a text', 'xy', [1, 2], { 1: 'a', 2: 'b' }, { 1: 'a', 2: 'b' }],
  ])('%s', (_, text, codes, texts, expected) => {
    expect(divide(text, codes, texts)).toEqual(expected);
  });
});
