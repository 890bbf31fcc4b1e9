import { RequestError } from './problems.ts';

const entityTag = /(W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** The strong ETag of a template's version (RFC 9110, section 8.8.3). */
export function formatEtag(version: number): string {
  return `"v${version}"`;
}

/**
 * The versions that an If-Match header accepts; undefined without a header and for `*`. A weak or foreign tag matches nothing
 * (RFC 9110, section 13.1.1), so a header of such tags alone gives an empty list. Throws `invalid_request`.
 */
export function readIfMatch(header: string | undefined): number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return readTags(header, 'If-Match').flatMap((tag) =>
    /^"v[1-9]\d{0,14}"$/.test(tag) ? [Number(tag.slice(2, -1))] : [],
  );
}

/**
 * Whether an If-None-Match header names this ETag, so that a read is answered with 304. Weak tags count as well (RFC 9110, section
 * 13.1.2). Throws `invalid_request`.
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || readTags(header, 'If-None-Match').some((tag) => tag.replace(/^W\//, '') === etag);
}

/** The tags of a list. Throws `invalid_request` for anything else. */
function readTags(header: string, name: string): string[] {
  const tags = header.match(entityTag) ?? [];
  // A tag may hold a comma, and a list may have empty items (RFC 9110, section 5.6.1). No header holds U+0000.
  const between = header.replace(entityTag, '\0');
  if (!/^[\t ,]*\0([\t ]*,[\t ,]*\0)*[\t ,]*$/.test(between)) {
    throw new RequestError('invalid_request', `the header ${name} is not a list of quoted ETags`);
  }
  return tags;
}
