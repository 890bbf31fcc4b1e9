import { describe, expect, it } from 'vitest';
import { asDict, buildDict, type PdfObject, PdfRef, PdfStream, resolve } from '../../../src/pdf/objects/objects.ts';
import { widenClips } from '../../../src/pdf/part/widen-clip.ts';

/** A page as Chromium begins it, with a clip to the area within its margins. */
const begin = (clip: string, [x] = clip.split(' ')) =>
  `.24 0 0 -.24 0 150 cm\nq\n${clip} re\nW* n\nq\n3.125 0 0 3.125 ${x} 200 cm\n0 0 9 9 re\nf\n`;

function widen(contents: readonly string[], box: PdfObject = [0, 0, 300, 150]) {
  const pages = contents.map(
    (content) =>
      new PdfRef(
        buildDict({ MediaBox: box, Contents: new PdfRef(new PdfStream(new Map(), Buffer.from(content, 'latin1'))) }),
      ),
  );
  const before = pages.map((page) => asDict(page)?.get('Contents'));
  widenClips(pages);
  const after = pages.map((page) => asDict(page)?.get('Contents'));
  return {
    texts: after.map((contents) => Buffer.from((resolve(contents) as PdfStream).data).toString('latin1')),
    isChanged: after.map((contents, index) => contents !== before[index]),
  };
}

describe('the area that a page draws in', () => {
  const page = begin('100 200 1050 300').replace('.24 0 0 -.24', '0.24 0 0 -0.24');

  it('reaches to the sides of the paper, and on the first page to its top', () => {
    const { texts } = widen([page, page, page]);
    expect(texts.map((text) => /^.* re\nW\* n/m.exec(text)?.[0])).toEqual([
      '0 0 1251 500 re\nW* n',
      '0 200 1251 300 re\nW* n',
      '0 200 1251 300 re\nW* n',
    ]);
    expect(texts[0]).toBe(page.replace('100 200 1050 300', '0 0 1251 500'));
  });

  it('is that of paper from another corner', () => {
    const { texts } = widen([page, page], [50, 0, 350, 150]);
    expect(texts[1]).toContain('0 200 1251 300 re\nW* n');
  });

  it('is as wide wherever it comes again, and other clips stay', () => {
    const more = `${page}100 200 1050 300 re\nW* n\n5 5 5 5 re\nW* n\n`;
    const [, text] = widen([more, more]).texts;
    expect(text?.match(/0 200 1251 300 re\nW\* n/g)).toHaveLength(2);
    expect(text).toContain('\n5 5 5 5 re\nW* n');
  });

  it.each<[string, string, PdfObject]>([
    ['of another begin', 'q Q', [0, 0, 300, 150]],
    ['without a size', page, null],
    ['of another scale', page.replace('-0.24', '-0.25'), [0, 0, 300, 150]],
    [
      'that draws from another corner',
      begin('100 200 1050 300', ['90']).replace('.24 0 0 -.24', '0.24 0 0 -0.24'),
      [0, 0, 300, 150],
    ],
  ])('stays unchanged on a page %s', (_, content, box) => {
    expect(widen([content], box)).toEqual({ texts: [content], isChanged: [false] });
  });
});
