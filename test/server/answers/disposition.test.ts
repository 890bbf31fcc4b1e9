import { expect, it } from 'vitest';
import { formatDisposition } from '../../../src/server/answers/disposition.ts';

it.each([
  [undefined, 'document.pdf'],
  ['', 'document.pdf'],
  ['Invoice 7', 'Invoice 7.pdf'],
  ['Report.pdf', 'Report.pdf'],
  ['a/b\\c:d"e*f?g<h>i|j%k;l', 'a-b-c-d-e-f-g-h-i-j-k-l.pdf'],
  ['..-.hidden', 'hidden.pdf'],
  ['end. - .', 'end.pdf'],
  ['...', 'document.pdf'],
  ['a\u0000\u202e\n \u00a0b', 'a b.pdf'],
  ['x'.repeat(100), `${'x'.repeat(100)}.pdf`],
  ['x'.repeat(101), `${'x'.repeat(100)}.pdf`],
  [`${'x'.repeat(99)}. y`, `${'x'.repeat(99)}.pdf`],
])('a document with the title %j is saved as %s', (title, name) => {
  expect(formatDisposition(title)).toBe(`inline; filename="${name}"`);
});

it('has a name in UTF-8 beside a plain one, if it needs more than ASCII (RFC 6266, RFC 8187)', () => {
  expect(formatDisposition("Rechnung für Zoë's (7)")).toBe(
    `inline; filename="Rechnung f_r Zo_'s (7).pdf"; filename*=UTF-8''Rechnung%20f%C3%BCr%20Zo%C3%AB%27s%20%287%29.pdf`,
  );
  expect(formatDisposition('😀'.repeat(101))).toContain(`filename="${'_'.repeat(100)}.pdf"`);
  expect(formatDisposition('e\u0301')).toContain("filename*=UTF-8''%C3%A9.pdf");
});

it.each([
  ['application/pdf', 'page.pdf'],
  ['application/zip', 'page.zip'],
  ['image/png', 'page.png'],
  ['image/jpeg', 'page.jpeg'],
])('a file of type %s has its ending', (type, name) => {
  expect(formatDisposition('page', type)).toBe(`inline; filename="${name}"`);
});
