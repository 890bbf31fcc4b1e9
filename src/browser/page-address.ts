/**
 * Reads an address that a page, an answer or the browser names; undefined for one that is invalid to Node. Chromium keeps hosts with
 * spaces, `%20` and the like, which the constructor `URL` refuses with an exception: addresses of pages are read here alone.
 */
export function readPageAddress(text: string): URL | undefined {
  return URL.parse(text) ?? undefined;
}

/** The name of the file that an address below an origin leads to: empty for its document, undefined if there can be none. */
export function fileNameOf(url: string, origin: string): string | undefined {
  const address = url.startsWith(`${origin}/`) ? readPageAddress(url) : undefined;
  if (address === undefined) return undefined;
  try {
    return decodeURIComponent(address.pathname.slice(1));
  } catch {
    return undefined;
  }
}
