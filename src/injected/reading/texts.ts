import type { UnsupportedCss } from '../calls.ts';
import { dom } from '../dom/dom.ts';
import { isApart } from '../dom/layout.ts';

/** Characters of one text: a title, a named string, the text of a place. */
const textLimit = 500;
/** Characters of an element that are read for it, with white space that is not shown. */
const readLimit = 5000;

/** The texts of elements that margin boxes, titles and links to places show. Each and all together are bounded. */
export class ElementTexts {
  /** The footnotes of the document, which are not part of the texts around them. */
  readonly #notes: ReadonlySet<Node>;
  readonly #limit: number;
  readonly #report: (css: UnsupportedCss) => void;
  #kept = 0;

  /** `limit` is the number of characters in all texts. */
  constructor(notes: ReadonlySet<Node>, limit: number, report: (css: UnsupportedCss) => void) {
    this.#notes = notes;
    this.#limit = limit;
    this.#report = report;
  }

  /** How the text of an element begins, without its footnotes. */
  of(element: Element): string {
    return this.#read(element, '').slice(0, readLimit);
  }

  /** A text in one line, for a property. Reports what is beyond a limit. */
  trim(text: string, property: string): string {
    const line = text.replace(/\s+/g, ' ').trim();
    const kept = line.slice(0, Math.min(textLimit, this.#limit - this.#kept));
    this.#kept += kept.length;
    if (kept.length < line.length)
      this.#report({ kind: 'length', property, limit: kept.length < textLimit ? this.#limit : textLimit });
    return kept;
  }

  /** Adds the text of an element to `text`, until that is long enough. */
  #read(element: Element, text: string): string {
    let read = text;
    for (const node of dom(element).childNodes) {
      if (read.length >= readLimit) return read;
      if (this.#notes.has(node)) continue;
      if (node instanceof Text) read += node.data;
      else if (node instanceof Element)
        read = isApart(node) ? `${this.#read(node, `${read} `)} ` : this.#read(node, read);
    }
    return read;
  }
}
