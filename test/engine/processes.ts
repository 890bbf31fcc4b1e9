import { readdirSync, readFileSync } from 'node:fs';

/** The processes of a browser: those of its process group (proc_pid_stat(5)) whose command line holds `text`. */
export function findProcesses(group: number, text = ''): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state, , pgid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(pgid) !== group || state === 'Z') return false;
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
    } catch {
      return false;
    }
  });
}
