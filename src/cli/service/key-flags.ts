import { CommandError } from '../output/command-error.ts';
import { formatDuration, parseDuration } from '../settings/duration.ts';

/** Milliseconds of a flag that holds a duration of at least `least`. Throws `usage`. */
export function readLifetime(flag: string, text: string, least: number): number {
  const lifetime = parseDuration(text);
  if (lifetime !== undefined && lifetime >= least) return lifetime;
  const fault = lifetime === undefined ? 'is not a duration' : 'is over at once';
  throw new CommandError('usage', `${flag} ${JSON.stringify(text)} ${fault}`, { fix: 'write 90d or 12h' });
}

/**
 * Milliseconds of `--overlap`: how long what is rotated holds beside the new one, `limitSeconds` at most. Undefined where it is not
 * given. Throws `usage`.
 */
export function readOverlap({ overlap }: { overlap?: string }, limitSeconds: number): number | undefined {
  if (overlap === undefined) return undefined;
  const overlapMs = readLifetime('--overlap', overlap, 0);
  if (overlapMs <= limitSeconds * 1000) return overlapMs;
  const limit = formatDuration(limitSeconds * 1000);
  throw new CommandError('usage', `--overlap ${JSON.stringify(overlap)} is longer than ${limit}`, {
    fix: `write ${limit} or less`,
  });
}

/** Throws what a command says of a key that is not there, and any other error as it is. */
export function explainMissingKey(id: string, cause: unknown): never {
  if ((cause as { code?: unknown }).code !== 'not_found') throw cause;
  throw new CommandError('not_found', `there is no key with this id: ${id}`, {
    fix: 'see the ids: platen keys list',
    cause,
  });
}
