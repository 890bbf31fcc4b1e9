import type { ShownPlace, UnsupportedCss } from '../calls.ts';
import { type CssPart, readCssString, replaceFunctions, splitAtCommas } from '../dom/css-values.ts';
import { doc, dom } from '../dom/dom.ts';
import { findElements } from '../dom/elements.ts';
import { decodeFragment } from '../dom/places.ts';
import { isCounter } from '../reading/counters.ts';
import type { Reading } from '../reading/reading.ts';
import { addLeader, readLeaderUnit, unitLimit } from './leaders.ts';
import { readContentPart } from './strings.ts';

/** Before a number: attributes with the texts that generated content shows of places. */
const targetMark = 'data-platen-target';

/** Characters of an address of a place. */
const addressLimit = 10_000;

/** The elements with such texts, by the numbers that `writeTexts` is given. */
const marked: Element[] = [];
const numbers = new WeakMap<Element, number>();

/** What the content of rules shows. */
export interface ShownContent {
  targets: ShownPlace[];
  /** The elements that end in a leader. */
  leading: Set<Element>;
}

/**
 * Reads `target-counter()`, `target-counters()`, `target-text()` and `leader()` in the content of rules (CSS GCPM 3, section 4, and CSS Content
 * 3, section 6.1), and makes these show attributes of their elements instead. `limit` is the number of texts.
 */
export function readContent(rules: readonly CSSStyleRule[], limit: number, reading: Reading): ShownContent {
  const found: ShownContent = { targets: [], leading: new Set() };
  let keys = 0;
  for (const rule of rules) {
    const elements = findElements(rule);
    if (elements.length === 0) continue;
    const unsupported: UnsupportedCss[] = [];
    let hasLeader = false;
    rule.style.content = replaceFunctions(rule.style.content, (part) => {
      const target = readTarget(part);
      if (target !== undefined) {
        const key = `${targetMark}-${keys++}`;
        for (const element of elements) {
          if (found.targets.length >= limit) {
            reading.report({ kind: 'limit', property: `${part.value}()`, limit });
            break;
          }
          const shown = setTarget(element, target, key, reading);
          if (shown !== undefined) found.targets.push(shown);
        }
        return `attr(${key}, "")`;
      }
      if (!/^(?:target-counters?|target-text|leader)$/.test(part.value)) return undefined;
      const text =
        part.value === 'leader' && !hasLeader ? writeLeader(rule, elements, part, found, reading) : undefined;
      hasLeader ||= text !== undefined;
      if (text !== undefined) return text;
      // What stays would make all of it invalid.
      unsupported.push({ kind: 'value', value: part.text, selector: rule.selectorText });
      return '" "';
    });
    for (const css of unsupported) reading.report(css);
  }
  return found;
}

/** The text of places for elements, by their numbers and attributes. */
export function writeTexts(texts: readonly { element: number; key: string; text: string }[]): void {
  for (const { element, key, text } of texts) dom(marked[element])?.setAttribute(key, text);
}

/** What a leader is replaced with. Undefined if it cannot be drawn: only at the end of a text, and before one that is empty. */
function writeLeader(
  rule: CSSStyleRule,
  elements: readonly Element[],
  part: CssPart,
  { leading }: ShownContent,
  { texts, report }: Reading,
): string | undefined {
  const [pseudo] = /::?(?:before|after)$/.exec(rule.selectorText) ?? [];
  const isBefore = pseudo?.endsWith('before') === true;
  if (pseudo === undefined || (isBefore && elements.some((element) => texts.of(element).trim() !== '')))
    return undefined;
  const unit = readLeaderUnit(part);
  if (!unit) return unit;
  if (unit.length > unitLimit) report({ kind: 'length', property: 'leader()', limit: unitLimit });
  for (const element of elements) leading.add(element);
  return addLeader(rule, elements, unit, isBefore);
}

/** The address of a place, or the attribute that names it. */
type TargetAddress = { attribute: string } | { href: string };

/** A text of a place, as `content` asks for it. */
interface Target {
  address: TargetAddress;
  /** The counter; undefined for the text of the place. */
  counter: CssPart | undefined;
  /** What of the place the text is: `content`, `before`, `after` or `first-letter`. */
  of: string;
  isPage: boolean;
  /** The counter style of the number of a page. */
  style: string;
  /** The function as it is written. */
  text: string;
}

