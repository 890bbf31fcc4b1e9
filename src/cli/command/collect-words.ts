/** Gathers the values of a flag that may be repeated. */
export function collectWords(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}
