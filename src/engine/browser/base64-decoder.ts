/** Decodes one text in base64 (RFC 4648, section 4) that arrives in pieces. */
export interface Base64Decoder {
  /** Takes the next bytes of the text. */
  take(piece: Buffer): void;
  /** All that was decoded, in pieces. */
  end(): Buffer[];
  /** The text that was taken, as it came. */
  undo(): Buffer;
}

/** Starts to decode. */
export function startBase64(): Base64Decoder {
  const decoded: Buffer[] = [];
  // Four characters are three bytes, so that what is decoded is whole.
  let rest = '';
  return {
    take(piece) {
      const text = rest + piece.toString('latin1');
      const whole = text.length - (text.length % 4);
      decoded.push(Buffer.from(text.slice(0, whole), 'base64'));
      rest = text.slice(whole);
    },
    end: () => [...decoded, Buffer.from(rest, 'base64')],
    undo: () => Buffer.from(decoded.map((bytes) => bytes.toString('base64')).join('') + rest),
  };
}
