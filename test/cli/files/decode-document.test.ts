import { expect, test } from 'vitest';
import {
  decodeDocument,
  decodeStyleSheet,
  decodeUtf8,
  findClaimedEncoding,
} from '../../../src/cli/files/decode-document.ts';

async function decodeHtml(bytes: Buffer) {
  return decodeDocument(bytes, await findClaimedEncoding(bytes));
}

test.each([
  ['UTF-8', Buffer.from('<p>Grüße')],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeff<p>Grüße')],
  ['UTF-16, little end first', Buffer.from('\ufeff<p>Grüße', 'utf16le')],
  ['UTF-16, big end first', Buffer.from('\ufeff<p>Grüße', 'utf16le').swap16()],
])('%s is read without a word', async (_, bytes) => {
  expect(await decodeHtml(bytes)).toEqual({ text: '<p>Grüße' });
});

test.each([
  '<meta charset=iso-8859-1>',
  '<!doctype html><title>x</title><META CharSet=" Latin1 ">',
  '<!doctype html><html lang="de" class="a b"><head><meta charset="windows-1252">',
  "<!DOCTYPE html>\n<html>\n<meta charset='latin1' />",
  '<!doctype html><html lang="<meta charset=utf-8>"><meta charset=latin1>',
  '<!doctype html><head><!-- <meta charset="utf-8"> --><meta charset="latin1">',
  '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">',
  '<?xml version="1.0" encoding="ISO-8859-1"?><html>',
  '<!-- <meta charset=utf-8> --><meta name=viewport content=x><meta charset=cp1252>',
])('%s is believed', async (start) => {
  const bytes = Buffer.from(`${start}<p>Gr\xfc\xdfe \x80`, 'latin1');
  expect(await decodeHtml(bytes)).toEqual({ text: `${start}<p>Grüße €` });
});

test('a page that says Shift_JIS is read as that', async () => {
  const bytes = Buffer.concat([Buffer.from('<meta charset=shift_jis>'), Buffer.from([0x93, 0xfa, 0x96, 0x7b])]);
  expect((await decodeHtml(bytes)).text).toBe('<meta charset=shift_jis>日本');
});

test('UTF-16 in a tag, an unknown name, and a claim after 1024 bytes count for nothing', async () => {
  for (const start of [
    '<meta charset=utf-16>',
    '<meta charset=klingon>',
    '<!doctype html><meta charset=latin1/>',
    '<!doctype html><meta charset="latin1>x">',
    `<!--${'-'.repeat(1024)}--><meta charset=latin1>`,
  ]) {
    expect(await decodeHtml(Buffer.from(`${start}<p>ü`))).toEqual({ text: `${start}<p>ü` });
  }
});

test('bytes that break the claim of UTF-8 give a warning with their offset', async () => {
  const bytes = Buffer.from('<meta charset=utf-8>\n<p>a\xfcb', 'latin1');
  const { text, warning } = await decodeHtml(bytes);
  expect(text).toBe('<meta charset=utf-8>\n<p>a\ufffdb');
  expect(warning).toBe('byte 25 (line 2) is not UTF-8, as which it is read: it is shown as \ufffd');
});

test('without a claim, bytes that are not UTF-8 are read as a browser reads them, with a warning', async () => {
  const { text, warning } = await decodeHtml(Buffer.from('<p>Gr\xfc\xdfe', 'latin1'));
  expect(text).toBe('<p>Grüße');
  expect(warning).toContain('byte 5 (line 1) is not UTF-8; read as windows-1252');
});

test('a replacement character that really stands there is no error; one cut short is', () => {
  expect(decodeDocument(Buffer.from('a\ufffdb'), 'utf-8')).toEqual({ text: 'a\ufffdb' });
  expect(decodeDocument(Buffer.from([0x61, 0xef, 0xbf]), 'utf-8').warning).toContain('byte 1 (line 1) is not UTF-8');
  expect(decodeDocument(Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff]), 'utf-8').warning).toContain('byte 4');
});

test('JSON has to be UTF-8', () => {
  expect(decodeUtf8(Buffer.from('\ufeff{}'), 'x.json')).toBe('{}');
  expect(() => decodeUtf8(Buffer.from('{"a":"\xfc"}', 'latin1'), 'x.json')).toThrow(
    'x.json is not valid UTF-8 at byte 6',
  );
});

