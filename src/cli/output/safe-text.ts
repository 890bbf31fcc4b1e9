/**
 * Text that cannot move a terminal: C0 and C1 controls, DEL and bidirectional marks are shown as their code point. Line
 * breaks and tabs become spaces unless `lines` is true.
 */
export function safeText(text: string, { lines = false }: { lines?: boolean } = {}): string {
  const flat = lines ? text : text.replace(/[\r\n\t]+/g, ' ');
  return flat.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    writeCodePoint,
  );
}

/**
 * JSON that cannot move a terminal: DEL, C1 controls and bidirectional marks are written as `\uXXXX` (RFC 8259, section 7), which
 * keeps the value. JSON itself escapes the C0 controls.
 */
export function safeJson(json: string): string {
  return json.replace(/[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, writeCodePoint);
}

function writeCodePoint(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** JSON as a document: readable, lone surrogates escaped (ES2019 well-formed stringify). */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
