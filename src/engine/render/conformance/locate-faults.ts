import { parse } from 'parse5';
import { type Element, findAttribute, walkElements } from '../../../markup/index.ts';
import { type AuthorFault, listPrivate } from '../../../pdf/index.ts';

/** What is known of an element and all below it. */
interface Outline {
  /** The start of its text, without blanks; an image counts with its alternative text. */
  text: string;
  hasHeaderCells: boolean;
}

/** Most faults of one kind whose lines are looked for. */
const mostAlike = 100;
/** More letters than a fault quotes of its element. */
const textLength = 100;

/** The elements that may be at fault, for each kind of fault. */
const suspects: { [C in AuthorFault['code']]?: (element: Element, outline: Outline, fault: AuthorFault) => boolean } = {
  no_language: ({ tagName }) => tagName === 'html',
  no_alternative: isSilentImage,
  heading_skipped: (element, _, { level }) =>
    element.tagName === `h${level}` || findAttribute(element, 'aria-level') === String(level),
  no_header_cells: ({ tagName }, { hasHeaderCells }) => tagName === 'table' && !hasHeaderCells,
  no_link_text: ({ tagName }, { text }) => tagName === 'a' && text === '',
  no_character_text: showsPrivate,
};

/**
 * The line of each fault of one document, from 1. An element is known by its text, or by its position if there are as many
 * suspects as faults; a fault that is known by neither, and one after many of its kind, has no line.
 */
export function locateFaults(html: string, faults: readonly AuthorFault[]): (number | undefined)[] {
  const outlines = outlineElements(html);
  const alike = Map.groupBy(faults, ({ code, level }) => `${code} ${level}`);
  const found = new Map<AuthorFault, Element | undefined>();
  for (const group of alike.values()) {
    const [first] = group as [AuthorFault];
    const possible = [...outlines].filter(([element, outline]) => suspects[first.code]?.(element, outline, first));
    for (const [turn, fault] of group.slice(0, mostAlike).entries()) {
      const words = squeeze(fault.text ?? '').replace(/…$/, '');
      const named = words === '' ? [] : possible.filter(([, { text }]) => text.startsWith(words));
      const known = named.length === 1 ? named[0] : possible.length === group.length ? possible[turn] : undefined;
      found.set(fault, known?.[0]);
    }
  }
  return faults.map((fault) => found.get(fault)?.sourceCodeLocation?.startLine);
}

/** All elements in document order. Each is read once, with what is known of its children: documents may nest deeply. */
function outlineElements(html: string): Map<Element, Outline> {
  const elements = [...walkElements(parse(html, { sourceCodeLocationInfo: true }))];
  const outlines = new Map<Element, Outline>(elements.map((element) => [element, { text: '', hasHeaderCells: false }]));
  for (const element of elements.toReversed()) {
    const outline = outlines.get(element) as Outline;
    outline.hasHeaderCells = element.tagName === 'th';
    for (const child of element.childNodes) {
      const below = 'tagName' in child ? outlines.get(child) : undefined;
      outline.hasHeaderCells ||= below?.hasHeaderCells ?? false;
      if (outline.text.length >= textLength) continue;
      outline.text += below?.text ?? ('value' in child ? squeeze(child.value) : '');
    }
    if (element.tagName === 'img') outline.text = squeeze(findAttribute(element, 'alt') ?? '');
    outline.text = outline.text.slice(0, textLength);
  }
  return outlines;
}

function isSilentImage(element: Element): boolean {
  const role = findAttribute(element, 'role') ?? '';
  if (element.tagName !== 'img' && role !== 'img') return false;
  const label = findAttribute(element, 'aria-label')?.trim();
  const alt = findAttribute(element, 'alt');
  return !label && alt !== '' && !alt?.trim() && role !== 'presentation' && role !== 'none';
}

/** Whether an element itself shows a character of private use that is neither hidden nor spoken. */
function showsPrivate(element: Element): boolean {
  const isShown = element.childNodes.some((child) => 'value' in child && listPrivate(child.value).length > 0);
  const isSpoken = findAttribute(element, 'role') === 'img' && findAttribute(element, 'aria-label')?.trim();
  return isShown && !isSpoken && findAttribute(element, 'aria-hidden') !== 'true';
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
