import { parse } from 'parse5';
import type { TemplateFinding } from '../../../contract/index.ts';
import { listPrivate } from '../../../pdf/index.ts';
import { type Element, findAttribute, parentOf, walkElements, walkNodes } from '../../html/html-tree.ts';
import type { TemplateSources } from '../explain-problem.ts';
import { locateOffset } from './check-variables.ts';

/**
 * Checks what readers of a tagged PDF need, as far as only an author can give it: the language of the document (WCAG 2.2, 3.1.1),
 * its title (2.4.2), texts for images and links (1.1.1, 2.4.4), headings without gaps and header cells (1.3.1). `--pdf-ua` makes
 * errors of the same, and level A of PDF/A one of icons without a text. Reads the rendered HTML; the place is in the template, where its text shows it.
 */
export function checkAccessibility(html: string, { content, partials }: TemplateSources): TemplateFinding[] {
  const texts = [[undefined, content] as const, ...Object.entries(partials)];
  const elements = [...walkElements(parse(html, { sourceCodeLocationInfo: true }))];
  const seen = elements.filter((element) => !isHidden(element));
  const findings: TemplateFinding[] = [];
  const add = (code: string, message: string, locate: (text: string) => number) =>
    findings.push({ level: 'warning', code, message, where: 'content', ...placeIn(texts, locate) });
  const find = (name: string) => elements.find((element) => element.tagName === name);
  if (!findAttribute(find('html'), 'lang')?.trim()) {
    add('no_language', 'the document does not say its language: <html lang="en">', (text) => text.search(/<html\b/i));
  }
  const title = find('title');
  if (!title?.childNodes.some((node) => 'value' in node && node.value.trim() !== '')) {
    add('no_title', 'the document has no title: <title>Invoice</title>', (text) => text.search(/<title\b|<head\b/i));
  }
  const silent = seen.filter(isSilentImage);
  if (silent.length > 0) {
    const many = silent.length === 1 ? 'an image has' : `${silent.length} images have`;
    const message = `${many} no alternative text: alt="…", or alt="" for decoration`;
    add('no_alternative', message, (text) => text.search(silentImage));
  }
  const locate = (element: Element) => (text: string) => findStart(element, elements, html, text);
  for (const { heading, level, before } of findGaps(seen)) {
    const where = before === 0 ? 'is the first, which must have level 1' : `the one before it ${before}`;
    add(
      'heading_skipped',
      `the heading "${shorten(textOf(heading))}" has level ${level}, and ${where}`,
      locate(heading),
    );
  }
  for (const table of seen.filter(isHeadless)) {
    const message = 'a table has no header cells: add <th>, or role="presentation" for a layout table';
    add('no_header_cells', message, locate(table));
  }
  for (const link of seen.filter(
    (element) => element.tagName === 'a' && findAttribute(element, 'href') !== undefined,
  )) {
    if (textOf(link) === '') add('no_link_text', 'a link has no text, nor an image with one', locate(link));
  }
  for (const element of seen.filter(showsIcon)) {
    const message =
      'an icon font character has no text: add aria-hidden="true" for decoration, else role="img" aria-label="…"';
    add('no_character_text', message, locate(element));
  }
  return findings;
}

/** The first place that `locate` finds in the template, or else in one of its partials; empty without any. */
function placeIn(
  texts: readonly (readonly [string | undefined, string])[],
  locate: (text: string) => number,
): Pick<TemplateFinding, 'partial' | 'line' | 'column'> {
  for (const [partial, text] of texts) {
    const offset = locate(text);
    if (offset >= 0) return { ...(partial !== undefined && { partial }), ...locateOffset(text, offset) };
  }
  return {};
}

/** An img without an alt attribute, or with one of spaces, in the text of a template. */
const silentImage = /<img\b(?:(?!\balt\b(?!\s*=\s*["']\s+["']))[^>])*>/i;

function isSilentImage(element: Element): boolean {
  const alt = findAttribute(element, 'alt');
  if (element.tagName !== 'img' || alt === '' || alt?.trim()) return false;
  return !findAttribute(element, 'aria-label')?.trim() && !isPresentation(element);
}

/** Headings whose level is more than one below that of the heading before. */
function findGaps(elements: readonly Element[]): { heading: Element; level: number; before: number }[] {
  const gaps = [];
  let before = 0;
  for (const heading of elements) {
    const level = Number(/^h([1-6])$/.exec(heading.tagName)?.[1] ?? 0);
    if (level > before + 1 && !isPresentation(heading)) gaps.push({ heading, level, before });
    if (level > 0) before = level;
  }
  return gaps;
}

/** Whether a table looks like one of data and has no header cell. One that only places things has neither caption nor groups. */
function isHeadless(table: Element): boolean {
  if (table.tagName !== 'table' || isPresentation(table)) return false;
  const inside = [...walkElements(table)].map(({ tagName }) => tagName);
  return !inside.includes('th') && ['caption', 'thead', 'tfoot'].some((name) => inside.includes(name));
}

/** Whether an element itself shows a character of private use that nothing represents. */
function showsIcon(element: Element): boolean {
  const isSpoken = findAttribute(element, 'role') === 'img' && findAttribute(element, 'aria-label')?.trim();
  return !isSpoken && element.childNodes.some((child) => 'value' in child && listPrivate(child.value).length > 0);
}

function isPresentation(element: Element): boolean {
  return ['none', 'presentation'].includes(findAttribute(element, 'role') ?? '');
}

/** Whether an element, or one around it, is hidden from readers. */
function isHidden(element: Element): boolean {
  for (let node: Element | undefined = element; node !== undefined; node = parentOf(node)) {
    if (findAttribute(node, 'aria-hidden') === 'true' || findAttribute(node, 'hidden') !== undefined) return true;
  }
  return false;
}

/** The text of an element with that of its images. */
function textOf(element: Element): string {
  let text = '';
  for (const node of walkNodes(element)) {
    if ('value' in node) text += node.value;
    else if ('tagName' in node && (node.tagName === 'img' || findAttribute(node, 'role') === 'img')) {
      text += findAttribute(node, 'alt') ?? findAttribute(node, 'aria-label') ?? '';
    }
  }
  return text.replace(/\s+/g, ' ').trim();
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).trim()}…` : text;
}

/** Where a template writes an element: the tag of its turn, or one with its text, or the first of its name; -1 for none. */
function findStart(element: Element, elements: readonly Element[], html: string, content: string): number {
  const { tagName, sourceCodeLocation: place } = element;
  const same = elements.filter((each) => each.tagName === tagName);
  const tags = [...content.matchAll(new RegExp(`<${tagName}\\b`, 'gi'))].map(({ index }) => index);
  if (tags.length === same.length) return tags[same.indexOf(element)] ?? -1;
  const start = place?.startTag;
  const words = start ? html.slice(start.startOffset, start.endOffset + 20) : '';
  const found = words === '' ? -1 : content.indexOf(words);
  return found >= 0 ? found : (tags[0] ?? -1);
}
