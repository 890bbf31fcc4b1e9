import type { MergedPdf, MergeOptions, MergePart } from '../../pdf/index.ts';

/**
 * The document with the bytes of its only part, if that is a signed PDF of a user and nothing of it was changed or left out but its
 * signatures: these are valid in the original file alone. Else the document itself.
 */
export function keepSigned(parts: readonly MergePart[], options: MergeOptions, merged: MergedPdf): MergedPdf {
  const [part, ...others] = parts;
  const isSigned = merged.warnings.length > 0 && merged.warnings.every(({ code }) => code === 'signature_dropped');
  if (!isSigned || part === undefined || others.length > 0) return merged;
  if (changesPart(part) || changesDocument(options)) return merged;
  return { ...merged, pdf: part.pdf, warnings: [] };
}

function changesPart({ foreign, pageRanges, form, stamps, title, sizes }: MergePart): boolean {
  return !foreign || [pageRanges, form, stamps, title, sizes].some((change) => change !== undefined);
}

function changesDocument(options: MergeOptions): boolean {
  const {
    outline,
    metadata = {},
    templates,
    stamps,
    overlays = [],
    attachments = [],
    pageRanges,
    conformance,
  } = options;
  const changes = [templates, stamps, pageRanges, conformance];
  const isKept = outline && Object.keys(metadata).length + overlays.length + attachments.length === 0;
  return !isKept || changes.some((change) => change !== undefined);
}
