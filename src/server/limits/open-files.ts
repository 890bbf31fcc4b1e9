import { readFileSync } from 'node:fs';

/** The most files and connections that this process may have open. Undefined without proc(5), and if there is no limit. */
export function readFileLimit(read = () => readFileSync('/proc/self/limits', 'utf8')): number | undefined {
  try {
    const soft = /^Max open files +(\d+)/m.exec(read())?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/**
 * How many connections a service takes, half of the files at most: the other half is for pages, the store and the browser. If there are
 * no files left, Linux closes connections that no program sees.
 */
export function boundConnections(wanted: number, files: number | undefined): number {
  return files === undefined ? wanted : Math.max(1, Math.min(wanted, Math.floor(files / 2)));
}
