import type { ChildProcess } from 'node:child_process';

/**
 * Ends a child at once (SIGKILL). One that could not be started is left alone: Node keeps its handle for a moment and would signal
 * the number that its memory happens to hold, another process or, with 0, this process and all of its group (kill(2)).
 */
export function killChild(child: ChildProcess): void {
  if (child.pid !== undefined) child.kill('SIGKILL');
}
