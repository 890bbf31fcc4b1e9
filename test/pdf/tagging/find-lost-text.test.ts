import { describe, expect, test } from 'vitest';
import { findLostText } from '../../../src/pdf/tagging/find-lost-text.ts';

describe('a text that tags have lost', () => {
  test('is found and quoted, wherever it is', () => {
    expect(findLostText(['First', ' lost\n text ', 'last one'], 'Firstlast one')).toEqual(['lost text']);
    expect(findLostText(['gone'], '')).toEqual(['gone']);
  });

  test.each([
    ['all of its words', 'one two', 'three', ['one two']],
    ['more than half of its letters', 'one two', 'one', []],
    ['more than half of its letters', 'one four', 'one', ['one four']],
    ['half of its letters', 'four five', 'four', []],
    ['its only word', 'one', 'ONE', []],
  ])('lacks %s: %j in %j', (_what, text, tagged, lost) => {
    expect(findLostText([text], tagged)).toEqual(lost);
  });

  test('is looked for behind the one before it, and from the start', () => {
    expect(findLostText(['b', 'a', 'c', 'b', 'd', 'a'], 'abc')).toEqual(['d']);
  });

  test('is reported five times at most', () => {
    const texts = Array.from({ length: 9 }, (_, at) => `lost ${at}`);
    expect(findLostText(texts, 'kept')).toHaveLength(5);
  });
});

describe('no lost text', () => {
  test.each([
    ['in another case', 'Straße', 'STRASSE'],
    ['with ligatures', 'office', 'o\ufb03ce'],
    ['divided by lines', 'wonderful words', 'won-\nder\u00adful words'],
    ['in another order', 'second', 'second first'],
    ['with most of its words apart', 'all of the words here', 'words 1 here 2 all of'],
    ['with its direction overridden', 'bdo', 'odb'],
    ['of signs', '— → •', ''],
    ['of a script that is written from right to left', 'مرحبا', ''],
  ])('is %s', (_how, text, tagged) => expect(findLostText(['first', text], `first${tagged}`)).toEqual([]));
});
