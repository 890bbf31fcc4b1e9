const [quote, backslash, letterU] = [0x22, 0x5c, 0x75];

/** Bytes of an escape that are still to come: just after its backslash, and the digits of `\uXXXX`. */
const [escapeBegins, unicodeDigits] = [5, 4];

/**
 * Cuts the strings of one JSON text, which arrives in pieces, to about `limit` bytes each. Call it with each piece; it returns what
 * to keep. A page chooses the names and texts in the browser's events, and one of 100 MB would block the event loop when
 * parsed, or exceed what a string of V8 can have.
 */
export function shortenStrings(limit: number): (piece: Buffer) => Buffer {
  let isInside = false;
  let isCut = false;
  let escapeLeft = 0;
  let length = 0;
  return (piece) => {
    const kept = Buffer.allocUnsafe(piece.length);
    let size = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] as number;
      if (byte === quote && escapeLeft === 0) {
        isInside = !isInside;
        isCut = false;
        length = 0;
      } else if (isInside) {
        // Never inside an escape, which would leave no JSON.
        if (escapeLeft === 0 && length >= limit) isCut = true;
        if (escapeLeft === 0) escapeLeft = byte === backslash ? escapeBegins : 0;
        else if (escapeLeft === escapeBegins) escapeLeft = byte === letterU ? unicodeDigits : 0;
        else escapeLeft -= 1;
        length += 1;
      }
      if (isCut) continue;
      kept[size] = byte;
      size += 1;
    }
    // Copied, so that little text does not keep a large buffer in memory.
    return size === piece.length ? kept : Buffer.from(kept.subarray(0, size));
  };
}
