import { type Element, findAttribute, readTextOf, setAttribute } from '../html/html-tree.ts';

/** Gives every heading the id that GitHub would give it, each only once; an id written by hand stays. */
export function addHeadingIds(headings: Element[]): void {
  const taken = new Set(headings.map((heading) => findAttribute(heading, 'id')).filter((id) => id !== undefined));
  // Counts each slug, so that a thousand equal headings do not cost a million look-ups.
  const asked = new Map<string, number>();
  for (const heading of headings) {
    if (findAttribute(heading, 'id') !== undefined) continue;
    const slug = buildSlug(readTextOf(heading));
    let count = asked.get(slug) ?? 0;
    let id = count === 0 ? slug : `${slug}-${count}`;
    while (taken.has(id)) id = `${slug}-${++count}`;
    asked.set(slug, count + 1);
    taken.add(id);
    setAttribute(heading, 'id', id);
  }
}

/** Lower case, letters, digits, marks, hyphens and underscores kept, each blank one hyphen. */
function buildSlug(text: string): string {
  const slug = text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
  return slug === '' ? 'section' : slug;
}
