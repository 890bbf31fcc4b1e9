// The program `fillStorage`: runs before the scripts of each document, in an isolated world.

/** Fills the local storage of documents of an origin. */
export default function fillStorage(origin: string, entries: readonly (readonly [string, string])[]): void {
  if (location.origin !== origin) return;
  for (const [name, value] of entries) localStorage.setItem(name, value);
}
