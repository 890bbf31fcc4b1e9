import { readdirSync, readFileSync } from 'node:fs';

/** A process that is told from a later one with the same number by its start. */
export interface ProcessMark {
  pid: number;
  start: string;
  name: string;
}

interface ProcessFacts extends ProcessMark {
  parent: number;
}

/** All processes below one, of this moment. Linux only, as is everything that reads /proc. */
export function listDescendants(pid: number): ProcessMark[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readFacts(Number(name)))
    .filter((facts) => facts !== undefined);
  const below = new Set([pid]);
  for (let before = 0; before !== below.size; ) {
    before = below.size;
    for (const facts of all) if (below.has(facts.parent)) below.add(facts.pid);
  }
  return all.filter((facts) => facts.pid !== pid && below.has(facts.pid));
}

/** Those of the processes that still run; what has ended and was only not yet collected does not. */
export function listAlive(marks: readonly ProcessMark[]): ProcessMark[] {
  return marks.filter((mark) => readFacts(mark.pid)?.start === mark.start);
}

/** Waits until none of the processes runs, and gives those that still do after `limitMs`. */
export async function waitUntilGone(marks: readonly ProcessMark[], limitMs = 15_000): Promise<ProcessMark[]> {
  const end = Date.now() + limitMs;
  let alive = listAlive(marks);
  while (alive.length > 0 && Date.now() < end) {
    await new Promise((done) => setTimeout(done, 20));
    alive = listAlive(marks);
  }
  return alive;
}

/** Waits until something holds. */
export async function waitUntil(what: string, holds: () => boolean, limitMs = 15_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`in ${limitMs} ms it did not come about: ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

function readFacts(pid: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const close = stat.lastIndexOf(')');
    // The fields after the name, which may hold spaces and brackets: proc_pid_stat(5), from the third on.
    const [state, parent, ...rest] = stat.slice(close + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    return { pid, parent: Number(parent), start: rest[17] ?? '', name: stat.slice(stat.indexOf('(') + 1, close) };
  } catch {
    return undefined;
  }
}
