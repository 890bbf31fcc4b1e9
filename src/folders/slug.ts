/** The longest slug in code points; at four bytes each it fits into a file name everywhere. */
const longest = 60;

/** What an id looks like: no slug may be taken for one (RFC 9562, section 4). */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Names that Windows keeps for devices, whatever follows the first dot, and those of folders that templates share. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d|partials|layouts|assets)$/;

/**
 * A slug for a template, which is a folder name too: lower case, letters and digits of any script, the rest as hyphens. Safe on every platform;
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
  return reserved.test(slug) || uuid.test(slug) ? `${slug}-template` : slug;
}

/**
 * A slug that is not taken, with a number if needed. `taken` holds keys of `slugKey`, and gets the new key. `numbers` remembers the
 * number after the last one of each slug, so that many equal names take no longer than others.
 */
export function takeSlug(name: string, taken: Set<string>, numbers = new Map<string, number>()): string {
  const slug = buildSlug(name);
  let free = slug;
  let number = numbers.get(slug) ?? 2;
  for (; taken.has(slugKey(free)); number++) free = `${slug}-${number}`;
  numbers.set(slug, number);
  taken.add(slugKey(free));
  return free;
}

/** A key that is equal for folder names that some file system treats as the same. */
export function slugKey(slug: string): string {
  return slug.normalize('NFC').toLowerCase();
}

/** What a template with this slug is: the slug of a partial and of a layout is the path of a file. */
export function kindOfSlug(slug: string): 'template' | 'partial' | 'layout' {
  const [, folder] = /^(?:[^/]+\/)?(partials|layouts)\/./.exec(slug) ?? [];
  if (folder === undefined) return 'template';
  return folder === 'partials' ? 'partial' : 'layout';
}
