import { RequestError } from './problems.ts';

/** The ETag of a template's version: strong, quoted (RFC 9110, section 8.8.3). */
export function formatEtag(version: number): string {
  return `"v${version}"`;
}

/**
 * The versions an If-Match header accepts: undefined for none given or `*`. A weak or foreign tag matches nothing
 * (RFC 9110, section 13.1.1), so a header of only such tags gives an empty list.
 */
export function readIfMatch(header: string | undefined): number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const tags = header.split(',').map((tag) => tag.trim());
  if (tags.some((tag) => !/^(W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(tag))) {
    throw new RequestError('invalid_request', 'the header If-Match is not a list of quoted ETags');
  }
  return tags.flatMap((tag) => (/^"v\d{1,15}"$/.test(tag) ? [Number(tag.slice(2, -1))] : []));
}
