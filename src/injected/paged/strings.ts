import type { SetString } from '../calls.ts';
import { type CssPart, readCssValue, splitAtCommas } from '../dom/css-values.ts';
import { registerProperty, sortElements } from '../dom/elements.ts';
import { readLead } from '../dom/layout.ts';
import { stringProperty } from '../names.ts';
import { readGeneratedText } from '../reading/counters.ts';
import type { Reading } from '../reading/reading.ts';

/** Characters of the name of a string. */
const nameLimit = 200;

/** Reads the named strings that elements set, in the order of the document (CSS GCPM 3, section 1.1), up to a limit. */
export function readNamedStrings(setters: Iterable<Element>, limit: number, reading: Reading): SetString[] {
  registerProperty(stringProperty);
  const found: SetString[] = [];
  for (const element of sortElements(setters)) {
    if (found.length >= limit) {
      reading.report({ kind: 'limit', property: 'string-set', limit: found.length });
      break;
    }
    const value = getComputedStyle(element).getPropertyValue(stringProperty);
    const strings = readStrings(element, value, reading);
    if (strings.length === 0) continue;
    const { place, offset } = reading.links.linkToStart(element, found.length);
    const lead = readLead(element) + offset;
    for (const string of strings) found.push({ ...string, place: decodeURIComponent(place), lead });
  }
  return found;
}

/** The strings that a value of `string-set` sets (CSS GCPM 3, section 1.1.1), each a name and what its text consists of. */
function readStrings(element: Element, value: string, reading: Reading): { name: string; text: string }[] {
  return splitAtCommas(readCssValue(value)).flatMap(([name, ...content]) => {
    if (name === undefined || name.text === 'none') return [];
    if (name.text.length > nameLimit) {
      reading.report({ kind: 'length', property: 'string-set', limit: nameLimit });
      return [];
    }
    return { name: name.text, text: readContentList(element, content, { property: 'string-set', value }, reading) };
  });
}

/** The text of a content list at an element. The cascade has replaced `attr()`. Reports the declaration if a piece is unknown. */
export function readContentList(
  element: Element,
  content: readonly CssPart[],
  declaration: { property: string; value: string },
  reading: Reading,
): string {
  const pieces = content.map((part) => {
    const text = readPiece(element, part, reading);
    if (text === undefined) reading.report({ kind: 'declaration', ...declaration });
    return text ?? '';
  });
  return reading.texts.trim(pieces.join(''), declaration.property);
}

/** The text of one piece; undefined if there is none of its kind. */
function readPiece(element: Element, part: CssPart, reading: Reading): string | undefined {
  const { texts, counters } = reading;
  if (part.kind === 'string') return part.value;
  if (part.kind === 'ident') return /^(?:content|self)$/.test(part.value) ? texts.of(element) : undefined;
  if (part.kind !== 'function') return undefined;
  if (part.value !== 'content') return counters.text(element, part);
  if (part.parts.length > 1 || part.parts[0]?.value === 'content') return undefined;
  return readContentPart(element, part.parts[0]?.value ?? 'text', reading);
}

/** What `content()` and `target-text()` name: the text of an element, its first letter, or what is generated before or after it. */
export function readContentPart(element: Element, of: string, { texts, counters }: Reading): string | undefined {
  if (of === 'text' || of === 'content') return texts.of(element);
  if (of === 'before' || of === 'after') return readGeneratedText(element, `::${of}`, counters);
  return of === 'first-letter' ? ([...texts.of(element).trim()][0] ?? '') : undefined;
}
