/** A name of a part, or the path of an address that names one, in the form in which they are compared. */
export function normalizePath(path: string): string {
  return path
    .replace(/\\/g, '/')
    .replace(/^(\.?\/)+/, '')
    .normalize();
}

/** The index of the place of a contents page that an address means by its path: 7 for "/.toc/7". */
export function readPlaceIndex(pathname: string): number | undefined {
  const index = /^\/\.toc\/(\d{1,6})$/.exec(pathname)?.[1];
  return index === undefined ? undefined : Number(index);
}

/** Text without percent-encoding; as it is where that is broken. */
export function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Finds what `find` knows by the name that a path means. It starts at the folder of the linking part, whose names are `own`; the
 * browser has dropped `..` above the top of the made-up address by then, so the folders above are tried too.
 */
export function findByPath<T>(
  own: readonly string[],
  path: string,
  find: (name: string) => T | undefined,
): T | undefined {
  const folders = (own[0] ?? '').split('/').slice(0, -1);
  for (let depth = folders.length; depth >= 0; depth--) {
    const found = find([...folders.slice(0, depth), path].join('/'));
    if (found !== undefined) return found;
  }
  return undefined;
}
