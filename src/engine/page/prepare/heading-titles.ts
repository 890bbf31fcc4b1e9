import { evaluateInside } from '../open/evaluate-inside.ts';
import type { Page } from '../open/page.ts';
import { isApartScript } from '../page-scripts.ts';

/**
 * The titles of headings of several lines, by what Chromium makes of them in the outline: it joins the words around the end of a line.
 * Both are as they are shown, with one space between words.
 */
export function readHeadingTitles(page: Page): Promise<Record<string, string>> {
  return evaluateInside(page, `(${listTitles})()`);
}

/** Runs in an isolated world. */
const listTitles = `() => {
  ${isApartScript}
  const titles = {};
  const readLines = (element, lines) => {
    for (const node of element.childNodes) {
      if (node instanceof Text) lines[lines.length - 1] += node.data;
      if (!(node instanceof Element)) continue;
      const parts = isApart(node);
      if (parts) lines.push('');
      readLines(node, lines);
      if (parts) lines.push('');
    }
    return lines;
  };
  for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6, [role=heading]')) {
    if (heading.childElementCount === 0) continue;
    const { textTransform } = getComputedStyle(heading);
    const write = { uppercase: (text) => text.toUpperCase(), lowercase: (text) => text.toLowerCase() }[textTransform] ?? ((text) => text);
    const lines = readLines(heading, ['']).map((line) => write(line.replace(/\\s+/g, ' ').trim())).filter((line) => line !== '');
    if (lines.length > 1) titles[lines.join('')] = lines.join(' ');
  }
  return titles;
}`;
