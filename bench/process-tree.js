import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a service and all below it use at this moment: proc(5), so on Linux only. Files are those below `folders`. */
export function look(pid, folders) {
  const family = listFamily(pid);
  const running = family.filter(({ state }) => state !== 'Z');
  return {
    pids: running.map((one) => one.pid),
    processes: running.length,
    zombies: family.length - running.length,
    memory: running.reduce((sum, one) => sum + readMemory(one.pid), 0),
    descriptors: list(`/proc/${pid}/fd`).length,
    files: countFiles(folders),
  };
}

/** What is still there of a service that has ended. */
export async function lookAfter({ pids }, folders) {
  await sleep(1000);
  // What has ended is collected by the system's first process, at its leisure.
  const running = pids.filter((pid) => (readStat(pid)?.state ?? 'Z') !== 'Z');
  return { processes: running.length, files: countFiles(folders) };
}

/** Waits until a service that is not asked for anything has come to rest: pages wait half a minute. */
export const settle = () => sleep(60_000);

/** Watches what a service and all below it use until the end: seconds of processor time, most memory at a moment. */
export function watchCost(pid, everyMs = 250) {
  const seconds = () => listFamily(pid).reduce((sum, one) => sum + one.ticks, 0) / ticksPerSecond;
  const before = seconds();
  let memory = 0;
  const sample = () => {
    memory = Math.max(memory, look(pid, []).memory);
  };
  sample();
  const timer = setInterval(sample, everyMs);
  return {
    end() {
      clearInterval(timer);
      sample();
      return { seconds: seconds() - before, memory };
    },
  };
}

/** USER_HZ, which is 100 wherever Node runs (proc(5)). */
const ticksPerSecond = 100;

function listFamily(pid) {
  const all = list('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter(Boolean);
  const family = new Set([pid]);
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const one of all) if (family.has(one.parent)) family.add(one.pid);
  }
  return all.filter((one) => family.has(one.pid));
}

function readStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Its own time, and that of those below it which have ended.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid, state: fields[0], parent: Number(fields[1]), ticks };
  } catch {
    return undefined;
  }
}

/** The share of a process in all memory: pages that several hold count once (proc_pid_smaps(5)). */
function readMemory(pid) {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function countFiles(folders) {
  return folders.reduce((sum, folder) => sum + list(folder).length, 0);
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
