import { setImmediate as yieldTurn } from 'node:timers/promises';

type Kinds = typeof import('css-tree/tokenizer').tokenTypes;

/** Milliseconds of reading after which others may use the event loop. */
const turnMs = 10;

/** Characters that are read at once, and tokens at their end that more characters could change. */
const chunkLength = 64 * 1024;
const openTokens = 4;

/** Returns a function that lets others use the event loop if it is their turn. */
export function takeTurns(): () => Promise<void> | undefined {
  let turnEnd = performance.now() + turnMs;
  return () => {
    if (performance.now() < turnEnd) return undefined;
    return yieldTurn().then(() => {
      turnEnd = performance.now() + turnMs;
    });
  };
}

/** The tokens of a style sheet (CSS Syntax 3, section 4), without white space and comments. */
export class CssTokens {
  readonly css: string;
  readonly #kinds: Kinds;
  readonly #types: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** The indexes of the tokens that close others, by those of the tokens that open them. */
  readonly #closes = new Map<number, number>();
  readonly #open: number[] = [];

  private constructor(css: string, kinds: Kinds) {
    this.css = css;
    this.#kinds = kinds;
  }

  /** Reads a style sheet, in chunks. */
  static async read(css: string): Promise<CssTokens> {
    const { tokenize, tokenTypes } = await import('css-tree/tokenizer');
    const tokens = new CssTokens(css, tokenTypes);
    const turn = takeTurns();
    let length = chunkLength;
    for (let from = 0; from < css.length; ) {
      const found: [type: number, start: number, end: number][] = [];
      tokenize(css.slice(from, from + length), (type, start, end) => found.push([type, from + start, from + end]));
      const isEnd = from + length >= css.length;
      const whole = isEnd ? found : found.slice(0, -openTokens);
      for (const token of whole) tokens.#add(...token);
      if (isEnd) break;
      const last = whole.at(-1);
      // A comment or a string may be longer than a chunk.
      if (last === undefined) length *= 2;
      else [from, length] = [last[2], chunkLength];
      await turn();
    }
    return tokens;
  }

  #add(type: number, start: number, end: number): void {
    const kinds = this.#kinds;
    if (type === kinds.WhiteSpace || type === kinds.Comment) return;
    const index = this.#types.push(type) - 1;
    this.#starts.push(start);
    this.#ends.push(end);
    if (type === kinds.Function || type === kinds.LeftParenthesis || type === kinds.LeftCurlyBracket) {
      this.#open.push(index);
    } else if (type === kinds.RightParenthesis) {
      if (!this.is(this.#open.at(-1) ?? -1, 'LeftCurlyBracket')) this.#close(index);
    } else if (type === kinds.RightCurlyBracket) {
      // What is open in a block ends with it.
      while (this.#open.length > 0 && !this.is(this.#open.at(-1) ?? -1, 'LeftCurlyBracket')) this.#open.pop();
      this.#close(index);
    }
  }

  #close(index: number): void {
    const opening = this.#open.pop();
    if (opening !== undefined) this.#closes.set(opening, index);
  }

  get length(): number {
    return this.#types.length;
  }

  /** Whether the token with an index is of a kind. */
  is(index: number, kind: keyof Kinds): boolean {
    return this.#types[index] === this.#kinds[kind];
  }

  start(index: number): number {
    return this.#starts[index] ?? this.css.length;
  }

  end(index: number): number {
    return this.#ends[index] ?? this.css.length;
  }

  /** The text of tokens, with what is between them. */
  text(from: number, last = from): string {
    return this.css.slice(this.start(from), this.end(last));
  }

  /** The text of a token in lower case. */
  name(index: number): string {
    return this.text(index).toLowerCase();
  }

  /** The index of the token that closes a function or a block. */
  findClose(index: number): number | undefined {
    return this.#closes.get(index);
  }
}
