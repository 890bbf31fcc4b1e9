import { makeFolder } from '../../folders/index.ts';
import { CommandError } from '../output/command-error.ts';

/** Makes a folder of the user's, with those above it, where it is missing. `shown` is its name in errors. Throws `io_failed`. */
export function provideFolder(folder: string, shown = folder): void {
  try {
    makeFolder(folder);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new CommandError('io_failed', `cannot make the folder ${shown}`, { why: code ?? String(cause), cause });
  }
}
