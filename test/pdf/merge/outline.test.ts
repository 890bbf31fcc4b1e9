import { expect, it } from 'vitest';
import { mergePdfs } from '../../../src/pdf/merge/merge.ts';
import { buildPages, firstMore } from '../build-pdf.ts';
import { unfoldPdf } from '../run-qpdf.ts';

it.each([
  ['closed', -2, 1],
  ['open', 2, 3],
])('a heading that is %s shows as many others as before', async (_how, count, shown) => {
  const at = firstMore(1);
  const pdf = buildPages(1, {
    catalog: `/Outlines ${at} 0 R`,
    more: [
      `<</First ${at + 1} 0 R /Last ${at + 1} 0 R /Count 1>>`,
      `<</Title (Above) /Parent ${at} 0 R /Dest [4 0 R /Fit] /First ${at + 2} 0 R /Last ${at + 3} 0 R /Count ${count}>>`,
      `<</Title (One) /Parent ${at + 1} 0 R /Dest [4 0 R /Fit] /Next ${at + 3} 0 R>>`,
      `<</Title (Two) /Parent ${at + 1} 0 R /Dest [4 0 R /Fit] /Prev ${at + 2} 0 R>>`,
    ],
  });
  const text = await unfoldPdf(mergePdfs([{ pdf, foreign: true }], { outline: true, producer: 'test' }).pdf);
  // How many descendants show, negative where the heading is closed (ISO 32000-2, table 151).
  expect(text).toMatch(new RegExp(`/Count ${count}\\s[^>]*/Title \\(Above\\)`));
  expect(text).toMatch(new RegExp(`/Count ${shown}\\s[^>]*/Type /Outlines`));
});
