import type { Page } from '../open/page.ts';
import { type PageOverrides, readPageSize } from '../open/page-settings.ts';
import type { PageWarning } from '../open/warnings.ts';
import type { SettledPage } from '../settle/settle-page.ts';

/**
 * Makes the page options that the request names win over the document's `@page` rules. Returns the resulting page
 * sizes, with a warning for each rule of the document that is overridden.
 */
export async function overridePageRules(
  page: Page,
  overrides: PageOverrides,
  settled: SettledPage,
): Promise<SettledPage> {
  const sizes = settled.sizes.map((old): [old: string, wanted: string] => [old, chooseSize(old, overrides)]);
  const { margin } = overrides;
  const size = overrides.size === undefined ? undefined : writeSize(overrides.size);
  const hasOtherMargin = await page.call('writePageOverride', { sizes, size, margin });
  const warnings: PageWarning[] = [...settled.warnings];
  if (sizes.some(([old, wanted]) => !isSameSize(old, wanted))) {
    warnings.push({
      code: 'page_size_overridden',
      detail: 'The page size asked for replaces that of the document (@page).',
    });
  }
  if (hasOtherMargin) {
    warnings.push({
      code: 'page_margin_overridden',
      detail: 'The margins asked for replace those of the document (@page).',
    });
  }
  return { ...settled, warnings, sizes: sizes.map(([, wanted]) => wanted) };
}

/** The size that a page of the document gets. One that leaves the paper open is turned by the print settings. */
function chooseSize(old: string, { size, landscape }: PageOverrides): string {
  if (size !== undefined) return writeSize(size);
  const documentSize = readPageSize(old);
  if (documentSize === undefined) return landscape === undefined ? old : 'auto';
  const isAcross = documentSize.width > documentSize.height;
  if (landscape === undefined || isAcross === landscape) return old;
  return writeSize({ width: documentSize.height, height: documentSize.width });
}

function writeSize({ width, height }: { width: number; height: number }): string {
  return `${width}pt ${height}pt`;
}

function isSameSize(old: string, wanted: string): boolean {
  const [a, b] = [readPageSize(old), readPageSize(wanted)];
  if (a === undefined || b === undefined) return old === wanted;
  return Math.abs(a.width - b.width) < 0.01 && Math.abs(a.height - b.height) < 0.01;
}
