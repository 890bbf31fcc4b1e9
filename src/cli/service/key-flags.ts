import { maskApiKey } from '../../contract/index.ts';
import { nearestName } from '../../folders/index.ts';
import { readDuration } from '../command/flag-values.ts';
import { CommandError } from '../output/command-error.ts';
import type { KeyRing } from './local-keys.ts';

/** The longest lifetime of a key, in milliseconds: a hundred years, so that the year of its end has four digits (RFC 3339). */
const longestLifetimeMs = 36_500 * 86_400_000;

/** Milliseconds of `--expires`: how long a key is valid. Undefined if it is not given. Throws `usage`. */
export function readLifetime({ expires }: { expires?: string }): number | undefined {
  return expires === undefined ? undefined : readDuration('--expires', expires, 1000, longestLifetimeMs);
}

/**
 * Milliseconds of `--overlap`: how long the rotated secret stays valid, `limitSeconds` at most. Undefined if it is not
 * given. Throws `usage`.
 */
export function readOverlap({ overlap }: { overlap?: string }, limitSeconds: number): number | undefined {
  return overlap === undefined ? undefined : readDuration('--overlap', overlap, 0, limitSeconds * 1000);
}

/** Throws the error of a command for a key that is not among `keys`, and any other error unchanged. */
export async function explainMissingKey(id: string, cause: unknown, keys: Pick<KeyRing, 'list'>): Promise<never> {
  if ((cause as { code?: unknown }).code !== 'not_found') throw cause;
  if (id.startsWith('platen_')) {
    throw new CommandError('usage', `this is a key, not its id: ${maskApiKey(id)}`, {
      fix: 'platen keys list shows the id of each key next to its first and last characters',
    });
  }
  const living = (await keys.list()).filter(({ revoked_at }) => revoked_at === null);
  const near = nearestName(
    id,
    living.map(({ name }) => name),
  );
  const ids = living.filter(({ name }) => name === near).map((key) => key.id);
  throw new CommandError('not_found', `there is no key with this id: ${id}`, {
    fix:
      near === undefined || ids.length > 3
        ? 'see the ids: platen keys list'
        : `the id of the key ${JSON.stringify(near)} is ${ids.join(' or ')}`,
    cause,
  });
}
