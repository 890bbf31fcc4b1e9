import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { addClass, createElement, type Element, findAttribute, setAttribute } from '../html/html-tree.ts';

/** Puts each line of a listing into an element, which the style numbers. What colours several lines colours each by itself. */
export function numberLines(code: Element, listing: Element): void {
  const first = Number(findAttribute(listing, 'data-start') ?? 1);
  setAttribute(listing, 'style', `--first-line: ${first - 1}`);
  const lines = splitLines(code.childNodes);
  // The line end at the end of a listing begins no line.
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  code.childNodes = lines.map((nodes) => {
    const line = createElement('span', nodes);
    addClass(line, 'line');
    line.parentNode = code;
    return line;
  });
}

/** The nodes of each line; all but the last end with a line end. Highlighting nests a few levels at most. */
function splitLines(nodes: readonly Tree.ChildNode[]): Tree.ChildNode[][] {
  const lines: Tree.ChildNode[][] = [[]];
  for (const node of nodes) {
    const pieces = splitNode(node);
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) lines.push([]);
      if (piece) lines.at(-1)?.push(piece);
    }
  }
  return lines;
}

/** A node as one for each line; undefined if nothing of it is in a line. */
function splitNode(node: Tree.ChildNode): (Tree.ChildNode | undefined)[] {
  if ('value' in node) {
    const texts = node.value.split(/(?<=\n)/);
    if (node.value.endsWith('\n')) texts.push('');
    return texts.map((value) => (value === '' ? undefined : { ...node, value }));
  }
  if (!('tagName' in node)) return [node];
  return splitLines(node.childNodes).map((kids) =>
    kids.length === 0 ? undefined : createElement(node.tagName, kids, node.attrs),
  );
}
