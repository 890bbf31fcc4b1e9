/** Length of a piece in characters, a multiple of four. It takes about a millisecond. */
const pieceLength = 512 * 1024;

/** Encodes the UTF-8 bytes of a text in base64 (RFC 4648, section 4), piece by piece. */
export function* encodeBase64Pieces(text: string): Generator<string> {
  let rest = Buffer.alloc(0);
  for (let at = 0; at < text.length; ) {
    const end = endOfPiece(text, at);
    const bytes = Buffer.concat([rest, Buffer.from(text.slice(at, end))]);
    // Three bytes make four characters, so only the last piece is padded.
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
    at = end;
  }
  yield rest.toString('base64');
}

/** Bytes in base64, piece by piece. */
export function* encodeBytesPieces(bytes: Uint8Array): Generator<string> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Three bytes are four characters, so that only the last piece is padded.
  const step = (pieceLength / 4) * 3;
  for (let at = 0; at < whole.length; at += step) yield whole.toString('base64', at, at + step);
}

/** Cuts a long text into pieces. */
export function* cutPieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength);
}

/** The end of the piece, never between the halves of a surrogate pair: each half alone would be encoded as U+FFFD. */
function endOfPiece(text: string, start: number): number {
  const end = Math.min(start + pieceLength, text.length);
  return isHighSurrogate(text.charCodeAt(end - 1)) && end < text.length ? end - 1 : end;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
