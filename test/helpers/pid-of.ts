/**
 * The number of a process that was started. Throws where there is none: 0 in its place would stand for the group of the
 * tests themselves (kill(2)), and for all processes where a tree of them is listed.
 */
export function pidOf(child: { pid?: number | undefined }): number {
  if (child.pid === undefined || !(child.pid > 1)) throw new Error(`no process was started, but ${child.pid}`);
  return child.pid;
}
