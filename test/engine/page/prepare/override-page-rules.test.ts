import { describe, expect, test } from 'vitest';
import type { Page } from '../../../../src/engine/page/open/page.ts';
import type { PageOverrides } from '../../../../src/engine/page/open/page-settings.ts';
import { overridePageRules } from '../../../../src/engine/page/prepare/override-page-rules.ts';

/** What becomes of the page sizes of a document. */
async function override(sizes: string[], overrides: PageOverrides, hasOtherMargin = false) {
  const written: unknown[] = [];
  const call = async (_: string, value: unknown) => {
    written.push(value);
    return hasOtherMargin;
  };
  const settled = { sizes, warnings: [{ code: 'fonts_late', detail: 'x' }], hasTimers: true };
  const result = await overridePageRules({ call } as unknown as Page, overrides, settled as never);
  expect(result).toMatchObject({ hasTimers: true });
  expect(result.warnings[0]).toEqual(settled.warnings[0]);
  return { written, sizes: result.sizes, codes: result.warnings.slice(1).map(({ code }) => code) };
}

const a4 = { width: 595.28, height: 841.89 };

describe('the page sizes of a document', () => {
  test.each<[string[], PageOverrides, string[], string[]]>([
    [['A5', ''], { size: a4 }, ['595.28pt 841.89pt', '595.28pt 841.89pt'], ['page_size_overridden']],
    [['A4'], { size: a4 }, ['595.28pt 841.89pt'], []],
    [['210mm 297mm'], { size: a4 }, ['595.28pt 841.89pt'], []],
    [['595.28pt 841.87pt'], { size: a4 }, ['595.28pt 841.89pt'], ['page_size_overridden']],
    [['595.3pt 841.89pt'], { size: a4 }, ['595.28pt 841.89pt'], ['page_size_overridden']],
    [['100pt 200pt'], { landscape: true }, ['200pt 100pt'], ['page_size_overridden']],
    [['100pt 200pt'], { landscape: false }, ['100pt 200pt'], []],
    [['200pt 100pt'], { landscape: false }, ['100pt 200pt'], ['page_size_overridden']],
    [['200pt 100pt'], { landscape: true }, ['200pt 100pt'], []],
    [['100pt 100pt'], { landscape: false }, ['100pt 100pt'], []],
    [['landscape'], { landscape: false }, ['auto'], ['page_size_overridden']],
    [['auto'], { landscape: true }, ['auto'], []],
    [['landscape', 'A5'], {}, ['landscape', 'A5'], []],
  ])('%j with %j become %j', async (old, overrides, sizes, codes) => {
    expect(await override(old, overrides)).toMatchObject({ sizes, codes });
  });

  test('are written with the margins, which is a warning if they replace others', async () => {
    const margin = { top: '1in', right: '1in', bottom: '1in', left: '1in' };
    const { written, codes } = await override(['A5'], { size: { width: 1, height: 2 }, margin }, true);
    expect(written).toEqual([{ sizes: [['A5', '1pt 2pt']], size: '1pt 2pt', margin }]);
    expect(codes).toEqual(['page_size_overridden', 'page_margin_overridden']);
    expect((await override(['A5'], { margin })).written).toEqual([{ sizes: [['A5', 'A5']], size: undefined, margin }]);
  });
});
