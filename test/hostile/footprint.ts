import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { unlessGone } from './unless-gone.ts';

/** What a service holds besides memory. */
export interface Footprint {
  processes: number;
  /** What its open descriptors stand for. */
  descriptors: string[];
  /** Ports that it or a process below it listens on. */
  listeners: string[];
  /** Entries of the folders that may hold temporary files. */
  files: string[];
}

/** Takes the footprint of a process and all below it. */
export function takeFootprint(pid: number, folders: readonly string[]): Footprint {
  const family = listDescendants(pid);
  const sockets = new Set(family.flatMap(listDescriptors));
  return {
    processes: family.length,
    descriptors: listDescriptors(pid),
    listeners: ['tcp', 'tcp6'].flatMap((table) => readListeners(table, sockets)),
    files: folders.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`)),
  };
}

/** What has grown beyond a baseline, in words. */
export function compareFootprints(before: Footprint, now: Footprint): string[] {
  const grown: string[] = [];
  // Chromium keeps a renderer in reserve, and its helpers come and go.
  if (now.processes > before.processes + 2) grown.push(`${now.processes} processes, at the start ${before.processes}`);
  // Connections of clients that have just left, and of the database.
  if (now.descriptors.length > before.descriptors.length + 4) {
    const known = [...before.descriptors];
    const fresh = now.descriptors.filter((name) => !known.includes(name) || !known.splice(known.indexOf(name), 1));
    const counts = `${now.descriptors.length} descriptors, at the start ${before.descriptors.length}`;
    grown.push(`${counts}; since then ${fresh.map(describeDescriptor).sort().join(', ')}`);
  }
  // The engine keeps proxies for the next renders and replaces them, so only their number tells.
  if (now.listeners.length > before.listeners.length) {
    grown.push(`${now.listeners.length} listeners, at the start ${before.listeners.length}`);
  }
  // A browser that was replaced has a new folder in place of the old one.
  const files = now.files.filter((file) => !before.files.includes(file));
  if (now.files.length > before.files.length) grown.push(`files left: ${files.join(', ')}`);
  return grown;
}

/** The ports that a process or one below it listens on. */
export function listPorts(pid: number): number[] {
  const { listeners } = takeFootprint(pid, []);
  return listeners.map((local) => Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16));
}

/** A process and all below it. */
export function listDescendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), readParent(name));
  }
  const isBelow = (child: number): boolean => child === pid || (child > 1 && isBelow(parents.get(child) ?? 0));
  return [...parents.keys()].filter(isBelow);
}

function readParent(pid: string): number {
  const stat = unlessGone(() => readFileSync(`/proc/${pid}/stat`, 'latin1'), ') ? 0');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** What the open descriptors of a process stand for, such as "socket:[1234]". */
function listDescriptors(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return unlessGone(() => readdirSync(folder), []).flatMap((name) =>
    unlessGone(() => [readlinkSync(`${folder}/${name}`)], []),
  );
}

/** A descriptor with what a socket is connected to, as far as proc(5) knows it. */
function describeDescriptor(name: string): string {
  const inode = /^socket:\[(\d+)\]$/.exec(name)?.[1];
  if (inode === undefined) return name;
  for (const table of ['tcp', 'tcp6', 'udp', 'udp6', 'unix']) {
    const lines = readFileSync(`/proc/net/${table}`, 'latin1').split('\n');
    const line = lines.find((text) => text.trim().split(/\s+/).includes(inode));
    if (line !== undefined) return `${table} ${line.trim().split(/\s+/).slice(1, 4).join(' ')}`;
  }
  return name;
}

function readListeners(table: string, sockets: ReadonlySet<string>): string[] {
  const lines = readFileSync(`/proc/net/${table}`, 'latin1').trim().split('\n').slice(1);
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(`socket:[${inode}]`))
    .map(([, local = '']) => local);
}
