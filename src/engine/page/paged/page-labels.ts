import type { PageRule } from '../../../injected/calls.ts';
import { numberPrefix, pageCounter, stringKinds } from '../../../injected/names.ts';
import type { PdfPageLabel } from '../../../pdf/index.ts';
import { formatCounter } from '../open/format-counter.ts';
import { chooseDeclared, listRules } from './page-boxes.ts';
import type { PageKind } from './page-numbers.ts';

/** The number of a page as it is printed. */
export interface PageLabel {
  number: number;
  /** Its counter style. */
  style: string;
}

/** The style of `target-counter()` that is that of the page, and not one of CSS. */
export const labelStyle = '-platen-label';

/** The number of the page in the content of a margin box; see showRestarts. Named strings and running elements are styles of it as well. */
const shownNumber = new RegExp(
  String.raw`\bcounters?\(\s*(?:page|${pageCounter})\s*(?:,\s*"(?:[^"\\]|\\.)*"\s*)?` +
    String.raw`(?:,\s*(?!platen-(?:${stringKinds.join('|')})-)(?:${numberPrefix})?([-\w]+)\s*)?\)`,
);

/**
 * The labels of pages with these numbers, in the styles in which the margin boxes of their rules show them. A page that shows none, such as one
 * that is blank, is in the style of the page before, if it counts on from that, and else in that of the next page that shows one.
 */
export function labelPages(
  numbers: readonly number[],
  kinds: readonly PageKind[],
  rules: readonly PageRule[],
): PageLabel[] {
  const known = new Map<string, string | undefined>();
  const shown = numbers.map((_, index) => {
    const { name, pseudo } = kinds[index] ?? { name: '', pseudo: 'right' };
    const key = `${name}:${pseudo}`;
    if (!known.has(key)) known.set(key, readStyle(listRules(rules, name, pseudo)));
    return known.get(key);
  });
  const next: (string | undefined)[] = [];
  for (let index = shown.length - 1; index >= 0; index -= 1) next[index] = shown[index] ?? next[index + 1];
  const labels: PageLabel[] = [];
  for (const [index, number] of numbers.entries()) {
    const before = labels[index - 1];
    const continued = before && before.number + 1 === number ? before.style : undefined;
    labels.push({ number, style: shown[index] ?? continued ?? next[index] ?? before?.style ?? 'decimal' });
  }
  return labels;
}

/** The counter style in which margin boxes show the number of their page; undefined if none does. */
function readStyle(rules: readonly PageRule[]): string | undefined {
  const names = new Set(rules.flatMap(({ boxes = {} }) => Object.keys(boxes)));
  for (const name of names) {
    const content = chooseDeclared(rules.flatMap(({ boxes }) => boxes?.[name]?.content ?? []))?.text ?? '';
    const found = shownNumber.exec(content);
    if (found !== null) return found[1] ?? 'decimal';
  }
  return undefined;
}

/** The counter styles that PDF knows, with their names there, and the largest number that it writes as CSS does. */
const pdfStyles = new Map<string, [style: string, limit: number]>(
  Object.entries({
    decimal: ['D', Number.POSITIVE_INFINITY],
    'lower-roman': ['r', 3999],
    'upper-roman': ['R', 3999],
    'lower-alpha': ['a', 26],
    'lower-latin': ['a', 26],
    'upper-alpha': ['A', 26],
    'upper-latin': ['A', 26],
  }),
);

/** A label as PDF has it: a number that PDF does not write as CSS does becomes a prefix. */
export function writeLabel({ number, style }: PageLabel): PdfPageLabel {
  const text = formatCounter(number, style);
  if (number > 0 && text === String(number)) return { style: 'D', prefix: '', number };
  const [name, limit] = pdfStyles.get(style) ?? ['', 0];
  return number > 0 && number <= limit
    ? { style: name, prefix: '', number }
    : { style: undefined, prefix: text, number };
}
