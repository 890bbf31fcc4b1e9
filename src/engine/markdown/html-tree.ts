import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

export type Element = Tree.Element;
type ParentNode = Tree.ParentNode;

/** Every element below a node, in document order. Without recursion: documents may nest deeper than the stack. */
export function* walkElements(root: ParentNode): Generator<Element> {
  const open = [...root.childNodes].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!('tagName' in node)) continue;
    yield node;
    for (let index = node.childNodes.length - 1; index >= 0; index--)
      open.push(node.childNodes[index] as Tree.ChildNode);
  }
}

/** The text of a node and all below it; an image counts with its alternative text. */
export function readTextOf(root: ParentNode): string {
  const open = [...root.childNodes].reverse();
  let text = '';
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.nodeName === '#text') text += (node as Tree.TextNode).value;
    if (!('tagName' in node)) continue;
    if (node.tagName === 'img') text += findAttribute(node, 'alt') ?? '';
    for (let index = node.childNodes.length - 1; index >= 0; index--)
      open.push(node.childNodes[index] as Tree.ChildNode);
  }
  return text;
}

/** An attribute's value. */
export function findAttribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

/** Sets an attribute, over what it was. */
export function setAttribute(element: Element, name: string, value: string): void {
  const attribute = element.attrs.find((attribute) => attribute.name === name);
  if (attribute) attribute.value = value;
  else element.attrs.push({ name, value });
}

/** Adds a class. */
export function addClass(element: Element, name: string): void {
  setAttribute(element, 'class', [findAttribute(element, 'class'), name].filter(Boolean).join(' '));
}
