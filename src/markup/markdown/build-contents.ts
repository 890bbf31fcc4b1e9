import { createElement, type Element, findAttribute, readTextOf, setAttribute } from '../html/html-tree.ts';

/** Levels of headings in a contents list, unless the front matter has another number. */
export const defaultDepth = 3;

/**
 * Fills a contents list with links to the headings, as deep as they are nested; the style adds leaders and page numbers. The
 * title of the document is left out: a heading of the first level that is the only one and has no heading before it.
 */
export function fillContents(place: Element, headings: readonly Element[], depth = defaultDepth): void {
  const [first, ...others] = headings;
  const isTitle = first?.tagName === 'h1' && others.every(({ tagName }) => tagName !== 'h1');
  const listed = (isTitle ? others : headings).filter(
    (heading) =>
      levelOf(heading) <= depth &&
      findAttribute(heading, 'id') !== 'footnote-label' &&
      readTextOf(heading).trim() !== '',
  );
  setAttribute(place, 'aria-label', 'Contents');
  const top = createElement('ul', []);
  // Lists that are open, each with the level of its headings.
  const open: { list: Element; level: number }[] = [];
  for (const heading of listed) {
    const level = levelOf(heading);
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const last = open.at(-1);
    if (last === undefined) open.push({ list: top, level });
    else if (last.level < level) {
      const list = createElement('ul', []);
      append(last.list.childNodes.at(-1) as Element, list);
      open.push({ list, level });
    }
    append((open.at(-1) as { list: Element }).list, createElement('li', [buildLink(heading)]));
  }
  if (top.childNodes.length > 0) append(place, top);
}

function buildLink(heading: Element): Element {
  const text = readTextOf(heading).replace(/\s+/g, ' ').trim();
  const href = `#${encodeURIComponent(findAttribute(heading, 'id') ?? '')}`;
  const link = createElement('a', [], [{ name: 'href', value: href }]);
  link.childNodes.push({ nodeName: '#text', value: text, parentNode: link });
  return link;
}

function append(above: Element, child: Element): void {
  child.parentNode = above;
  above.childNodes.push(child);
}

function levelOf({ tagName }: Element): number {
  return Number(tagName.slice(1));
}
