import { type Destination, escapePointer } from '../../contract/index.ts';
import type { Engine } from '../../engine/index.ts';
import { RequestError } from '../answers/problems.ts';

/** Headers that say how a message travels, and where: they are the service's (RFC 9110, sections 7 and 8.6; RFC 9112, section 6). */
const ownHeaders =
  /^(host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*|:.*)$/i;

/**
 * Refuses immediately what can never be sent: `invalid_request` for headers that are the service's and for an address with a password,
 * `address_not_allowed` for an address that the rules refuse whatever its name resolves to.
 */
export async function checkDestination(
  engine: Pick<Engine, 'refusesOutside'>,
  { put, headers = {} }: Destination,
): Promise<void> {
  const { username, password } = new URL(put);
  if (username !== '' || password !== '') {
    throw refuse('/destination/put', 'must not contain a user or a password; send them as a header "Authorization"');
  }
  const seen = new Set<string>();
  for (const name of Object.keys(headers)) {
    const pointer = `/destination/headers/${escapePointer(name)}`;
    if (ownHeaders.test(name)) throw refuse(pointer, 'is a header that the service sets itself');
    if (seen.has(name.toLowerCase())) throw refuse(pointer, 'is there twice; upper and lower case are the same');
    seen.add(name.toLowerCase());
  }
  if (await engine.refusesOutside(put)) {
    throw refuse('/destination/put', 'is a URL that is not allowed', 'address_not_allowed');
  }
}

function refuse(
  pointer: string,
  detail: string,
  code: 'invalid_request' | 'address_not_allowed' = 'invalid_request',
): RequestError {
  return new RequestError(code, `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
