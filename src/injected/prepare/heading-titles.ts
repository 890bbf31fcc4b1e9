import type { Excess, HeadingTitles } from '../calls.ts';
import { collapseSpaces } from '../dom/css-values.ts';
import { findAll } from '../dom/document.ts';
import { dom } from '../dom/dom.ts';
import { isApart } from '../dom/layout.ts';

/** Characters of one title, and of all. The words of longer ones stay joined. */
const titleLimit = 2000;
const allLimit = 1_000_000;

/**
 * The titles of headings of several lines, by what Chromium makes of them in the outline: it joins the words around the end of a line.
 * Both are as they are shown, with one space between words.
 */
export function listHeadingTitles(): HeadingTitles {
  const titles: Record<string, string> = {};
  const excess = new Map<string, Excess>();
  let length = 0;
  for (const heading of findAll('h1, h2, h3, h4, h5, h6, [role=heading]')) {
    const { childElementCount, textContent } = dom(heading);
    if (childElementCount === 0) continue;
    if ((textContent ?? '').length > titleLimit) {
      excess.set('headingTitle', { of: 'headingTitle', limit: titleLimit });
      continue;
    }
    const write = buildTransform(getComputedStyle(heading).textTransform);
    const lines = readLines(heading, [''])
      .map((line) => write(collapseSpaces(line)))
      .filter((line) => line !== '');
    length += lines.join('').length;
    if (length > allLimit) {
      excess.set('headingTitles', { of: 'headingTitles', limit: allLimit });
      break;
    }
    if (lines.length > 1) titles[lines.join('')] = lines.join(' ');
  }
  return { titles, excess: [...excess.values()] };
}

function buildTransform(textTransform: string): (text: string) => string {
  if (textTransform === 'uppercase') return (text) => text.toUpperCase();
  if (textTransform === 'lowercase') return (text) => text.toLowerCase();
  return (text) => text;
}

/** Adds the text of an element to the last of some lines, and a line for each of its blocks. */
function readLines(element: Element, lines: string[]): string[] {
  for (const node of dom(element).childNodes) {
    if (node instanceof Text) lines.push((lines.pop() ?? '') + node.data);
    if (!(node instanceof Element)) continue;
    const isBlock = isApart(node);
    if (isBlock) lines.push('');
    readLines(node, lines);
    if (isBlock) lines.push('');
  }
  return lines;
}
