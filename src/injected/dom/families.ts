/** A family of a list as it is compared: without quotes, in lower case. */
export function plainFamily(family: string): string {
  return family.trim().replace(/^"|"$/g, '').toLowerCase();
}

/** Builds the function that says whether a list of families has none of those that `fonts` load. */
export function buildForeignTest(brought: ReadonlySet<string>): (stack: string) => boolean {
  return (stack) => !stack.split(',').some((family) => brought.has(plainFamily(family)));
}

/** The families of `@font-face` rules whose files did not fail. */
export function listBrought(fonts: Iterable<FontFace>): Set<string> {
  return new Set([...fonts].filter(({ status }) => status !== 'error').map(({ family }) => plainFamily(family)));
}
