import { decodeContents } from '../objects/decode-stream.ts';
import { listContents } from '../objects/drawings.ts';
import { delimiter, byteKinds as kinds, regular } from '../objects/object-reader.ts';
import { type PdfDict, unlessDamaged } from '../objects/objects.ts';
import { codeOf, OperationReader } from './content-operations.ts';

const inflateLimit = 64 * 1024 * 1024;

/** More open levels than any page means. */
const levelLimit = 500;

/** What the content of a page leaves to what is drawn after it. */
export interface ContentEnd {
  /** How often the state must be saved before the content, so that it restores nothing that was before. */
  saves: number;
  /** Operators that end what the content leaves open, but for what was saved before it. */
  closing: string;
}

/** The end of content that leaves everything as it was. */
export const cleanEnd: ContentEnd = { saves: 0, closing: '' };

/**
 * Finds what the content of a page leaves open: saved states, marks, text, a path, and an operation that is not whole, such as a
 * string without an end, which would swallow what comes after it. Undefined for content that cannot be read.
 */
export function findContentEnd(page: PdfDict): ContentEnd | undefined {
  const content = unlessDamaged(
    () => decodeContents(listContents(page), { bytes: inflateLimit }),
    () => undefined,
  );
  if (content === undefined) return undefined;
  const state = { level: 0, lowest: 0, marks: 0, isText: false, isPath: false };
  const reader = new OperationReader(content);
  let whole = 0;
  while (moveOn(reader)) {
    whole = reader.end;
    follow(state, reader.operator);
  }
  const rest = findClosers(content.subarray(whole));
  const { level, lowest, marks, isText, isPath } = state;
  if (rest === '' && level === 0 && lowest === 0 && marks === 0 && !isText && !isPath) return cleanEnd;
  const restores = level - lowest;
  const closing = `${rest}${isPath ? '\nn' : ''}${isText ? '\nET' : ''}${repeat('\nEMC', marks)}${repeat('\nQ', restores)}`;
  return { saves: Math.min(Math.abs(lowest), levelLimit), closing };
}

function repeat(operator: string, count: number): string {
  return operator.repeat(Math.min(count, levelLimit));
}

function moveOn(reader: OperationReader): boolean {
  return unlessDamaged(
    () => reader.next(),
    () => false,
  );
}

interface State {
  /** What the operators that save and restore the state come to, and the least that they came to. */
  level: number;
  lowest: number;
  marks: number;
  isText: boolean;
  isPath: boolean;
}

type Effect = (state: State) => void;

const effects = new Map<number, Effect>();
const define = (operators: string, effect: Effect) => {
  for (const operator of operators.split(' ')) effects.set(codeOf(operator), effect);
};
define('q', (state) => {
  state.level += 1;
});
define('Q', (state) => {
  state.lowest = Math.min(state.lowest, --state.level);
});
define('BMC BDC', (state) => {
  state.marks += 1;
});
define('EMC', (state) => {
  state.marks = Math.max(0, state.marks - 1);
});
define('BT', (state) => {
  state.isText = true;
});
define('ET', (state) => {
  state.isText = false;
});
define('m re', (state) => {
  state.isPath = true;
});
define('f F f* B B* b b* S s n', (state) => {
  state.isPath = false;
});

function follow(state: State, operator: number): void {
  effects.get(operator)?.(state);
}

/** What ends the operands that stand at the end of a content without an operator: brackets, a string, an inline image. */
function findClosers(rest: Buffer): string {
  const open: string[] = [];
  for (let at = 0; at < rest.length; ) {
    const byte = rest[at] as number;
    const next = rest[at + 1];
    if (byte === 0x25) {
      while (at < rest.length && rest[at] !== 10 && rest[at] !== 13) at++;
    } else if (byte === 0x28) {
      const { end, depth } = skipString(rest, at);
      if (depth > 0) open.push(')'.repeat(Math.min(depth, levelLimit)));
      at = end;
    } else if (byte === 0x3c && next !== 0x3c) {
      const end = rest.indexOf(0x3e, at);
      if (end < 0) open.push('>');
      at = end < 0 ? rest.length : end + 1;
    } else if (byte === 0x2f) {
      at = skipRegular(rest, at + 1);
    } else if (kinds[byte] === delimiter) {
      if (byte === 0x3c) open.push('>>');
      else if (byte === 0x5b) open.push(']');
      else if (byte === 0x3e || byte === 0x5d) open.pop();
      at += byte === 0x3c || byte === 0x3e ? 2 : 1;
    } else {
      const end = skipRegular(rest, at);
      if (open.length === 0 && rest.toString('latin1', at, end) === 'BI') {
        return /\sID\s/.test(rest.toString('latin1', end)) ? '\nEI' : '\nID \nEI';
      }
      at = Math.max(end, at + 1);
    }
  }
  return open.length === 0 ? '' : `\n${open.reverse().join('')}`;
}

function skipRegular(bytes: Buffer, from: number): number {
  let end = from;
  while (end < bytes.length && kinds[bytes[end] as number] === regular) end++;
  return end;
}

function skipString(bytes: Buffer, from: number): { end: number; depth: number } {
  let depth = 0;
  let end = from;
  for (; end < bytes.length; end++) {
    const byte = bytes[end];
    if (byte === 0x5c) end++;
    else if (byte === 0x28) depth++;
    else if (byte === 0x29 && --depth === 0) return { end: end + 1, depth };
  }
  return { end, depth };
}
