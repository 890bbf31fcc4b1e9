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
import type { OpenPart } from '../part/open-part.ts';

interface Label {
  style: string | undefined;
  prefix: string;
  number: number;
}

/**
 * The labels of all pages (ISO 32000-2, 12.4.2), or undefined if no part has any. Pages of a part without labels bear
 * their number in the whole document.
 */
export function joinPageLabels(parts: readonly OpenPart[]): PdfRef | undefined {
  if (!parts.some(({ catalog }) => catalog.has('PageLabels'))) return undefined;
  const entries: [number, PdfDict][] = [];
  let count = 0;
  let before: Label | undefined;
  for (const part of parts) {
    const labels = readLabels(part);
    for (const [page, index] of part.kept.entries()) {
      const label = labels[index] ?? { style: 'D', prefix: '', number: (part.numbers[page] ?? 0) + 1 };
      if (before === undefined || !follows(before, label)) entries.push([count, describe(label)]);
      before = label;
      count++;
    }
  }
  return buildNumberTree(entries);
}

/** The labels of the pages of a file, up to the last page that stays. */
function readLabels(part: OpenPart): Label[] {
  const starts = new Map(readNumberTree(part.catalog.get('PageLabels')));
  const labels: Label[] = [];
  let label: Label | undefined;
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

function follows(before: Label, label: Label): boolean {
  return before.style === label.style && before.prefix === label.prefix && before.number + 1 === label.number;
}

function describe({ style, prefix, number }: Label): PdfDict {
  return buildDict({
    S: style,
    P: prefix === '' ? undefined : new PdfString(prefix),
    St: number === 1 || style === undefined ? undefined : number,
  });
}
