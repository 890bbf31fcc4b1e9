import { setImmediate } from 'node:timers/promises';

/** An element of XML where it ends. */
interface XmlElement {
  /** Local names from the root to the element, such as `["Invoice", "ID"]`. Good until the visit ends. */
  path: readonly string[];
  /** Its text, without that of elements inside it. */
  text: string;
}

/** XML that is not well-formed, or has what is not read here. The message names the line. */
export class XmlError extends Error {
  override name = 'XmlError';
}

/** What stands behind a "<": a comment, a CDATA section, an instruction, an end tag or a start tag. */
const markup =
  /<(?:!--(?<comment>[\s\S]*?)-->|!\[CDATA\[(?<data>[\s\S]*?)\]\]>|\?(?<instruction>[\s\S]*?)\?>|\/(?<end>[^\s<>/"'=]+)\s*>|(?<start>[^\s<>/!?"'=]+)(?<attributes>(?:\s+[^\s<>/"'=]+\s*=\s*(?:"[^<"]*"|'[^<']*'))*)\s*(?<empty>\/?)>)/y;

const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Pieces of markup that are read in one go, some milliseconds. */
const pieceLimit = 2000;

/**
 * Walks through XML 1.0 and calls `visit` at the end of each element. Returns the namespace of the root. A document type is
 * refused, because entities of its own could grow without end. A long document is read with pauses, in which others have their turn.
 * Throws XmlError, and the signal's reason.
 */
export async function walkXml(
  xml: string,
  signal: AbortSignal,
  visit: (element: XmlElement) => void,
): Promise<string | undefined> {
  const open: { name: string; text: string }[] = [];
  const path: string[] = [];
  let pieces = 0;
  let root: string | undefined;
  let namespace: string | undefined;
  let at = 0;
  const fail = (problem: string): never => {
    throw new XmlError(`line ${xml.slice(0, at).split('\n').length}: ${problem}`);
  };
  const close = () => {
    visit({ path, text: (open.pop() as { text: string }).text });
    path.pop();
  };
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
    else if (text.trim() !== '') fail('text outside of the root element');
  };
  while (at < xml.length) {
    pieces += 1;
    if (pieces % pieceLimit === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    const next = xml.indexOf('<', at);
    const text = xml.slice(at, next < 0 ? xml.length : next);
    addText(decodeEntities(text) ?? fail('an entity that XML does not know'));
    if (next < 0) break;
    at = next;
    if (/^<!DOCTYPE/i.test(xml.slice(at, at + 9))) fail('a document type, which is not read here');
    markup.lastIndex = at;
    const found = markup.exec(xml)?.groups ?? fail('a tag that is not well-formed');
    if (found.data !== undefined) addText(found.data);
    else if (found.end !== undefined) {
      const { name } = open.at(-1) ?? {};
      if (name !== found.end) fail(`</${found.end}> ends no element${name === undefined ? '' : `; <${name}> is open`}`);
      close();
    } else if (found.start !== undefined) {
      if (root !== undefined && open.length === 0) fail('a second root element');
      namespace = root === undefined ? findNamespace(found.start, found.attributes ?? '') : namespace;
      root ??= found.start;
      open.push({ name: found.start, text: '' });
      path.push(found.start.slice(found.start.lastIndexOf(':') + 1));
      if (found.empty) close();
    }
    at = markup.lastIndex;
  }
  if (open.length > 0) fail(`<${open.at(-1)?.name}> does not end`);
  if (root === undefined) fail('no element');
  return namespace;
}

/** The text with the characters that its entities stand for; undefined for an entity that the format does not define. */
function decodeEntities(text: string): string | undefined {
  let known = true;
  const decoded = text.replace(/&(?:#x([\da-fA-F]{1,6})|#(\d{1,7})|(\w{1,8}));|&/g, (_, hex, decimal, name) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
    const character = name ? entities[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    known &&= character !== undefined;
    return character ?? '';
  });
  return known ? decoded : undefined;
}

function findNamespace(name: string, attributes: string): string | undefined {
  const prefix = name.includes(':') ? `xmlns:${name.slice(0, name.indexOf(':'))}` : 'xmlns';
  for (const [, key, double, single] of attributes.matchAll(attribute)) if (key === prefix) return double ?? single;
  return undefined;
}
