import { LockHeld, type LockTimes, takeLock } from '../../files/file-lock.ts';
import { CommandError } from '../../output/command-error.ts';

/**
 * Acquires the lock of a journal, the file `<journal>.lock`, and returns the function that releases it. Throws `conflict` while
 * another run holds it.
 */
export async function lockJournal(journal: string, times: LockTimes = {}): Promise<() => Promise<void>> {
  const path = `${journal}.lock`;
  try {
    return await takeLock(path, times);
  } catch (error) {
    if (error instanceof LockHeld) {
      throw new CommandError('conflict', `another batch is running with the journal ${journal}`, {
        why: error.message,
        fix: 'wait for it, or use another journal: --journal <file>',
      });
    }
    throw new CommandError('io_failed', `cannot write ${path}`, {
      why: (error as NodeJS.ErrnoException).code ?? (error as Error).message,
      fix: 'name a place for the journal that can be written: --journal <file>',
      cause: error,
    });
  }
}
