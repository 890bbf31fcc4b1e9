import { defaultTreeAdapter, html, type DefaultTreeAdapterTypes as Tree } from 'parse5';

export type Element = Tree.Element;
type ParentNode = Tree.ParentNode;

/** Every node below one, in document order. Without recursion: documents may nest deeper than the stack. */
export function* walkNodes(root: ParentNode): Generator<Tree.ChildNode> {
  const open = root.childNodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    // One by one, because a call takes fewer arguments than an element may have children.
    if ('tagName' in node) for (const child of node.childNodes.toReversed()) open.push(child);
  }
}

/** Every element below a node, in document order. */
export function* walkElements(root: ParentNode): Generator<Element> {
  for (const node of walkNodes(root)) if ('tagName' in node) yield node;
}

/** The text of a node and all below it; an image counts with its alternative text. */
export function readTextOf(root: ParentNode): string {
  let text = '';
  for (const node of walkNodes(root)) {
    if ('value' in node) text += node.value;
    else if (node.nodeName === 'img') text += findAttribute(node as Element, 'alt') ?? '';
  }
  return text;
}

/** The element around another one. */
export function parentOf({ parentNode }: Element): Element | undefined {
  return parentNode !== null && 'tagName' in parentNode ? parentNode : undefined;
}

/** An attribute's value. */
export function findAttribute(element: Element | undefined, name: string): string | undefined {
  return element?.attrs.find((attribute) => attribute.name === name)?.value;
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

/** A new element of HTML with what is in it. */
export function createElement(tagName: string, childNodes: Tree.ChildNode[], attrs: Element['attrs'] = []): Element {
  const element: Element = { ...defaultTreeAdapter.createElement(tagName, html.NS.HTML, [...attrs]), childNodes };
  for (const child of childNodes) child.parentNode = element;
  return element;
}

/** Replaces an element with other nodes. */
export function replaceElement(element: Element, nodes: Tree.ChildNode[]): void {
  const { parentNode } = element;
  if (parentNode === null) return;
  for (const node of nodes) node.parentNode = parentNode;
  parentNode.childNodes.splice(parentNode.childNodes.indexOf(element), 1, ...nodes);
}
