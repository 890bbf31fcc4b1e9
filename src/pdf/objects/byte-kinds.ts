export const regular = 0;
export const white = 1;
export const delimiter = 2;

/** The kind of each byte (ISO 32000-2, 7.2.3): regular, white space or delimiter. */
export const byteKinds = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) byteKinds[byte] = white;
for (const character of '()<>[]{}/%') byteKinds[character.charCodeAt(0)] = delimiter;
