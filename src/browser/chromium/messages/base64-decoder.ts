/** Decodes one text in base64 (RFC 4648, section 4) that arrives in pieces. */
export interface Base64Decoder {
  /** Decodes the next bytes of the text. */
  add(piece: Buffer): void;
  /** Returns the decoded bytes, in pieces. */
  end(): Buffer[];
  /** Returns the text so far, as it came. */
  undo(): Buffer;
}

/** Starts a decoder. */
export function startBase64(): Base64Decoder {
  const decoded: Buffer[] = [];
  // Four characters make three bytes, so only multiples of four are decoded.
  let rest = '';
  return {
    add(piece) {
      const text = rest + piece.toString('latin1');
      const whole = text.length - (text.length % 4);
      decoded.push(Buffer.from(text.slice(0, whole), 'base64'));
      rest = text.slice(whole);
    },
    end: () => [...decoded, Buffer.from(rest, 'base64')],
    undo: () => Buffer.from(decoded.map((bytes) => bytes.toString('base64')).join('') + rest),
  };
}
