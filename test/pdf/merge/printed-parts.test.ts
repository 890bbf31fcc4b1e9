import { describe, expect, it } from 'vitest';
import { type MergeOptions, type MergePart, mergePdfs } from '../../../src/pdf/merge/merge.ts';
import { decodeContents } from '../../../src/pdf/objects/decode-stream.ts';
import { listContents } from '../../../src/pdf/objects/drawings.ts';
import { asDict, type PdfDict } from '../../../src/pdf/objects/objects.ts';
import { openPrinted } from '../../../src/pdf/objects/page-tree.ts';
import { buildPages } from '../build-pdf.ts';

const options: MergeOptions = { outline: false, producer: 'test' };
const build = (content: string, more: string[] = []) => buildPages(1, { content: () => content, more });

/** What the pages of a merged document draw. */
function draw(parts: readonly Omit<MergePart, 'form'>[], own: Partial<MergeOptions> = {}): string[] {
  const { pdf } = mergePdfs(parts, { ...options, ...own });
  return openPrinted(pdf).map((page) =>
    decodeContents(listContents(asDict(page) as PdfDict), { bytes: 1e6 })
      .toString('latin1')
      .trim(),
  );
}

describe('the content of pages', () => {
  it('loses soft hyphens if it was printed and may have some', () => {
    const hyphen = '/Span<</ActualText <FEFF00AD> >> BDC\n<AD> Tj\nEMC\n';
    const pdf = build(`q\n${hyphen}Q`);
    const parts = [
      { pdf, foreign: false, hasSoftHyphens: true },
      { pdf, foreign: false },
      { pdf, foreign: true, hasSoftHyphens: true },
    ];
    expect(draw(parts)).toEqual(['q\nQ', `q\n${hyphen}Q`, `q\n${hyphen}Q`]);
  });

  it('has joined fills if it was printed with cells', () => {
    const [apart, joined] = ['0 0 9 1 re\nf\n9 0 9 1 re\nf', '0 0 9 1 re\n9 0 9 1 re\nf'];
    const [plain, cells] = [build(`${apart}\n`), build(`${apart}\n`, ['<</S /TD\n>>'])];
    expect(draw([{ pdf: plain, foreign: false }])).toEqual([apart]);
    expect(draw([{ pdf: cells, foreign: true }])).toEqual([apart]);
    expect(
      draw([
        { pdf: cells, foreign: false },
        { pdf: cells, foreign: true },
        { pdf: plain, foreign: false },
      ]),
    ).toEqual([joined, apart, joined]);
  });

  it('is enclosed for a stamp, more often if it restores too much and is that of a user', () => {
    const pdf = build('Q');
    const stamps = [{ pdf: buildPages(2), origin: 'https://abc.invalid/' }];
    const drawn = draw(
      [
        { pdf, foreign: false },
        { pdf, foreign: true },
      ],
      { stamps },
    );
    expect(drawn.map((content) => /^(?:q\n+)+Q/.exec(content)?.[0].replace(/\s/g, ''))).toEqual(['qQ', 'qqQ']);
  });

  it('has the stamps of its own numbers if the document is cut', () => {
    const own = (count: number) => buildPages(count, { content: (_, index) => `${index} w` });
    const stamps = [{ pdf: own(4), origin: 'https://abc.invalid/' }];
    const { pdf } = mergePdfs(
      [
        { pdf: own(2), foreign: false },
        { pdf: own(2), foreign: false },
      ],
      { ...options, stamps, pageRanges: '2-3' },
    );
    const drawn = openPrinted(pdf).map((page) => {
      const form = asDict(asDict(asDict(page)?.get('Resources'))?.get('XObject'))
        ?.values()
        .next().value;
      return decodeContents([...listContents(new Map([['Contents', form ?? null]]))], { bytes: 1e6 })
        .toString()
        .trim();
    });
    expect(drawn).toEqual(['1 w', '2 w']);
  });

  it('has the stamps of its own part', () => {
    const stamps = buildPages(3);
    const pdf = buildPages(3, { content: (_, index) => `${index} w` });
    const found = draw([
      { pdf, foreign: false, stamps, pageRanges: '2-3' },
      { pdf: build('9 w'), foreign: false },
    ]);
    expect(found.map((content) => [/\d w/.exec(content)?.[0], content.includes('/Stamp Do')])).toEqual([
      ['1 w', true],
      ['2 w', true],
      ['9 w', false],
    ]);
  });
});
