import type { ChildProcess } from 'node:child_process';

/**
 * Kills a child at once (SIGKILL). Leaves one alone that did not start: Node keeps its handle for a moment and would signal
 * whatever number its memory holds, which is another process or, with 0, this process and its group (kill(2)).
 */
export function killChild(child: ChildProcess): void {
  if (child.pid !== undefined) child.kill('SIGKILL');
}
