import { describe, expect, it } from 'vitest';
import { CssTokens } from '../../../../src/engine/page/paged/css-tokens.ts';

/** The texts of the tokens, each with the text of the token that closes it. */
async function list(css: string): Promise<string[]> {
  const tokens = await CssTokens.read(css);
  return Array.from({ length: tokens.length }, (_, index) => {
    const close = tokens.findClose(index);
    return close === undefined ? tokens.text(index) : tokens.text(index, close);
  });
}

describe('the tokens of a style sheet', () => {
  it('are without white space and comments', async () => {
    expect(await list('a /* b */ :hover\n{ }')).toEqual(['a', ':', 'hover', '{ }', '}']);
  });

  it.each([
    ['a(b{c)}d)', ['a(b{c)}d)', 'b', '{c)}', 'c', ')', '}', 'd', ')']],
    ['{(}a)', ['{(}', '(', '}', 'a', ')']],
    ['(a))', ['(a)', 'a', ')', ')']],
    ['}a', ['}', 'a']],
    ['f(g(1))', ['f(g(1))', 'g(1)', '1', ')', ')']],
    ['{a', ['{', 'a']],
  ])('in %j are closed as CSS closes them', async (css, expected) => {
    expect(await list(css)).toEqual(expected);
  });

  it('have a place, a kind and a name', async () => {
    const tokens = await CssTokens.read(' Red: URL(x)');
    expect([tokens.length, tokens.start(0), tokens.end(0), tokens.name(0), tokens.name(2)]).toEqual([
      3,
      1,
      4,
      'red',
      'url(x)',
    ]);
    expect([tokens.is(0, 'Ident'), tokens.is(1, 'Ident'), tokens.is(1, 'Colon'), tokens.is(9, 'Ident')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([tokens.start(9), tokens.end(9), tokens.text(9)]).toEqual([12, 12, '']);
  });

  it.each([
    ['rules', 'a{color:red}'.repeat(12_000), Array(12_000).fill(['a', '{', 'color', ':', 'red', '}']).flat()],
    ['one long comment', `a/*${'x'.repeat(200_000)}*/b{c:d}`, ['a', 'b', '{', 'c', ':', 'd', '}']],
    ['one long string', `a{b:"${'y'.repeat(150_000)}"}c`, ['a', '{', 'b', ':', `"${'y'.repeat(150_000)}"`, '}', 'c']],
  ])('are the same where a sheet is read in chunks: %s', async (_what, css, texts) => {
    const tokens = await CssTokens.read(css);
    expect(Array.from({ length: tokens.length }, (_, index) => tokens.text(index))).toEqual(texts);
  });
});
