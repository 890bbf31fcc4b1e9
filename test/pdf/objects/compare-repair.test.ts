import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findLostPages, readInfo } from '../../../src/pdf/objects/compare-repair.ts';
import { asString } from '../../../src/pdf/objects/objects.ts';
import { buildPages, buildPdf, firstMore, type TestObject } from '../build-pdf.ts';

/** A PDF with a page for each content. */
function build(...contents: (string | TestObject)[]): Buffer {
  const kids = contents.map((_, at) => `${3 + at * 2} 0 R`).join(' ');
  const pages = contents.flatMap((content, at): TestObject[] => [
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents ${4 + at * 2} 0 R>>`,
    typeof content === 'string' ? { dict: '', data: content } : content,
  ]);
  const tree = `<</Type /Pages /Kids [${kids}] /Count ${contents.length}>>`;
  return buildPdf(['<</Type /Catalog /Pages 2 0 R>>', tree, ...pages]);
}
const flate = (text: string, name = 'FlateDecode'): TestObject => ({
  dict: `/Filter /${name}`,
  data: deflateSync(Buffer.from(text)),
});

describe('the pages that a repair loses content of', () => {
  it.each<[string, Buffer, Buffer, number[]]>([
    ['none if nothing changed', build('0 0 1 1 re f', ''), build('0 0 1 1 re f', ''), []],
    ['those with less content', build('f', 'q Q f', 'f f'), build('f', 'q Q', ''), [2, 3]],
    ['none with more content', build('f'), build('f f'), []],
    ['none with less white space at the end', build('f   \n'), build('f'), []],
    ['none that are packed otherwise', build('0 0 1 1 re f'), build(flate('0 0 1 1 re f')), []],
    ['those with less in packed content', build(flate('f f f')), build(flate('f f', 'Fl')), [1]],
    [
      'those whose content cannot be unpacked',
      build('f'),
      build({ dict: '/Filter /FlateDecode', data: 'no flate' }),
      [1],
    ],
    ['none if the numbers of pages differ', build('f', 'f'), build(''), []],
    ['none if its pages cannot be found', build(), build('f'), []],
    ['none if the repaired pages cannot be found', build('f'), build(), []],
    ['none if the file cannot be read', Buffer.from('no PDF'), build('f'), []],
  ])('are %s', (_, original, repaired, lost) => {
    expect(findLostPages(original, repaired)).toEqual(lost);
  });

  it('are measured in a file whose table of objects is broken', () => {
    const broken = Buffer.from(
      build('f f')
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n1'),
      'latin1',
    );
    expect(findLostPages(broken, build('f'))).toEqual([1]);
  });
});

describe('the properties of a file', () => {
  const pdf = buildPages(1, { more: ['<</Title (Mine)>>'], trailer: `/Info ${firstMore(1)} 0 R` });

  it.each([
    ['is whole', pdf],
    ['has a broken table', Buffer.from(pdf.toString('latin1').replace(/startxref\n\d+/, 'startxref\n1'), 'latin1')],
  ])('are read if it %s', (_, bytes) => {
    expect(asString(readInfo(bytes)?.get('Title'))).toBe('Mine');
  });

  it('are unknown if it has none or is no PDF', () => {
    expect(readInfo(buildPages(1))).toBeUndefined();
    expect(readInfo(Buffer.from('no PDF'))).toBeUndefined();
  });
});
