import { describe, expect, test } from 'vitest';
import { decodeSheet } from '../../../../src/engine/page/paged/sheet-text.ts';

/** What DevTools makes of the bytes of a file without a charset. */
const misread = (bytes: Uint8Array) => new TextDecoder('windows-1252').decode(bytes);

describe('the text of a style sheet', () => {
  test.each(['a::before { content: "– • é 漢 🙂" }', '@charset "utf-8"; a { content: "ß" }'])(
    'is that of its file in UTF-8: %s',
    (text) => {
      expect(decodeSheet(misread(Buffer.from(text)))).toBe(text);
    },
  );

  test('is that of the charset that it names', () => {
    const file = Buffer.concat([
      Buffer.from('@charset "iso-8859-2"; a { content: "'),
      Buffer.from([0xb1]),
      Buffer.from('" }'),
    ]);
    expect(decodeSheet(misread(file))).toBe('@charset "iso-8859-2"; a { content: "ą" }');
  });

  test.each([
    'a { content: "plain" }',
    'a { content: "é" }',
    'a { content: "– 漢" }',
    '@charset "klingon"; a { content: "é" }',
  ])('stays as it is if it was read rightly, or cannot be: %s', (text) => {
    expect(decodeSheet(text)).toBe(text);
  });
});
