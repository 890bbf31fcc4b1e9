import { byteKinds as kinds, regular, white } from '../objects/object-reader.ts';

/** A piece of a content that is written otherwise. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** What is open at a place of a content: an array, or a dictionary and whether its next entry is a key. */
interface Level {
  closer: ']' | '>>';
  wantsKey: boolean;
}

/** Operators of a content stream (ISO 32000-2, annex A): no operand is such a word. */
const operators = new Set(
  (
    'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l M m MP n q Q re RG rg ri ' +
    's S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'
  ).split(' '),
);

/**
 * A content stream without what breaks the syntax of objects (ISO 32000-2, 7.2 and 7.3), so that every reader finds the same
 * operations in it: strings and arrays without an end get one, brackets without a beginning are dropped. Undefined for content that
 * breaks no rule. Words that are no operators stay: readers skip them.
 */
export function repairContent(content: Buffer): Buffer | undefined {
  const edits = new ContentScan(content).findEdits();
  if (edits.length === 0) return undefined;
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    pieces.push(content.subarray(at, start), Buffer.from(text, 'latin1'));
    at = end;
  }
  return Buffer.concat([...pieces, content.subarray(at)]);
}

class ContentScan {
  readonly #bytes: Buffer;
  readonly #edits: Edit[] = [];
  readonly #levels: Level[] = [];
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  findEdits(): Edit[] {
    const bytes = this.#bytes;
    while (this.#at < bytes.length) {
      const byte = bytes[this.#at] as number;
      if (kinds[byte] === white) this.#at++;
      else if (byte === 0x25) this.#skipComment();
      else if (byte === 0x2f) this.#takeName();
      else if (kinds[byte] === regular) this.#takeWord();
      else if (byte === 0x28) this.#takeString();
      else if (byte === 0x3c && bytes[this.#at + 1] !== 0x3c) this.#takeHexString();
      else this.#takeBracket(byte);
    }
    this.#closeAll(bytes.length);
    return this.#edits;
  }

  #skipComment(): void {
    while (this.#at < this.#bytes.length && this.#bytes[this.#at] !== 10 && this.#bytes[this.#at] !== 13) this.#at++;
  }

  #skipRegular(): void {
    while (this.#at < this.#bytes.length && kinds[this.#bytes[this.#at] as number] === regular) this.#at++;
  }

  #takeName(): void {
    const start = this.#at++;
    this.#skipRegular();
    const name = this.#bytes.toString('latin1', start, this.#at);
    if (name.includes('#')) {
      const text = name.replace(/#(?![0-9A-Fa-f]{2})/g, '#23').replaceAll('#00', '');
      if (text !== name) this.#edit(start, text);
    }
    this.#takeValue(start, true);
  }

  #takeWord(): void {
    const start = this.#at;
    this.#skipRegular();
    const level = this.#levels.at(-1);
    const isLong = this.#at - start > 5;
    if (level === undefined && this.#at - start !== 2) return;
    const word = isLong ? '' : this.#bytes.toString('latin1', start, this.#at);
    if (operators.has(word)) {
      this.#closeAll(start);
      if (word === 'BI') this.#takeImage(start);
    } else if (level !== undefined) {
      if (/^(?:[-+]*[\d.][-\d.]*|true|false|null)$/.test(this.#bytes.toString('latin1', start, this.#at)))
        this.#takeValue(start, false);
      else this.#edit(start, '');
    }
  }

  #takeString(): void {
    const bytes = this.#bytes;
    const start = this.#at;
    let open = 0;
    for (; this.#at < bytes.length; this.#at++) {
      const byte = bytes[this.#at];
      if (byte === 0x5c) this.#at++;
      else if (byte === 0x28) open++;
      else if (byte === 0x29 && --open === 0) break;
    }
    const isWhole = this.#at < bytes.length;
    this.#at = Math.min(this.#at + 1, bytes.length);
    if (isWhole) this.#takeValue(start, false);
    else this.#edit(start, '');
  }

  #takeHexString(): void {
    const start = this.#at;
    const end = this.#bytes.indexOf(0x3e, start);
    this.#at = end < 0 ? this.#bytes.length : end + 1;
    const text = this.#bytes.toString('latin1', start + 1, this.#at - 1);
    if (end < 0) this.#edit(start, '');
    else if (/[^0-9A-Fa-f\0\t\n\f\r ]/.test(text)) {
      const digits = text.replace(/[^0-9A-Fa-f]+/g, '');
      this.#edit(start, `<${digits}${digits.length % 2 === 0 ? '' : '0'}>`);
    }
    if (end >= 0) this.#takeValue(start, false);
  }

  #takeBracket(byte: number): void {
    const start = this.#at;
    const isDouble = byte === this.#bytes[start + 1] && (byte === 0x3c || byte === 0x3e);
    this.#at += isDouble ? 2 : 1;
    if (byte === 0x5b || byte === 0x3c) {
      if (!this.#takeValue(start, false)) return;
      this.#levels.push(byte === 0x5b ? { closer: ']', wantsKey: false } : { closer: '>>', wantsKey: true });
      return;
    }
    const closer = byte === 0x5d ? ']' : isDouble ? '>>' : '';
    const level = this.#levels.at(-1);
    if (level === undefined || level.closer !== closer) {
      this.#edit(start, '');
      return;
    }
    if (closer === '>>' && !level.wantsKey) this.#edit(start, ' null>>');
    this.#levels.pop();
  }

  /** Counts an operand as a key or a value of the dictionary that it is in. Drops one that is no name and would be a key. */
  #takeValue(start: number, isName: boolean): boolean {
    const level = this.#levels.at(-1);
    if (level?.closer !== '>>') return true;
    if (level.wantsKey && !isName) {
      this.#edit(start, '');
      return false;
    }
    level.wantsKey = !level.wantsKey;
    return true;
  }

  /** Skips an inline image (ISO 32000-2, 8.9.7). One without an end, or without data, ends the content. */
  #takeImage(start: number): void {
    const bytes = this.#bytes;
    const data = bytes.indexOf('ID', this.#at);
    for (let at = bytes.indexOf('EI', data + 2); data >= 0 && at >= 0; at = bytes.indexOf('EI', at + 1)) {
      if (kinds[bytes[at - 1] ?? 0] !== white || kinds[bytes[at + 2] ?? 32] === regular) continue;
      const probe = bytes.subarray(at + 2, at + 18);
      if (!probe.every((byte) => kinds[byte] === white || (byte > 32 && byte < 127))) continue;
      this.#at = at + 2;
      return;
    }
    this.#at = bytes.length;
    this.#edit(start, '');
  }

  #closeAll(at: number): void {
    if (this.#levels.length === 0) return;
    const closers = this.#levels.map(({ closer, wantsKey }) => (closer === '>>' && !wantsKey ? ' null>>' : closer));
    this.#edits.push({ start: at, end: at, text: `${closers.reverse().join('')} ` });
    this.#levels.length = 0;
  }

  /** Writes something else for what was read since `start`. */
  #edit(start: number, text: string): void {
    const last = this.#edits.at(-1);
    // A bracket or a word that was changed is dropped as a whole.
    if (last !== undefined && last.start === start && last.end > start) this.#edits.pop();
    this.#edits.push({ start, end: this.#at, text: `${text} ` });
  }
}
