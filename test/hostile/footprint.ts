import { readdirSync, readFileSync } from 'node:fs';

/** What a service holds besides memory. */
export interface Footprint {
  processes: number;
  /** Ports listened on in this namespace. */
  listeners: string[];
  /** Entries of the folders that may hold temporary files. */
  files: string[];
}

/** Takes the footprint of a process and all below it. */
export function takeFootprint(pid: number, folders: readonly string[]): Footprint {
  return {
    processes: countDescendants(pid),
    listeners: ['tcp', 'tcp6'].flatMap(readListeners).sort(),
    files: folders.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`)),
  };
}

function countDescendants(pid: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), readParent(name));
  }
  const isBelow = (one: number): boolean => one === pid || (one > 1 && isBelow(parents.get(one) ?? 0));
  return [...parents.keys()].filter(isBelow).length;
}

function readParent(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // It ended meanwhile.
    return 0;
  }
}

function readListeners(table: string): string[] {
  const lines = readFileSync(`/proc/net/${table}`, 'latin1').trim().split('\n').slice(1);
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state]) => state === '0A')
    .map(([, local = '']) => `${table} ${local}`);
}
