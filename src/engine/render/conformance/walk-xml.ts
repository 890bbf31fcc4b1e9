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

/** What follows a "<": a comment, a CDATA section, an instruction, an end tag or a start tag. */
const markup =
  /<(?:!--(?<comment>[\s\S]*?)-->|!\[CDATA\[(?<data>[\s\S]*?)\]\]>|\?(?<instruction>[\s\S]*?)\?>|\/(?<end>[^\s<>/"'=]+)\s*>|(?<start>[^\s<>/!?"'=]+)(?<attributes>(?:\s+[^\s<>/"'=]+\s*=\s*(?:"[^<"]*"|'[^<']*'))*)\s*(?<empty>\/?)>)/y;

const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Characters that XML forbids (XML 1.0, section 2.2); lone surrogates do not exist in UTF-8. */
const noCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

/** The first line, if there is one (section 2.8). */
const declaration =
  /^<\?xml\s+version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>/;

/** A name with at most one prefix (Namespaces in XML 1.0, section 4). */
const qualifiedName = /^(?:[_\p{L}\p{Nl}][-.\w\p{L}\p{M}\p{N}·]*:)?[_\p{L}\p{Nl}][-.\w\p{L}\p{M}\p{N}·]*$/u;

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
);

/** Pieces of markup that are read in one go, some milliseconds. */
const pieceLimit = 2000;

/**
 * Walks through XML 1.0 with namespaces and calls `visit` at the end of each element. Returns the namespace of the root. A document type is
 * refused, because its own entities could grow without end. A long document is read with pauses, in which others have their turn.
 * Throws XmlError, and the signal's reason.
 */
export async function walkXml(
  xml: string,
  signal: AbortSignal,
  visit: (element: XmlElement) => void,
): Promise<string | undefined> {
  const open: { name: string; text: string; prefixes: string[] }[] = [];
  /** How often each prefix is declared around this place. */
  const declared = new Map([['xml', 1]]);
  const path: string[] = [];
  let pieces = 0;
  let root: string | undefined;
  let namespace: string | undefined;
  let at = 0;
  const fail = (problem: string): never => {
    throw new XmlError(`line ${xml.slice(0, at).split('\n').length}: ${problem}`);
  };
  const close = () => {
    const { text, prefixes } = open.pop() as (typeof open)[number];
    visit({ path, text });
    path.pop();
    for (const prefix of prefixes) declared.set(prefix, (declared.get(prefix) ?? 1) - 1);
  };
  const begin = (name: string, written: string) => {
    const attributes = [...written.matchAll(attribute)].map(([, key = '', double, single]) => ({
      key,
      value: double ?? single ?? '',
    }));
    const keys = attributes.map(({ key }) => key);
    if (new Set(keys).size < keys.length) fail(`<${name}> has an attribute twice`);
    if (attributes.some(({ value }) => decodeEntities(value) === undefined)) fail('an entity that XML does not know');
    if (attributes.some(({ key, value }) => key.startsWith('xmlns:') && value === ''))
      fail(`<${name}> takes a prefix back`);
    const prefixes = keys.flatMap((key) => (key.startsWith('xmlns:') ? key.slice('xmlns:'.length) : []));
    for (const prefix of prefixes) declared.set(prefix, (declared.get(prefix) ?? 0) + 1);
    for (const each of [name, ...keys]) {
      const [prefix, local] = each.split(':');
      if (!qualifiedName.test(each)) fail(`${each} is no name`);
      if (local !== undefined && prefix !== 'xmlns' && !declared.get(prefix ?? ''))
        fail(`the prefix of ${each} is not declared`);
    }
    open.push({ name, text: '', prefixes });
    path.push(name.slice(name.lastIndexOf(':') + 1));
  };
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
    else if (text.trim() !== '') fail('text outside of the root element');
  };
  const odd = xml.search(noCharacter);
  if (odd >= 0) {
    at = odd;
    fail('a character that XML has not');
  }
  if (xml.startsWith('<?xml') && !declaration.test(xml)) fail('an invalid XML declaration');
  while (at < xml.length) {
    pieces += 1;
    if (pieces % pieceLimit === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    const next = xml.indexOf('<', at);
    const text = xml.slice(at, next < 0 ? xml.length : next);
    if (text.includes(']]>')) fail('"]]>" in a text');
    addText(decodeEntities(text) ?? fail('an entity that XML does not know'));
    if (next < 0) break;
    at = next;
    if (/^<!DOCTYPE/i.test(xml.slice(at, at + 9))) fail('a document type, which is not read here');
    markup.lastIndex = at;
    const found = markup.exec(xml)?.groups ?? fail('a tag that is not well-formed');
    if (found.comment !== undefined && /--|-$/.test(found.comment)) fail('"--" in a comment');
    if (at > 0 && /^xml(?:\s|$)/i.test(found.instruction ?? '')) fail('an XML declaration that is not at the start');
    if (found.instruction !== undefined && !/^[_:\p{L}]/u.test(found.instruction))
      fail('an instruction without a name');
    if (found.data !== undefined) {
      if (open.length === 0) fail('text outside of the root element');
      addText(found.data);
    } else if (found.end !== undefined) {
      const { name } = open.at(-1) ?? {};
      if (name !== found.end) fail(`</${found.end}> ends no element${name === undefined ? '' : `; <${name}> is open`}`);
      close();
    } else if (found.start !== undefined) {
      if (root !== undefined && open.length === 0) fail('a second root element');
      namespace = root === undefined ? findNamespace(found.start, found.attributes ?? '') : namespace;
      root ??= found.start;
      begin(found.start, found.attributes ?? '');
      if (found.empty) close();
    }
    at = markup.lastIndex;
  }
  if (open.length > 0) fail(`<${open.at(-1)?.name}> does not end`);
  if (root === undefined) fail('no element');
  return namespace;
}

/** The text with its entities resolved; undefined for an entity that the format does not define. */
function decodeEntities(text: string): string | undefined {
  let known = true;
  const decoded = text.replace(/&(?:#x([\da-fA-F]{1,6})|#(\d{1,7})|(\w{1,8}));|&/g, (_, hex, decimal, name) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
    const character = name ? entities.get(name) : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    known &&= character?.isWellFormed() === true && !noCharacter.test(character);
    return character ?? '';
  });
  return known ? decoded : undefined;
}

function findNamespace(name: string, attributes: string): string | undefined {
  const prefix = name.includes(':') ? `xmlns:${name.slice(0, name.indexOf(':'))}` : 'xmlns';
  for (const [, key, double, single] of attributes.matchAll(attribute)) if (key === prefix) return double ?? single;
  return undefined;
}
