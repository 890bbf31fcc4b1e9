import { isSealed, type SecretBox, type SecretOwner } from '../secrets/secret-box.ts';

/** The text of the column `request`: JSON, after a line with the sealed secrets if there are any. */
export function writeStoredRequest(
  box: SecretBox,
  owner: SecretOwner,
  { request, secrets }: { request: string; secrets?: string | undefined },
): string {
  return secrets === undefined ? request : `${box.seal(secrets, owner)}\n${request}`;
}

/** The JSON of a request, and what gives its secrets. */
export interface ReadRequest {
  request: string;
  /** Undefined for a request without any. Throws `io_failed` if they cannot be opened. */
  openSecrets(): string | undefined;
}

/** Reads the column. A request of an older platen has its secrets within itself. */
export function readStoredRequest(box: SecretBox, owner: SecretOwner, text: string): ReadRequest {
  if (!isSealed(text)) return { request: text, openSecrets: () => undefined };
  const end = text.indexOf('\n');
  const sealed = text.slice(0, end);
  return { request: text.slice(end + 1), openSecrets: () => box.open(sealed, owner) };
}
