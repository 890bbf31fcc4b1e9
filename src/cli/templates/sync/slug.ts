/** Code points of a slug; four bytes each still fit into a file name everywhere. */
const longest = 60;

/** Names that Windows keeps for devices, whatever follows the first dot. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * A folder name for a template: lower case, letters and digits of any script, the rest as hyphens. Safe on every platform;
 * accents of Latin letters are dropped, because file systems disagree on how to write them (UAX #15).
 */
export function buildSlug(name: string): string {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})[\u0300-\u036f]+/gu, '')
    .normalize('NFC');
  const words = plain.replace(/[^\p{L}\p{N}\p{M}]+/gu, '-').replace(/^[\p{M}-]+|-+$/gu, '');
  const slug = [...words].slice(0, longest).join('').replace(/-+$/, '');
  if (slug === '') return 'template';
  return reserved.test(slug) ? `${slug}-template` : slug;
}

/**
 * A folder name that is not taken; a number follows where it would be. `taken` holds keys of `slugKey` and gets the new
 * one's.
 */
export function takeSlug(name: string, taken: Set<string>): string {
  const slug = buildSlug(name);
  let free = slug;
  for (let number = 2; taken.has(slugKey(free)); number++) free = `${slug}-${number}`;
  taken.add(slugKey(free));
  return free;
}

/** What two folder names have in common where a file system cannot tell them apart. */
export function slugKey(slug: string): string {
  return slug.normalize('NFC').toLowerCase();
}
