import { readFileSync } from 'node:fs';

/**
 * Lists the zygotes: the processes that a browser on Linux forks all others from. Without one of them the browser still
 * answers, but opens no pages. Empty on other systems, or if the kernel does not list children (proc_pid_children(5)).
 */
export function listZygotes(browserPid: number): number[] {
  if (process.platform !== 'linux') return [];
  const zygotes = listChildren(browserPid).filter(isZygote);
  // The zygote inside the sandbox is a child of another zygote.
  return zygotes.flatMap((pid) => [pid, ...listChildren(pid).filter(isZygote)]);
}

/**
 * Whether a process runs (proc_pid_stat(5)). A zombie does not. True if the system cannot say at the moment, for instance
 * with too many open files.
 */
export function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch (error) {
    return !goneCodes.has((error as NodeJS.ErrnoException).code);
  }
}

// ESRCH: the process ended between opening and reading.
const goneCodes = new Set<string | undefined>(['ENOENT', 'ESRCH']);

function listChildren(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

function isZygote(pid: number): boolean {
  return read(`/proc/${pid}/cmdline`).includes('--type=zygote');
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
