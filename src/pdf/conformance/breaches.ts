/** Breaches that an error names; more are counted. */
const shownLimit = 3;

/** What a document holds that a standard forbids, with its clause. */
export class Breaches {
  readonly #standard: string;
  readonly #rename: (clause: string) => string | undefined;
  /** By what it is, with the page that has it first. */
  readonly #found = new Map<string, string>();
  #page: number | undefined;

  /** `rename` gives a clause of ISO 19005 the number that it has in the standard; undefined for one that is not in it. */
  constructor(standard: string, rename: (clause: string) => string | undefined = (clause) => clause) {
    this.#standard = standard;
    this.#rename = rename;
  }

  /** Says on which page, from 1, that is found which comes next; undefined for what belongs to no page. */
  turnTo(page: number | undefined): void {
    this.#page = page;
  }

  /** Notes a breach of a clause, or of `undefined` for what cannot be looked into. */
  add(what: string, clauseOfArchives?: string): void {
    const clause = clauseOfArchives && this.#rename(clauseOfArchives);
    if (clause === undefined && clauseOfArchives !== undefined) return;
    const place = this.#page === undefined ? '' : `page ${this.#page}: `;
    const words = what.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ').slice(0, 200);
    const text = `${words}${clause === undefined ? '' : ` (${this.#standard}, ${clause})`}`;
    if (!this.#found.has(text)) this.#found.set(text, place + text);
  }

  /** All of it in words; undefined if nothing was found. */
  describe(): string | undefined {
    if (this.#found.size === 0) return undefined;
    const shown = [...this.#found.values()].slice(0, shownLimit);
    const more = this.#found.size - shown.length;
    return `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
  }
}
