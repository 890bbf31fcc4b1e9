import type { DefaultTreeAdapterTypes } from 'parse5';
import { findCssReferences } from './css-references.ts';
import { type HtmlReferences, loadsNoFiles, type Reference } from './reference.ts';

/** Attributes that make a page load something, by element. */
const loading: Readonly<Record<string, readonly string[]>> = {
  audio: ['src'],
  body: ['background'],
  col: ['background'],
  colgroup: ['background'],
  embed: ['src'],
  feimage: ['href'],
  frame: ['src'],
  iframe: ['src'],
  image: ['href'],
  img: ['src', 'srcset'],
  input: ['src'],
  object: ['data'],
  script: ['src', 'href'],
  source: ['src', 'srcset'],
  table: ['background'],
  tbody: ['background'],
  td: ['background'],
  tfoot: ['background'],
  th: ['background'],
  thead: ['background'],
  tr: ['background'],
  track: ['src'],
  use: ['href'],
  video: ['src', 'poster'],
};

/** Kinds of `<link>` whose target a page may load. */
const loadingLinks = ['stylesheet', 'icon', 'apple-touch-icon', 'preload', 'modulepreload'];

/**
 * Finds the addresses that an HTML document loads, with a browser's parser. It does not see what modules import and scripts
 * fetch; `--assets` adds those. It skips the contents of `<template>`, which load nothing.
 */
export async function findHtmlReferences(html: string, firstLine = 1): Promise<HtmlReferences> {
  const found: HtmlReferences = { base: undefined, references: [] };
  // The parser takes long to load, and most documents without files show that without it.
  if (loadsNoFiles(html)) return found;
  const { parse } = await import('parse5');
  for (const element of walkElements(parse(html, { sourceCodeLocationInfo: true }))) {
    const name = element.tagName.toLowerCase();
    const attributes = readAttributes(element, firstLine);
    if (name === 'base') found.base ??= attributes.get('href')?.address;
    else if (name === 'style') found.references.push(...(await findStyleReferences(element, firstLine)));
    else if (loads(name, attributes)) {
      for (const key of name === 'link' ? ['href', 'imagesrcset'] : (loading[name] ?? [])) {
        found.references.push(...splitAddresses(key, attributes.get(key)));
      }
    }
    const style = attributes.get('style');
    if (style) found.references.push(...(await findCssReferences(style.address, style.line)));
    const inner = name === 'iframe' ? attributes.get('srcdoc') : undefined;
    if (inner) found.references.push(...(await findHtmlReferences(inner.address, inner.line)).references);
  }
  return found;
}

function loads(name: string, attributes: Map<string, Reference>): boolean {
  const words = (key: string) => (attributes.get(key)?.address ?? '').toLowerCase().split(/\s+/);
  if (name === 'link') return words('rel').some((word) => loadingLinks.includes(word));
  if (name === 'input') return words('type').includes('image');
  return Object.hasOwn(loading, name);
}

function splitAddresses(key: string, value: Reference | undefined): Reference[] {
  if (!value) return [];
  if (key !== 'srcset' && key !== 'imagesrcset') return [value];
  return parseSrcset(value.address).map((address) => ({ address, line: value.line }));
}

/** The attributes by name; SVG's `xlink:href` counts as `href` unless both are present (SVG 2, section 16.1.2). */
function readAttributes(element: DefaultTreeAdapterTypes.Element, firstLine: number): Map<string, Reference> {
  const places = element.sourceCodeLocation?.attrs ?? {};
  const attributes = new Map<string, Reference>();
  for (const { name, prefix, value } of element.attrs) {
    const place = places[prefix ? `${prefix}:${name}` : name];
    const line = (place?.startLine ?? element.sourceCodeLocation?.startLine ?? 1) + firstLine - 1;
    if (!attributes.has(name) || !prefix) attributes.set(name, { address: value, line });
  }
  return attributes;
}

async function findStyleReferences(element: DefaultTreeAdapterTypes.Element, firstLine: number): Promise<Reference[]> {
  const references: Reference[] = [];
  for (const node of element.childNodes) {
    if (!('value' in node)) continue;
    const line = (node.sourceCodeLocation?.startLine ?? 1) + firstLine - 1;
    references.push(...(await findCssReferences(node.value, line)));
  }
  return references;
}

/** Every element in document order. No recursion, because a hostile document may be deeper than the call stack. */
function* walkElements(root: DefaultTreeAdapterTypes.Document): Generator<DefaultTreeAdapterTypes.Element> {
  const open: DefaultTreeAdapterTypes.ChildNode[] = root.childNodes.toReversed();
  for (let node = open.pop(); node; node = open.pop()) {
    if (!('tagName' in node)) continue;
    yield node;
    for (let index = node.childNodes.length - 1; index >= 0; index--) {
      const child = node.childNodes[index];
      if (child) open.push(child);
    }
  }
}

/** The addresses of a `srcset`, without their descriptors (HTML, section 4.8.4.2.1 "Parsing a srcset attribute"). */
export function parseSrcset(text: string): string[] {
  const addresses: string[] = [];
  let rest = text;
  for (;;) {
    rest = rest.replace(/^[\t\n\f\r ,]+/, '');
    const found = /^[^\t\n\f\r ]+/.exec(rest)?.[0];
    if (found === undefined) return addresses;
    rest = rest.slice(found.length);
    addresses.push(withoutCommas(found));
    // A comma at its end closes the candidate; else descriptors follow, where a comma may stand in parentheses.
    if (!found.endsWith(',')) rest = rest.replace(/^(?:\([^)]*\)?|[^(,])*/, '');
  }
}

/** Without the commas at its end. A pattern would look at a long run of them once for each of them. */
function withoutCommas(address: string): string {
  let end = address.length;
  while (address[end - 1] === ',') end -= 1;
  return address.slice(0, end);
}
