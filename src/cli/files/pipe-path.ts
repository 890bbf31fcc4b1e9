import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';

/**
 * Whether a path is a pipe that a shell has opened for this command, as for `<(…)`: it has a writer, so reading it ends. A named pipe may
 * have none.
 */
export function isShellPipe(path: string, facts: Pick<Stats, 'isFIFO'>): boolean {
  return facts.isFIFO() && /^\/(?:dev|proc\/(?:self|\d+))\/fd\/\d+$/.test(path);
}

/** Whether a path leads to a pipe of any kind. */
export async function leadsToPipe(path: string): Promise<boolean> {
  return stat(path).then(
    (facts) => facts.isFIFO(),
    () => false,
  );
}
