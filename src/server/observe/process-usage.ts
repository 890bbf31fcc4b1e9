import { readFileSync } from 'node:fs';

/** What a process and all its descendants use. */
interface Usage {
  processes: number;
  /** Seconds of processor time, with that of descendants which have ended. */
  cpuSeconds: number;
  /** Bytes of resident memory. Pages that processes share count for each. */
  residentBytes: number;
}

/** Clock ticks of proc(5) in a second, as Linux has them on x64 and arm64. */
const ticksPerSecond = 100;

/** Reads what a process and its descendants use. Undefined if there is no proc(5), or no such process. */
export function readTreeUsage(root: number | undefined): Usage | undefined {
  if (root === undefined) return undefined;
  const usage = { processes: 0, cpuSeconds: 0, residentBytes: 0 };
  const waiting = [root];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    try {
      // The name in the second field may hold blanks and brackets: proc(5) ends it with the last bracket.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number);
      const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
      usage.processes += 1;
      usage.cpuSeconds += (user + system + childUser + childSystem) / ticksPerSecond;
      // In kB, because memory pages have 4 to 64 kB.
      const resident = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
      usage.residentBytes += 1024 * Number(resident ?? 0);
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
      if (children !== '') waiting.push(...children.split(' ').map(Number));
    } catch {
      // It has ended meanwhile.
    }
  }
  return usage.processes === 0 ? undefined : usage;
}
