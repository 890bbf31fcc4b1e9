import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { StoreError } from '../database/store-error.ts';
import type { KeyFile } from './key-file.ts';

/** What a secret belongs to. It opens for this row alone, so that a sealed text cannot be moved to another. */
export interface SecretOwner {
  kind: 'render' | 'webhook';
  account: string;
  id: string;
}

/** Seals what rows keep and callers must not read in the database: passwords, credentials, secrets that sign. */
export interface SecretBox {
  /** Whether there is a key to seal with. */
  readonly canSeal: boolean;
  /** The text, encrypted (AES-256-GCM). It is one word. Throws `config_invalid` if there is no key to seal with. */
  seal(text: string, owner: SecretOwner): string;
  /** The text that was sealed. Throws `io_failed` if its key is not there, or if it was changed or moved. */
  open(sealed: string, owner: SecretOwner): string;
}

/** Bytes of a nonce and of a tag (NIST SP 800-38D, 5.2.1). */
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;
const cipher = 'aes-256-gcm';
const mark = 'sealed:1:';

/** Whether a stored text was sealed. Texts of an older platen were not. */
export function isSealed(text: string): boolean {
  return text.startsWith(mark);
}

interface NamedKey {
  /** Eight hexadecimal digits that tell nothing of the key. */
  name: string;
  bytes: Buffer;
}

/**
 * Opens it. The first key seals, each opens. Without one, the key of the file seals, which is made when it is first needed; the file
 * opens in any case. Throws `config_invalid` for a key that is not 32 bytes in base64 or hexadecimal digits.
 */
export function openSecretBox(texts: readonly string[], file: KeyFile | undefined): SecretBox {
  const keys = texts.map(readKey);
  let fileKey: NamedKey | undefined;

  function useFile(make: boolean): NamedKey | undefined {
    const text = fileKey ? undefined : make ? file?.make() : file?.read();
    if (text !== undefined) fileKey = readKey(text);
    return fileKey;
  }

  function findKey(name: string): NamedKey | undefined {
    const known = keys.find((key) => key.name === name);
    if (known) return known;
    const kept = useFile(false);
    return kept?.name === name ? kept : undefined;
  }

  return {
    canSeal: keys.length > 0 || file !== undefined,
    seal(text, owner) {
      const key = keys[0] ?? useFile(true);
      if (key === undefined) {
        throw new StoreError('config_invalid', 'there is no key that encrypts secrets in the database', setKey);
      }
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, key.bytes, nonce).setAAD(describeOwner(owner));
      const bytes = Buffer.concat([nonce, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]);
      return `${mark}${key.name}:${bytes.toString('base64url')}`;
    },
    open(sealed, owner) {
      const [name = '', text = ''] = sealed.slice(mark.length).split(':');
      const what = `the secrets of ${owner.kind} ${owner.id}`;
      const key = findKey(name);
      if (key === undefined) {
        throw new StoreError(
          'io_failed',
          `${what} are encrypted with the key ${name}, which this service does not have`,
          {
            fix: 'add that key to PLATEN_SECRET_KEY, after a comma, or put back the file secret.key of the data folder',
          },
        );
      }
      const bytes = Buffer.from(text, 'base64url');
      try {
        const opening = createDecipheriv(cipher, key.bytes, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
          .setAAD(describeOwner(owner))
          .setAuthTag(bytes.subarray(-tagBytes));
        return opening.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + opening.final('utf8');
      } catch (error) {
        throw new StoreError('io_failed', `${what} were changed in the database`, { cause: error });
      }
    },
  };
}

const setKey = { fix: 'set PLATEN_SECRET_KEY to the output of: openssl rand -base64 32' };

function readKey(text: string): NamedKey {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (bytes.length !== keyBytes) {
    throw new StoreError('config_invalid', 'a secret key must be 32 bytes in base64 or hexadecimal digits', setKey);
  }
  const name = createHash('sha256').update('platen secret key').update(bytes).digest('hex').slice(0, 8);
  return { name, bytes };
}

function describeOwner({ kind, account, id }: SecretOwner): Buffer {
  return Buffer.from(JSON.stringify([kind, account, id]));
}
