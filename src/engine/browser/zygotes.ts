import { readFileSync } from 'node:fs';

/**
 * The processes that a browser on Linux forks all its others from. Without one of them the browser lives on and answers,
 * but its pages never come up. None on other systems, or where the kernel does not list children (proc_pid_children(5)).
 */
export function listZygotes(browserPid: number): number[] {
  if (process.platform !== 'linux') return [];
  const zygotes = listChildren(browserPid).filter(isZygote);
  // The one inside the sandbox is a child of another.
  return zygotes.flatMap((pid) => [pid, ...listChildren(pid).filter(isZygote)]);
}

/**
 * Whether a process runs; one that has ended and was not yet collected does not (proc_pid_stat(5)). True where the system
 * cannot say just now, as while no more files may be opened.
 */
export function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch (error) {
    return !goneCodes.has((error as NodeJS.ErrnoException).code);
  }
}

// The second where it ends between opening and reading.
const goneCodes = new Set<string | undefined>(['ENOENT', 'ESRCH']);

function listChildren(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

function isZygote(pid: number): boolean {
  return read(`/proc/${pid}/cmdline`).includes('--type=zygote');
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1').trim();
  } catch {
    return '';
  }
}