test.each([
  ['<!doctype html><html lang="en"><head><meta charset="utf-8">', 'utf-8'],
  ['<!DOCTYPE html>\n<html>\n<head>\n  <meta charset=UTF-8 />', 'utf-8'],
  ['<!doctype html><html><head><meta charset="utf-8" ><meta charset="koi8-r">', 'utf-8'],
  ['<!doctype html><html><head><!-- <meta charset="utf-8"> --><meta charset="koi8-r">', 'koi8-r'],
  ['<!doctype html><html><head><meta charset="utf-80"><meta charset="koi8-r">', undefined],
])('the beginning %s claims %s', async (html, encoding) => {
  expect(await findClaimedEncoding(Buffer.from(html))).toBe(encoding);
});

test.each([
  ['', undefined],
  ['<p>', undefined],
  ['<meta name="charset" content="charset=koi8-r">', undefined],
  ['<meta http-equiv="refresh" content="charset=koi8-r">', undefined],
  ['<meta http-equiv="CONTENT-TYPE" content="text/html; CHARSET = \'koi8-r\'">', 'koi8-r'],
  ['<meta http-equiv="content-type">', undefined],
  ['<meta charset="koi8-r" http-equiv="content-type" content="charset=utf-8">', 'koi8-r'],
  ['<meta charset="koi8-r"><meta charset="utf-8">', 'koi8-r'],
  ['<?xml version="1.0" encoding="koi8-r"?>', 'koi8-r'],
  ['<?xml version="1.0" encoding="koi8-r"?><meta charset="utf-8">', 'utf-8'],
  ['<?xml version="1.0" encoding="utf-16"?>', 'utf-8'],
  ['<meta charset="utf-16be">', 'utf-8'],
  [`${' '.repeat(1024 - 22)}<meta charset="koi8-r">`, undefined],
  [`${' '.repeat(1024 - 23)}<meta charset="koi8-r">`, 'koi8-r'],
])('the document %j claims %s', async (html, encoding) => {
  expect(await findClaimedEncoding(Buffer.from(html))).toBe(encoding);
});

test.each([
  ['half a mark of UTF-8', [0xef, 0xbb, 0x41], 0, '\u00ef\u00bbA'],
  ['a mark of UTF-8 with another middle', [0xef, 0x41, 0xbf], 0, '\u00efA\u00bf'],
  ['half a mark of UTF-16, little end first', [0xff, 0x41], 0, '\u00ffA'],
  ['half a mark of UTF-16, big end first', [0xfe, 0x41], 0, '\u00feA'],
  ['a later mark', [0x41, 0xff, 0xfe], 1, 'A\u00ff\u00fe'],
  ['a character that is cut short', [0x41, 0x0a, 0xe2, 0x82], 2, 'A\n\u00e2\u201a'],
])('%s is read as windows-1252', (_what, bytes, offset, text) => {
  const warning = `byte ${offset} (line ${offset > 1 ? 2 : 1}) is not UTF-8; read as windows-1252, as a browser would`;
  expect(decodeDocument(Buffer.from(bytes))).toEqual({ text, warning });
});

test.each([
  ['an unknown encoding', 'klingon', [0xc3, 0xbc], { text: '\u00fc' }],
  ['an encoding with spaces', ' latin1\n', [0xfc], { text: '\u00fc' }],
  ['a mark before the encoding', 'latin1', [0xef, 0xbb, 0xbf, 0xc3, 0xbc], { text: '\u00fc' }],
  ['a replacement character after a mark', undefined, [0xef, 0xbb, 0xbf, 0xef, 0xbf, 0xbd], { text: '\ufffd' }],
  [
    'a fault after a replacement character',
    'utf-8',
    [0xef, 0xbf, 0xbd, 0x0a, 0xff],
    { text: '\ufffd\n\ufffd', warning: 'byte 4 (line 2) is not UTF-8, as which it is read: it is shown as \ufffd' },
  ],
])('a document is decoded with %s', (_what, claimed, bytes, decoded) => {
  expect(decodeDocument(Buffer.from(bytes), claimed)).toEqual(decoded);
});

test.each([
  ['a { content: "\u00c3\u00bc" }', 'a { content: "\u00fc" }'],
  ['@charset "latin1"; a { content: "\u00fc" }', '@charset "latin1"; a { content: "\u00fc" }'],
  [' @charset "latin1"; \u00c3\u00bc', ' @charset "latin1"; \u00fc'],
  ['@charset "klingon"; \u00c3\u00bc', '@charset "klingon"; \u00fc'],
  ['a { content: "\u00fc" }', 'a { content: "\ufffd" }'],
])('the style sheet %j is decoded', (bytes, text) => {
  expect(decodeStyleSheet(Buffer.from(bytes, 'latin1'))).toBe(text);
});
