/** The JSON pointer of a path (RFC 6901, section 3); empty for the whole document. */
export function formatPointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${escapePointer(String(step))}`).join('');
}

/** One step of a JSON pointer. */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
