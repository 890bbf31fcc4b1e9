import { shortenStrings } from './shorten-strings.ts';

/** Sizes in bytes of what arrives from the browser. */
export interface MessageLimits {
  /** A string of an event that arrives in several pieces. Longer than any address that is served. */
  string: number;
  /** An event, after its strings are cut. */
  event: number;
  /** The answer to a command, but for `data` that is decoded while it arrives. Well below the longest string of V8. */
  answer: number;
}

export const messageLimits: MessageLimits = { string: 256 * 1024, event: 8 * 1024 * 1024, answer: 128 * 1024 * 1024 };

/** Bytes that are kept of the end of a message over its limit: there its session is named. */
const tailSize = 200;

const eventStart = '{"method":"';

/** Collects a message that arrives in pieces, within the limits. */
export class MessagePieces {
  readonly #limits: MessageLimits;
  #pieces: Buffer[] = [];
  #size = 0;
  #limit = 0;
  #tail: Buffer | undefined;
  #shorten: ((piece: Buffer) => Buffer) | undefined;

  constructor(limits: MessageLimits) {
    this.#limits = limits;
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  add(piece: Buffer): void {
    if (this.isEmpty) this.#begin(piece);
    const kept = this.#shorten?.(piece) ?? piece;
    this.#size += kept.length;
    if (this.isEmpty || this.#size <= this.#limit) this.#pieces.push(kept);
    // Copied, so that the pieces that are dropped do not stay in memory.
    else this.#tail = Buffer.concat([this.#tail ?? Buffer.alloc(0), piece.subarray(-tailSize)]).subarray(-tailSize);
  }

  /** Takes back all that was added, if it is shorter than `length`. */
  takeShort(length: number): Buffer | undefined {
    const [first] = this.#pieces;
    if (first === undefined || this.#pieces.length > 1 || first.length >= length) return undefined;
    this.#pieces = [];
    return first;
  }

  /** Ends the message with its last piece. Of one over its limit, only the beginning and the end are left. */
  end(last: Buffer): { bytes: Buffer; tail: Buffer | undefined } {
    if (this.isEmpty) return { bytes: last, tail: undefined };
    this.add(last);
    const bytes = this.#tail === undefined ? Buffer.concat(this.#pieces) : (this.#pieces[0] as Buffer);
    const ended = { bytes, tail: this.#tail };
    this.#pieces = [];
    return ended;
  }

  #begin(piece: Buffer): void {
    const isEvent = piece.toString('latin1', 0, eventStart.length) === eventStart;
    this.#size = 0;
    this.#tail = undefined;
    this.#limit = isEvent ? this.#limits.event : this.#limits.answer;
    this.#shorten = isEvent ? shortenStrings(this.#limits.string) : undefined;
  }
}
