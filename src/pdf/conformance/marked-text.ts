import { asDict, asNumber, asString, type PdfDict, type PdfObject, type PdfStream } from '../objects/objects.ts';
import { findOddLanguage } from '../objects/text-string.ts';
import type { Breaches } from './breaches.ts';

/** What an archive of level A asks of the tags of a user's PDF. */
export interface ArchiveTags {
  /** In words, each with its clause of ISO 19005-2. */
  breaches: readonly { what: string; clause: string }[];
  /** The types of elements. */
  types: ReadonlySet<string>;
  /** Whether an element says which text a mark of a page or a form represents. */
  isSpoken(owner: PdfDict | PdfStream, mcid: number): boolean;
}

/** Follows the marks of a content stream: whether a text is given that replaces what is shown (ISO 19005-2, 6.2.11.7.3). */
export class MarkedText {
  readonly #tags: ArchiveTags | undefined;
  readonly #owner: PdfDict | PdfStream;
  readonly #breaches: Breaches;
  /** Whether what is shown has a text, by each open mark; first, by what draws the content. */
  readonly #levels: boolean[];

  /** `tags` is undefined for levels that do not ask for a text. */
  constructor(tags: ArchiveTags | undefined, owner: PdfDict | PdfStream, isSpoken: boolean, breaches: Breaches) {
    this.#tags = tags;
    this.#owner = owner;
    this.#levels = [isSpoken];
    this.#breaches = breaches;
  }

  get isSpoken(): boolean {
    return this.#tags === undefined || this.#levels.at(-1) === true;
  }

  /** Opens a mark. `findProperties` finds the properties that it names. */
  begin(properties: PdfObject | undefined, findProperties: (name: string) => PdfObject): void {
    const named = typeof properties === 'string' ? findProperties(properties) : properties;
    const entries = asDict(named);
    const mcid = asNumber(entries?.get('MCID'));
    const hasText = asString(entries?.get('ActualText')) !== undefined;
    const isTagged = mcid !== undefined && this.#tags?.isSpoken(this.#owner, mcid) === true;
    this.#levels.push(this.#levels.at(-1) === true || hasText || isTagged);
    const language = this.#tags && entries && findOddLanguage(entries);
    if (language !== undefined) this.#breaches.add(`the language ${language} of a mark`, '6.7.4');
  }

  end(): void {
    if (this.#levels.length > 1) this.#levels.pop();
  }
}