function readTarget(part: CssPart): Target | undefined {
  const [, kind] = /^target-(counters?|text)$/.exec(part.value) ?? [];
  if (kind === undefined) return undefined;
  const [[first, ...noAddress] = [], [what, ...noCounter] = [], ...more] = splitAtCommas(part.parts);
  const address = first && readTargetAddress(first);
  if (address === undefined || noAddress.length > 0 || noCounter.length > 0) return undefined;
  if (more.some((item) => item.length !== 1)) return undefined;
  const details = more.flat();
  if (details.some((item) => item.kind !== 'ident' && item.kind !== 'string')) return undefined;
  if (kind === 'text') {
    // The draft names it by a keyword; content() is what older ones say.
    const of = what?.value ?? 'content';
    if (!/^(?:content|before|after|first-letter)$/.test(of) || (what && what.parts.length > 0)) return undefined;
    if (more.length > 0 || (what?.kind === 'function' && of !== 'content')) return undefined;
    return { address, counter: undefined, of, isPage: false, style: '', text: part.text };
  }
  if (what?.kind !== 'ident') return undefined;
  const isPage = kind === 'counter' && what.value === 'page';
  const counter = { ...part, value: kind, parts: part.parts.slice(2) };
  if (!isPage && !isCounter(counter)) return undefined;
  const style = details.find((item) => item.kind === 'ident')?.text ?? 'decimal';
  return { address, counter, of: 'content', isPage, style, text: part.text };
}

/** What a string, `url()`, `attr(name)`, `attr(name url)` or `attr(name type(<url>))` says. */
function readTargetAddress({ kind, value, text, parts: [name, type, ...more] }: CssPart): TargetAddress | undefined {
  if (kind === 'string') return { href: value };
  const [, href] = /^url\(\s*([^\s"')][^\s"']*?)\s*\)$/i.exec(text) ?? [];
  if (href !== undefined) return { href: readCssString(`"${href}"`) };
  if (value === 'url' && name?.kind === 'string' && type === undefined) return { href: name.value };
  if (value !== 'attr' || name?.kind !== 'ident' || more.length > 0) return undefined;
  return type === undefined || type.text === 'url' || type.value === 'type' ? { attribute: name.text } : undefined;
}

/** Sets the attribute with the text of the place that an element names. */
function setTarget(element: Element, target: Target, key: string, reading: Reading): ShownPlace | undefined {
  const { address, counter, isPage, style } = target;
  const href = 'href' in address ? address.href : dom(element).getAttribute(address.attribute);
  const url = href === null || href.length > addressLimit ? undefined : readAddress(href.trim());
  if (Math.max(href?.length ?? 0, url?.length ?? 0) > addressLimit) {
    const property = target.text.replace(/\(.*/s, '()');
    reading.report({ kind: 'length', property, limit: addressLimit });
    return undefined;
  }
  if (href === null || url === undefined) return undefined;
  const shown: ShownPlace = { element: numberElement(element), key, url, style };
  if (isPage) {
    dom(element).setAttribute(key, '00');
    return shown;
  }
  const { here } = reading.links;
  const place = url.startsWith(`${here}#`) ? findPlace(url.slice(here.length + 1)) : undefined;
  if (place === undefined) reading.report({ kind: 'use', value: target.text, selector: href });
  if (counter === undefined)
    return {
      ...shown,
      text: place ? reading.texts.trim(readContentPart(place, target.of, reading) ?? '', 'target-text()') : '',
    };
  return { ...shown, text: (place && reading.counters.text(place, counter)) ?? '' };
}

function numberElement(element: Element): number {
  const number = numbers.get(element) ?? marked.push(element) - 1;
  numbers.set(element, number);
  return number;
}

function readAddress(href: string): string | undefined {
  return URL.parse(href, doc.baseURI)?.href;
}

/** The element of a place, which is named as in an address. */
function findPlace(place: string): Element | undefined {
  return doc.getElementById(place) ?? doc.getElementById(decodeFragment(place)) ?? undefined;
}
