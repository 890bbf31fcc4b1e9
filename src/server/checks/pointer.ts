/** One step of a JSON pointer (RFC 6901, section 3). */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
