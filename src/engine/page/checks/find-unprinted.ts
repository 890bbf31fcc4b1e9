import { EngineError } from '../../../children/index.ts';
import { findMissingGlyphs, openPrinted } from '../../../pdf/index.ts';
import type { Page } from '../open/page.ts';
import type { PageOptions } from '../open/page-settings.ts';
import type { PageWarning } from '../open/warnings.ts';
import { findTextBeyond, findWideContent } from '../paged/wide-content.ts';
import type { SettledPage } from '../settle/settle-page.ts';
import { describeExcess } from './describe-excess.ts';
import { findCovered } from './find-covered.ts';
import { findMissingFamilies, listInnerFamilies } from './find-missing-families.ts';
import { describeMissingGlyphs } from './glyph-warnings.ts';
import { nameMissingGlyphs } from './name-missing-glyphs.ts';
import { reportInnerLinks } from './report-lost.ts';

/** Warnings of what is not on the printed pages. Throws `glyph_missing` if the options ask for that. */
export async function findUnprinted(
  page: Page,
  pdfs: readonly Uint8Array[],
  options: PageOptions,
  settled: SettledPage & {
    isStatic: boolean;
    reachesOut: boolean;
    bringsFonts: boolean;
    hasBleeds: boolean | undefined;
  },
): Promise<PageWarning[]> {
  const pages = pdfs.flatMap((pdf) => openPrinted(pdf));
  const inner = settled.hasShadows || settled.embeds ? await listInnerFamilies(page) : { stacks: [], excess: [] };
  const families = await findMissingFamilies(
    page,
    [...settled.stacks, ...inner.stacks],
    settled.boxed,
    settled.bringsFonts ? [] : pages,
  );
  const beyond = settled.reachesOut
    ? await findTextBeyond(page, options, settled.hasBleeds === true)
    : { found: [], excess: [] };
  const covered = settled.hasFixed ? await findCovered(page, openPrinted(pdfs[0] as Uint8Array)) : [];
  const links = settled.hasShadows ? await reportInnerLinks(page) : [];
  const wide = [
    ...families,
    ...describeExcess(inner.excess),
    ...links,
    ...beyond.found,
    ...describeExcess(beyond.excess),
    ...covered,
    ...(await findWideContent(page, pages[0], options, settled.isStatic)),
  ];
  const missing = options.on_missing_glyph === 'ignore' ? undefined : await findMissingGlyphs(pages);
  if (missing === undefined) return wide;
  const warnings = describeMissingGlyphs(await nameMissingGlyphs(page, missing));
  const [first] = warnings;
  if (options.on_missing_glyph === 'fail' && first) throw new EngineError('glyph_missing', first.detail);
  return [...wide, ...warnings];
}
