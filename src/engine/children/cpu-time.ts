import { readFileSync } from 'node:fs';

/** Milliseconds of a clock tick: USER_HZ is 100 on every Linux (time(7)). */
const tickMs = 10;

/** The processor time of another process in milliseconds (proc_pid_stat(5)). Undefined where the system does not tell. */
export function readCpuTime(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program may hold blanks and brackets; behind it, user and system time are the 12th and 13th field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? ticks * tickMs : undefined;
  } catch {
    return undefined;
  }
}
