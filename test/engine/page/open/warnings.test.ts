import { expect, it } from 'vitest';
import { buildWarnings } from '../../../../src/engine/page/open/warnings.ts';

it.each([
  ['http://me:SECRET@a.test/x.png?y=z@b could not be loaded', 'http://a.test/x.png?y=z@b could not be loaded'],
  ['wss://SECRET@a.test and ftp://u:SECRET@b.test', 'wss://a.test and ftp://b.test'],
  ['me@a.test wrote //a.test/@here', 'me@a.test wrote //a.test/@here'],
])('the text of a warning has no password of an address: %s', (text, clean) => {
  expect(buildWarnings().clean(text)).toBe(clean);
});
