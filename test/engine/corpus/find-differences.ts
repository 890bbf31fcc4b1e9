import type { WarningCode } from '../../../src/contract/index.ts';
import type { MergeWarning } from '../../../src/pdf/index.ts';
import type { ViewerFacts } from './open-viewer.ts';

/** The warnings that announce a difference. A file that was repaired is read in one way of several. */
const announcing: Record<keyof ViewerFacts, readonly WarningCode[]> = {
  sizes: ['pdf_repaired'],
  pixels: ['pdf_repaired', 'annotation_dropped', 'form_dropped'],
  texts: ['pdf_repaired'],
  links: ['pdf_repaired', 'link_dropped'],
  outline: ['pdf_repaired', 'link_dropped'],
  fields: ['pdf_repaired', 'form_dropped', 'signature_dropped'],
};

/** What a file shows otherwise after merging, in words, where no warning announces it. */
export function findDifferences(
  before: ViewerFacts,
  after: ViewerFacts | undefined,
  warnings: readonly MergeWarning[],
): string[] {
  if (after === undefined) return ['it cannot be opened'];
  const codes = new Set(warnings.map(({ code }) => code));
  return (Object.keys(announcing) as (keyof ViewerFacts)[])
    .filter((fact) => !announcing[fact].some((code) => codes.has(code)))
    .filter((fact) => before[fact] !== undefined && JSON.stringify(before[fact]) !== JSON.stringify(after[fact]))
    .map((fact) => `${fact} ${JSON.stringify(before[fact])} became ${JSON.stringify(after[fact])}`);
}
