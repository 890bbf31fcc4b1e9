/** The longest slug in code points; at four bytes each it fits into a file name everywhere. */
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
 * A folder name that is not taken, with a number where needed. `taken` holds keys of `slugKey`, and gets the new key.
 */
export function takeSlug(name: string, taken: Set<string>): string {
  const slug = buildSlug(name);
  let free = slug;
  for (let number = 2; taken.has(slugKey(free)); number++) free = `${slug}-${number}`;
  taken.add(slugKey(free));
  return free;
}

/** A key that is equal for folder names that some file system treats as the same. */
export function slugKey(slug: string): string {
  return slug.normalize('NFC').toLowerCase();
}
