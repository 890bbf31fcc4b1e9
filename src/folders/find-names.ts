/** Names in a text that may be those of partials and layouts: any in quotes that starts as they do, also in comments. */
export function findPartialNames(text: string): string[] {
  const found = text.matchAll(/["']((?:partials|layouts)\/[^"'\r\n]{1,200})["']/g);
  return [...new Set(Array.from(found, ([, name = '']) => name))];
}

/** The slug of the partial or layout that a tag names: a name without an extension means an .html file. */
export function slugOfName(name: string): string {
  return name.replace(/\.html$/, '');
}

/**
 * The paths of shared assets that texts may use: those that begin as a path in them does. So a path that a template puts together, as
 * `assets/flags/{{ country }}.svg`, has all that it can become. Style sheets name files in their folder without a path.
 */
export function selectAssets(texts: readonly string[], paths: readonly string[]): string[] {
  const starts = new Set(texts.flatMap(findPathStarts));
  const isNamed = (path: string) => [...starts].some((start) => path.startsWith(start));
  return paths.filter(isNamed);
}

/** The files that a style sheet may use: those whose names it contains. */
export function selectBesideStyles(style: string, paths: readonly string[]): string[] {
  const plain = decode(style);
  return paths.filter((path) => plain.includes(path.slice(path.lastIndexOf('/') + 1)));
}

function findPathStarts(text: string): string[] {
  const found = text.matchAll(/(?<![\p{L}\p{N}_-])(?:assets|partials|layouts)\/[\p{L}\p{N}\p{M}_.@+~%/-]*/gu);
  return Array.from(found, ([start]) => decode(start));
}

function decode(text: string): string {
  return text.replace(/(%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
}
