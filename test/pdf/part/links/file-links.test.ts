import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../../../../src/pdf/merge/merge.ts';
import type { MergePart } from '../../../../src/pdf/part/merge-part.ts';
import { buildPages, firstMore } from '../../build-pdf.ts';
import { findPage, openPdf, readAnnotations, readOutline } from '../../read-pdf.ts';

const options = { outline: true, producer: 'test' };
const part = (pdf: Uint8Array, name: string, more: Partial<MergePart> = {}): MergePart => ({
  pdf,
  foreign: true,
  names: [name],
  ...more,
});

/** A page with a link that does something. */
const linking = (action: string, catalog = '') =>
  buildPages(1, {
    catalog,
    page: () => `/Annots [${firstMore(1)} 0 R]`,
    more: [`<</Subtype /Link /Rect [0 0 9 9] /Border [0 0 0] /A <<${action}>>>>`],
  });

/** Three pages, the second of which has the name "two". */
const target = buildPages(3, { catalog: `/Dests <</two [6 0 R /XYZ 0 50 0]>>` });

/** The page that the link of the first part leads to, and what is warned of. */
async function follow(action: string, name = 'chapter2.pdf', more: Partial<MergePart> = {}, own = 'chapter1.pdf') {
  const { pdf, warnings } = mergePdfs([part(linking(action), own), part(target, name, more)], options);
  const document = await openPdf(pdf);
  const [link] = await readAnnotations(document, 1);
  const page = link?.dest == null ? undefined : await findPage(document, link.dest);
  return { page, url: link?.url, warnings: warnings.map(({ code, detail }) => `${code}: ${detail}`) };
}

describe("a link of a user's PDF to another file that is a part", () => {
  it.each<[string, string, number]>([
    ['a page', '/S /GoToR /F (chapter2.pdf) /D [2 /Fit]', 4],
    ['a named place', '/S /GoToR /F (chapter2.pdf) /D (two)', 3],
    ['a page that is not there', '/S /GoToR /F (chapter2.pdf) /D [9 /Fit]', 2],
    ['the file alone', '/S /GoToR /F (chapter2.pdf)', 2],
    ['a file with a Unicode name', '/S /GoToR /F <</Type /Filespec /F (other.pdf) /UF (chapter2.pdf)>> /D [1 /Fit]', 3],
    ['a file to open', '/S /Launch /F (chapter2.pdf)', 2],
    ['a page by its address', '/S /URI /URI (chapter2.pdf#page=3)', 4],
    ['a named place by its address', '/S /URI /URI (./chapter2.pdf#nameddest=two)', 3],
    ['a name as a fragment', '/S /URI /URI (chapter2.pdf#two)', 3],
    ['an address with dots', '/S /URI /URI (./other//../chapter2.pdf)', 2],
    ['a name with steps above the top', '/S /GoToR /F (../../chapter2.pdf)', 2],
    ['an address alone', '/S /URI /URI (chapter2.pdf)', 2],
    ['itself', '/S /URI /URI (chapter1.pdf#page=1)', 1],
  ])('leads to %s', async (_what, action, page) => {
    expect(await follow(action)).toEqual({ page, url: undefined, warnings: [] });
  });

  it.each([
    ['chapter 2.pdf', '/S /URI /URI (chapter%202.pdf#page=2)', 'chapter1.pdf'],
    ['book/two.pdf', '/S /GoToR /F (two.pdf) /D [1 /Fit]', 'book/one.pdf'],
    ['shared/two.pdf', '/S /GoToR /F (../shared/two.pdf) /D [1 /Fit]', 'book/one.pdf'],
    ['book/two.pdf', '/S /GoToR /F (book\\\\two.pdf) /D [1 /Fit]', 'one.pdf'],
  ])('finds %s by its path', async (name, action, own) => {
    expect(await follow(action, name, {}, own)).toEqual({ page: 3, url: undefined, warnings: [] });
  });

  it('is dropped with a warning where its page was left out', async () => {
    const { page, warnings } = await follow('/S /GoToR /F (chapter2.pdf) /D [2 /Fit]', 'chapter2.pdf', {
      pageRanges: '1',
    });
    expect(page).toBeUndefined();
    expect(warnings).toEqual(['link_dropped: a link was dropped: its page was left out']);
  });

  it.each([
    [
      '/S /GoToR /F (chapter9.pdf) /D [2 /Fit]',
      'link_dropped: page 1: a link was dropped: it does GoToR (chapter9.pdf)',
    ],
    [
      '/S /URI /URI (chapter9.pdf)',
      'link_dropped: page 1: a link to chapter9.pdf was dropped: it is not a URL of a web page, an email address or a phone number',
    ],
  ])('is dropped with a warning where it is none: %s', async (action, warning) => {
    expect(await follow(action)).toEqual({ page: undefined, url: undefined, warnings: [warning] });
  });

  it('is an address of the web where the PDF says what addresses are relative to', async () => {
    const base = linking('/S /URI /URI (chapter2.pdf)', '/URI <</Base (https://a.example/)>>');
    const { pdf } = mergePdfs([part(base, 'chapter1.pdf'), part(target, 'chapter2.pdf')], options);
    const [link] = await readAnnotations(await openPdf(pdf), 1);
    expect(link?.url).toBe('https://a.example/chapter2.pdf');
  });

  it('may be in the outline', async () => {
    const at = firstMore(1);
    const pdf = buildPages(1, {
      catalog: `/Outlines ${at} 0 R`,
      more: [
        `<</First ${at + 1} 0 R /Last ${at + 1} 0 R /Count 1>>`,
        `<</Title (Two) /Parent ${at} 0 R /A <</S /GoToR /F (chapter2.pdf) /D [1 /Fit]>>>>`,
      ],
    });
    const merged = mergePdfs([part(pdf, 'chapter1.pdf'), part(target, 'chapter2.pdf')], options);
    expect(await readOutline(await openPdf(merged.pdf))).toEqual([['Two', 3]]);
    expect(merged.warnings).toEqual([]);
  });
});
