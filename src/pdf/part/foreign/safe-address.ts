/** An address without the characters that viewers skip, which would hide a scheme. */
export function trimAddress(bytes: string): string {
  return bytes.replace(/[\x00-\x20\x7f]+/g, (space) => (/^ +$/.test(space) ? space : '')).trim();
}

/** Whether a link may lead to an address: to a page, a mailbox or a telephone. */
export function isSafeAddress(address: string): boolean {
  return /^(https?|mailto|tel):/i.test(trimAddress(address));
}
