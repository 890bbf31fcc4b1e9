import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  documentAddress,
  locateAsset,
  moveBase,
  type Place,
} from '../../../../src/cli/documents/assets/locate-asset.ts';
import { isAssetPath } from '../../../../src/contract/index.ts';
import { anyText } from '../../../helpers/any-text.ts';
import { isLong } from '../../../helpers/is-long.ts';

const top: Place = { address: documentAddress, folder: [] };
const below: Place = { address: documentAddress, folder: ['site', 'blog%20posts'] };
const rules = { rootNamed: false, platform: 'linux' };

function locate(address: string, place = top, how = rules): string {
  const located = locateAsset(address, place, how);
  if (located.kind === 'local') return `${located.key} from ${located.path.join('/')}`;
  return located.kind === 'refused' ? located.why : 'elsewhere';
}

test.each([
  ['a.png', 'a.png from a.png'],
  ['./img/../a.png', 'a.png from a.png'],
  ['img/./a.png?v=1#x', 'img/a.png from img/a.png'],
  [' a\n.png\t', 'a.png from a.png'],
  ['img\\a.png', 'img/a.png from img/a.png'],
  ['a%20b.png', 'a b.png from a b.png'],
  ['100%25.png', '100%.png from 100%.png'],
  ['%23.png', '#.png from #.png'],
  ['caf%C3%A9.png', 'café.png from café.png'],
  ['日本.png', '日本.png from 日本.png'],
  ['%252e%252e%252fx.png', '%2e%2e%2fx.png from %2e%2e%2fx.png'],
])('%j is a file beside the document', (address, expected) => {
  expect(locate(address)).toBe(expected);
});

test.each([
  ['', 'elsewhere'],
  ['#part', 'elsewhere'],
  ['?q', 'elsewhere'],
  ['https://example.com/a.png', 'elsewhere'],
  ['//example.com/a.png', 'elsewhere'],
  ['\\\\host\\a.png', 'elsewhere'],
  ['data:image/png;base64,AAAA', 'elsewhere'],
  ['blob:https://x/1', 'elsewhere'],
  ['javascript:alert(1)', 'elsewhere'],
])('%j is no file of the user', (address, expected) => {
  expect(locate(address)).toBe(expected);
});

const outside = 'is outside of the folder of the document; --root <dir> sets a larger folder';
const absolute = 'is an absolute path; only relative ones are read';
test.each([
  ['../a.png', outside],
  ['img/../../a.png', outside],
  ['%2e%2e/a.png', outside],
  ['.%2E/a.png', outside],
  ['..\\a.png', outside],
  ['..%2fa.png', 'has an encoded slash'],
  ['..%5ca.png', 'has an encoded slash'],
  ['img%2fa.png', 'has an encoded slash'],
  ['a%00.png', 'has a control character'],
  ['%c0%ae%c0%ae/a.png', 'is not validly percent-encoded'],
  ['100%.png', 'is not validly percent-encoded'],
  ['/etc/passwd', 'is an absolute path; --root <dir> says what it starts from'],
  ['file:///etc/passwd', absolute],
  ['FILE:a.png', absolute],
  ['C:\\secret.png', absolute],
  ['.env', 'has a name that starts with a dot'],
  ['.git/logo.png', 'has a name that starts with a dot'],
  ['%2egit/logo.png', 'has a name that starts with a dot'],
  ['img/', 'names no file'],
  ['img//a.png', 'names no file'],
  ['https://[', 'is not a valid URL'],
])('%j is refused', (address, expected) => {
  expect(locate(address)).toBe(expected);
});

test('a path longer than the service takes is refused', () => {
  expect(locate(`${'a'.repeat(1100)}.png`)).toBe('is too long');
});

test('a colon names a stream of a file on Windows, and is an ordinary character elsewhere', () => {
  expect(locate('./a.png:b.png', top, { ...rules, platform: 'win32' })).toBe('has a colon in a name');
  expect(locate('./a.png:b.png')).toBe('a.png:b.png from a.png:b.png');
});

test('below the root, a file has the path that the page will ask for', () => {
  const named = { ...rules, rootNamed: true };
  expect(locate('a.png', below, named)).toBe('a.png from site/blog posts/a.png');
  expect(locate('../css/a.css', below, named)).toBe('css/a.css from site/css/a.css');
  expect(locate('../../shared/a.png', below, named)).toBe('shared/a.png from shared/a.png');
  expect(locate('/shared/a.png', below, named)).toBe('shared/a.png from shared/a.png');
  expect(locate('../../../a.png', below, named)).toBe(outside);
});

test('addresses in a style sheet start from the style sheet', () => {
  const sheet = locateAsset('../css/a.css?v=2', below, { ...rules, rootNamed: true });
  expect(sheet.kind === 'local' && locate('../img/b.png', sheet.place)).toBe('img/b.png from site/img/b.png');
});

test.each([
  [undefined, 'a.png', 'a.png from a.png'],
  ['', 'a.png', 'a.png from a.png'],
  ['#top', 'a.png', 'a.png from a.png'],
  ['img/', 'a.png', 'img/a.png from img/a.png'],
  ['img/page.html', 'a.png', 'img/a.png from img/a.png'],
  ['img/', '../a.png', 'a.png from a.png'],
  ['https://cdn.example/', 'a.png', 'elsewhere'],
  ['/static/', 'a.png', 'has no folder to start from; --root <dir> names one'],
  ['../', 'a.png', 'has no folder to start from; --root <dir> names one'],
  ['file:///etc/', 'passwd.png', absolute],
  ['https://[', 'a.png', 'a.png from a.png'],
])('with <base href=%j>, %j is %j', (href, address, expected) => {
  expect(locate(address, moveBase(top, href, rules))).toBe(expected);
});

test('a million blanks inside an address are read once', () => {
  expect(locate(` a${' '.repeat(1e6)}b `)).toBe('is too long');
});

test('no address leads out of the root, whatever it is spelt like', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '.%2e',
      '%2E.',
      '..%2f',
      '%5c',
      '..\\',
      '/',
      '//',
      '\\',
      '%00',
      '%c0%ae',
      'C:',
      'file:',
    ),
    fc.constantFrom('a', 'img', 'a.png', '~', '?', '#', ' ', '\t', '\n', '%', '%25', '…', '\ud800'),
    anyText({ maxLength: 4 }),
  );
  const address = fc
    .array(piece, { maxLength: 8 })
    .chain((pieces) => fc.constantFrom(pieces.join('/'), pieces.join('')));
  const place = fc.constantFrom(top, below, moveBase(top, 'x/y/', rules), moveBase(below, '../', rules));
  const how = fc.record({ rootNamed: fc.boolean(), platform: fc.constantFrom('linux', 'win32') });
  fc.assert(
    fc.property(address, place, how, (text, from, named) => {
      const located = locateAsset(text, from, named);
      if (located.kind !== 'local') return;
      expect(isAssetPath(located.key)).toBe(true);
      const names = [...located.path, ...located.key.split('/')];
      expect(names.filter((name) => /^\.|[/\\\u0000-\u001f]|^$/.test(name))).toEqual([]);
      // The page asks for nothing but the key.
      const asked = new URL(text, from.address).pathname;
      expect(decodeURIComponent(asked)).toBe(`/${located.key}`);
    }),
    { numRuns: isLong ? 20_000 : 200 },
  );
});
