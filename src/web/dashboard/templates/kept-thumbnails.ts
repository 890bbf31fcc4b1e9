// Pictures of first pages, kept in the browser by template and version, so that each is drawn once.
const name = 'platen-thumbnails';

/** Browsers have a cache for pages at https and on this machine; elsewhere pictures last as long as the page. */
const inMemory = new Map<string, Blob>();

function addressOf(id: string, etag: string): string {
  return `/${name}/${id}?${encodeURIComponent(etag)}`;
}

/** The kept picture of a version. */
export async function findThumbnail(id: string, etag: string): Promise<Blob | undefined> {
  const address = addressOf(id, etag);
  if (!('caches' in globalThis)) return inMemory.get(address);
  const found = await (await caches.open(name)).match(address);
  return found?.blob();
}

/** Keeps a picture, and removes those of older versions. */
export async function keepThumbnail(id: string, etag: string, picture: Blob): Promise<void> {
  const address = addressOf(id, etag);
  if (!('caches' in globalThis)) {
    inMemory.set(address, picture);
    return;
  }
  const cache = await caches.open(name);
  await cache.delete(address, { ignoreSearch: true });
  await cache.put(address, new Response(picture));
}

/** Forgets all of them. */
export async function forgetThumbnails(): Promise<void> {
  inMemory.clear();
  if ('caches' in globalThis) await caches.delete(name);
}
