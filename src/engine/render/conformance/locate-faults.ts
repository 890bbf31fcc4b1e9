import { parse } from 'parse5';
import { type Element, findAttribute, readTextOf, walkElements } from '../../html/html-tree.ts';
import type { AuthorFault } from '../../merge/tagging/explain-faults.ts';

/** The elements that may be at fault, for each kind of fault. */
const suspects: { [C in AuthorFault['code']]?: (element: Element, fault: AuthorFault) => boolean } = {
  no_language: ({ tagName }) => tagName === 'html',
  no_alternative: isSilentImage,
  heading_skipped: (element, { level }) =>
    element.tagName === `h${level}` || findAttribute(element, 'aria-level') === String(level),
  no_header_cells: (element) =>
    element.tagName === 'table' && ![...walkElements(element)].some(({ tagName }) => tagName === 'th'),
  no_link_text: (element) => element.tagName === 'a' && squeeze(readTextOf(element)) === '',
};

/**
 * The lines of the faults of one document, from 1. An element is known by its text, or by its turn where there are as many
 * suspects as faults; a fault that is known by neither has no line.
 */
export function locateFaults(html: string, faults: readonly AuthorFault[]): Map<AuthorFault, number> {
  const elements = [...walkElements(parse(html, { sourceCodeLocationInfo: true }))];
  const lines = new Map<AuthorFault, number>();
  for (const [index, fault] of faults.entries()) {
    const found = elements.filter((element) => suspects[fault.code]?.(element, fault));
    const isEqual = (other: AuthorFault) => other.code === fault.code && other.level === fault.level;
    const turn = faults.slice(0, index).filter(isEqual).length;
    const words = squeeze(fault.text ?? '').replace(/…$/, '');
    const named = words === '' ? [] : found.filter((element) => squeeze(readTextOf(element)).startsWith(words));
    const count = faults.filter(isEqual).length;
    const element = named.length === 1 ? named[0] : found.length === count ? found[turn] : undefined;
    const line = element?.sourceCodeLocation?.startLine;
    if (line !== undefined) lines.set(fault, line);
  }
  return lines;
}

function isSilentImage(element: Element): boolean {
  const role = findAttribute(element, 'role') ?? '';
  if (element.tagName !== 'img' && role !== 'img') return false;
  const label = findAttribute(element, 'aria-label')?.trim();
  const alt = findAttribute(element, 'alt');
  return !label && alt !== '' && !alt?.trim() && role !== 'presentation' && role !== 'none';
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
