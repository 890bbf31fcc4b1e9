// A form has its fields as properties, and a document its forms, images and frames: one whose name is that of a property of the DOM hides it,
// in isolated worlds too (HTML, `[LegacyOverrideBuiltIns]`). The prototypes of both have no such names.

/** A node as `dom` gives it: all of its properties, and no node to the compiler, so that none can be kept or passed on. */
export type Dom<N extends Node> = Omit<N, 'isSameNode'> & { readonly [view]: true };
declare const view: unique symbol;

const readNodeName = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeName')?.get as (this: Node) => string;

/** The names of the nodes that have other nodes as properties. */
const hiding = /^(?:#document|form)$/i;

/** Reads and writes the properties of a node at its prototype, because named fields cannot hide them there. */
const direct: ProxyHandler<Node> = {
  get(node, property) {
    const value = Reflect.get(Object.getPrototypeOf(node), property, node);
    return typeof value === 'function' ? value.bind(node) : value;
  },
  set: (node, property, value) => Reflect.set(Object.getPrototypeOf(node), property, value, node),
};

/** The properties of a node, whatever names are in its document. All programs inside a page read and write nodes through it. */
export function dom<N extends Node>(node: N): Dom<N>;
export function dom<N extends Node>(node: N | null | undefined): Dom<N> | undefined;
export function dom(node: Node | null | undefined): unknown {
  if (!node) return undefined;
  return hiding.test(readNodeName.call(node)) ? new Proxy(node, direct) : node;
}

/** The document of the program. */
export const doc = dom(document);
