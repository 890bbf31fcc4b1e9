/** Characters that mean something to their font alone, as icons do (Unicode Standard, 23.5). */
const privateUse = /\p{Co}/gu;

/** The characters of private use in a text. */
export function listPrivate(text: string): string[] {
  return text.match(privateUse) ?? [];
}

/** A text without its characters of private use. */
export function dropPrivate(text: string): string {
  return text.replace(privateUse, '');
}
