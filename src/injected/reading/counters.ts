import type { ShownCounter } from '../calls.ts';
import { type CssPart, readCssValue } from '../dom/css-values.ts';
import { doc, dom } from '../dom/dom.ts';
import { counterToken } from '../names.ts';

/** Characters between two numbers of `counters()`. */
const separatorLimit = 100;

/** A counter that a text shows. */
interface AskedCounter extends Omit<ShownCounter, 'values'> {
  name: string;
  /** The element at which it has its values. */
  element: Element;
}

/**
 * The counters that texts show. No script can read a counter, but Chromium writes one as that many letters (CSS Counter Styles 3, section
 * 3.1.4), in lines whose widths can be measured. All are read at once, so a text has a token in place of each meanwhile.
 */
export class CounterTexts {
  readonly #asked: AskedCounter[] = [];

  /** The text that represents `counter()` or `counters()` at an element. Undefined for anything else, and for the counters of pages. */
  text(element: Element, part: CssPart): string | undefined {
    const counter = readCounter(part);
    return counter && this.#add({ ...counter, element });
  }

  /** The text that represents the counter of a name at an element, in digits. */
  textOf(element: Element, name: string): string {
    return this.#add({ name, separator: null, style: 'decimal', element });
  }

  /** The values of all counters, in the order of the tokens. */
  read(): ShownCounter[] {
    if (this.#asked.length === 0) return [];
    const values = measureCounters(this.#asked);
    return this.#asked.map(({ separator, style }, index) => ({ values: values[index] ?? [], separator, style }));
  }

  #add(counter: AskedCounter): string {
    this.#asked.push(counter);
    return `${counterToken.start}${this.#asked.length - 1}${counterToken.end}`;
  }
}

/** Whether a component of a value is `counter()` or `counters()` as CSS defines them. */
export function isCounter({ kind, value, parts }: CssPart): boolean {
  if (kind !== 'function' || !/^counters?$/.test(value) || parts[0]?.kind !== 'ident') return false;
  const kinds = parts.map((part) => part.kind).join(' ');
  return /^ident(?: comma string)?(?: comma ident)?$/.test(kinds);
}

function readCounter(part: CssPart): Omit<AskedCounter, 'element'> | undefined {
  if (!isCounter(part)) return undefined;
  const [first, ...rest] = part.parts;
  const name = first?.value ?? '';
  const separator = rest.find(({ kind }) => kind === 'string')?.value;
  if (
    (separator ?? '').length > separatorLimit ||
    /^pages?$/.test(name) ||
    (part.value === 'counters') !== (separator !== undefined)
  )
    return undefined;
  const style = rest.find(({ kind }) => kind === 'ident')?.value ?? 'decimal';
  return { name, separator: separator ?? null, style };
}

/** The texts of the strings and counters in the generated content of an element. */
export function readGeneratedText(element: Element, pseudo: '::before' | '::after', counters: CounterTexts): string {
  const parts = readCssValue(getComputedStyle(element, pseudo).content);
  return parts.map((part) => (part.kind === 'string' ? part.value : (counters.text(element, part) ?? ''))).join('');
}

/** The values of counters at elements, from the outermost on: each is as many letters in its own line. */
function measureCounters(asked: readonly AskedCounter[]): number[][] {
  const names = [...new Set(asked.map(({ name }) => name))];
  const plain = 'all: unset !important; ';
  const make = (parent: Element, style: string): HTMLElement => {
    const box = doc.createElementNS('http://www.w3.org/1999/xhtml', 'span') as HTMLElement;
    dom(box).setAttribute('style', plain + style);
    dom(parent).prepend(box);
    return box;
  };
  const sheet = new CSSStyleSheet();
  const shown = names.map(
    (name, index) =>
      `[data-platen-counter="${index}"]::before { ${plain}content: counters(${name}, "\\a", platen-tally) !important }`,
  );
  sheet.replaceSync(
    [
      '@counter-style platen-nothing { system: cyclic; symbols: "" }',
      '@counter-style platen-tally { system: symbolic; symbols: "x"; suffix: ""; fallback: platen-nothing }',
      ...shown,
    ].join(' '),
  );
  doc.adoptedStyleSheets.push(sheet);
  const outer = 'position: absolute !important; white-space: pre !important; font: 16px monospace !important';
  const probes = asked.map(({ element, name }) => {
    const probe = make(make(element, outer), '');
    dom(probe).setAttribute('data-platen-counter', String(names.indexOf(name)));
    return probe;
  });
  const ruler = make(make(doc.documentElement, outer), '');
  dom(ruler).textContent = 'x'.repeat(100);
  const unit = dom(ruler).getBoundingClientRect().width / 100;
  const values = probes.map((probe) => [...dom(probe).getClientRects()].map(({ width }) => Math.round(width / unit)));
  for (const probe of [...probes, ruler]) dom(dom(probe).parentElement)?.remove();
  doc.adoptedStyleSheets.splice(doc.adoptedStyleSheets.indexOf(sheet), 1);
  return values;
}
