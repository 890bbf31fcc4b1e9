import { readFileSync } from 'node:fs';

/**
 * The identity of a living process, which distinguishes it from an earlier process of the same number: boot and start time
 * (proc_pid_stat(5), field 22). Empty if the system does not say; undefined if no such process is alive.
 */
export function identifyProcess(id: number): string | undefined {
  try {
    process.kill(id, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined;
  }
  if (process.platform !== 'linux') return '';
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    // The name of the program comes second, in brackets, and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie stays until its parent waits for it: for ever in a container without an init.
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    const started = fields[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${started}`;
  } catch {
    return '';
  }
}
