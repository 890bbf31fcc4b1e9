import { createHash } from 'node:crypto';

/** What is kept of a secret of 256 bits: its SHA-256 in hex. A slow hash is for secrets that people choose. */
export function digestSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
