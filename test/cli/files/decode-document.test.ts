import { expect, test } from 'vitest';
import { decodeDocument, decodeUtf8, findClaimedEncoding } from '../../../src/cli/files/decode-document.ts';

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
  expect(decodeDocument(Buffer.from([0x61, 0xef, 0xbf]), 'utf-8').warning).toContain('is not UTF-8');
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
