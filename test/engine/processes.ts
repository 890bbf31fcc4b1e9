import { readdirSync, readFileSync } from 'node:fs';

/** Lists the processes of a browser: its process group (proc_pid_stat(5)), filtered by `text` in the command line. */
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
