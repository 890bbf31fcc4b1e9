import {
  asDict,
  asName,
  asNumber,
  asString,
  buildDict,
  type PdfDict,
  type PdfRef,
  PdfString,
} from '../objects/objects.ts';
import { buildNumberTree, readNumberTree } from '../objects/trees.ts';
import type { PdfPageLabel } from '../part/merge-part.ts';
import type { OpenPart } from '../part/open-part.ts';

/**
 * The labels of the pages that stay (ISO 32000-2, 12.4.2). `labels` are those of the document before it is cut.
 */
export function joinPageLabels(
  labels: readonly PdfPageLabel[] | undefined,
  parts: readonly OpenPart[],
): PdfRef | undefined {
  if (labels === undefined) return undefined;
  const entries: [number, PdfDict][] = [];
  let before: PdfPageLabel | undefined;
  for (const [count, index] of parts.flatMap(({ numbers }) => numbers).entries()) {
    const label = labels[index] as PdfPageLabel;
    if (before === undefined || !follows(before, label)) entries.push([count, describe(label)]);
    before = label;
  }
  return buildNumberTree(entries);
}

/**
 * The labels of all pages of a document that is not cut yet; undefined if no part has any. Pages of a part without labels have their number
 * in the whole document, counted on from the last page whose label the caller gives.
 */
export function listPageLabels(parts: readonly OpenPart[]): PdfPageLabel[] | undefined {
  if (!parts.some(({ part, catalog }) => part.labels !== undefined || catalog.has('PageLabels'))) return undefined;
  const all: PdfPageLabel[] = [];
  // Of the last page whose label is given: where it is, and its number.
  let last = { index: -1, number: 0 };
  for (const part of parts) {
    const given = part.part.labels;
    const labels = given ?? readLabels(part);
    for (const index of part.kept) {
      const number = last.number + all.length - last.index;
      all.push(labels[index] ?? { style: 'D', prefix: '', number });
    }
    const number = given?.at(-1)?.number;
    if (number !== undefined) last = { index: all.length - 1, number };
  }
  return all;
}

/** The labels of the pages of a file, up to the last page that stays. */
function readLabels(part: OpenPart): PdfPageLabel[] {
  const starts = new Map(readNumberTree(part.catalog.get('PageLabels')));
  const labels: PdfPageLabel[] = [];
  let label: PdfPageLabel | undefined;
  for (let index = 0; index <= (part.kept.at(-1) ?? -1); index++) {
    const dict = asDict(starts.get(index));
    if (dict !== undefined) {
      const number = asNumber(dict.get('St')) ?? 1;
      label = { style: asName(dict.get('S')), prefix: asString(dict.get('P')) ?? '', number };
    } else if (label !== undefined) label = { ...label, number: label.number + 1 };
    if (label !== undefined) labels[index] = label;
  }
  return labels;
}

function follows(before: PdfPageLabel, label: PdfPageLabel): boolean {
  return before.style === label.style && before.prefix === label.prefix && before.number + 1 === label.number;
}

function describe({ style, prefix, number }: PdfPageLabel): PdfDict {
  return buildDict({
    S: style,
    P: prefix === '' ? undefined : new PdfString(prefix),
    St: number === 1 || style === undefined ? undefined : number,
  });
}
