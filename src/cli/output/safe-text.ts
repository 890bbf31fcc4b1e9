/**
 * Text that cannot move a terminal: C0 and C1 controls, DEL and bidirectional marks are shown as their code point. Line
 * breaks and tabs become spaces unless `lines` is true.
 */
export function safeText(text: string, { lines = false }: { lines?: boolean } = {}): string {
  const flat = lines ? text : text.replace(/[\r\n\t]+/g, ' ');
  return flat.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (found) => {
      return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
    },
  );
}

/** JSON in one document for a pipe: readable, no colour, lone surrogates escaped (ES2019 well-formed stringify). */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
