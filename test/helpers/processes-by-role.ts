import { readdirSync, readFileSync } from 'node:fs';
import { listDescendants } from './process-tree.ts';

/** The processes below this one whose command line holds `text`, such as "--type=zygote". Linux only. */
export function findByRole(text: string): number[] {
  return listDescendants(process.pid)
    .map(({ pid }) => pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(text);
      } catch {
        return false;
      }
    });
}

/** Processes that have ended and that their parent, this process or one below it, has not collected. */
export function listZombies(): number[] {
  const family = new Set([process.pid, ...listDescendants(process.pid).map(({ pid }) => pid)]);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return state === 'Z' && family.has(Number(parent));
      } catch {
        return false;
      }
    });
}
