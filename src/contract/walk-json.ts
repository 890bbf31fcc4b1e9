/** What `walkJson` reports of a JSON text, in its order. A function that returns true ends the walk. */
export interface JsonVisitor {
  /** A string: the indexes of its opening and its closing quote. Without a closing quote, `end` is the length of the text. */
  visitString(at: number, end: number): boolean | undefined;
  /** A number, or what may be one: the index of its first character, and that behind its last. */
  visitNumber(at: number, end: number): boolean | undefined;
  /** The start of a list or an object: the index of its bracket. */
  openContainer(isList: boolean, at: number): boolean | undefined;
  closeContainer(): void;
  visitComma(): boolean | undefined;
}

/**
 * Walks over a JSON text without parsing it, for what `JSON.parse` does not report: limits, duplicate keys, and numbers as they are
 * written. The text need not be JSON; `JSON.parse` finds what is wrong with it.
 */
export function walkJson(json: string, visitor: JsonVisitor): void {
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at);
    let ended: boolean | undefined;
    if (character === 0x22) {
      const end = endOfString(json, at + 1);
      ended = visitor.visitString(at, end);
      at = end;
    } else if (character === 0x2d || isDigit(character)) {
      const end = endOfNumber(json, at + 1);
      ended = visitor.visitNumber(at, end);
      at = end - 1;
    } else if (character === 0x7b || character === 0x5b) ended = visitor.openContainer(character === 0x5b, at);
    else if (character === 0x7d || character === 0x5d) visitor.closeContainer();
    else if (character === 0x2c) ended = visitor.visitComma();
    if (ended) return;
  }
}

/** The index of the quote that ends a string of a JSON text; the text's length without one. `from` is behind the first quote. */
function endOfString(json: string, from: number): number {
  const quote = json.indexOf('"', from);
  if (quote === -1) return json.length;
  if (json.charCodeAt(quote - 1) !== 0x5c) return quote;
  // Searching for each of millions of escaped quotes takes ten times as long as walking past them.
  for (let at = from; at < json.length; at++) {
    const character = json.charCodeAt(at);
    if (character === 0x22) return at;
    if (character === 0x5c) at++;
  }
  return json.length;
}

function endOfNumber(json: string, from: number): number {
  for (let at = from; at < json.length; at++) {
    const character = json.charCodeAt(at);
    const isPart = isDigit(character) || character === 0x2e || (character | 0x20) === 0x65 || isSign(character);
    if (!isPart) return at;
  }
  return json.length;
}

function isDigit(character: number): boolean {
  return character >= 0x30 && character <= 0x39;
}

function isSign(character: number): boolean {
  return character === 0x2b || character === 0x2d;
}
