import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const profile = join(import.meta.dirname, '../../examples/container/seccomp.json');

/** What is run in a container. */
export interface Contents {
  /** The root file system, which stays as it is. */
  rootfs: string;
  /** The words of the first process. */
  args: string[];
  /** Its variables, such as "HOME=/". */
  env: string[];
  /** Files outside, by where they are mounted inside. */
  files?: Record<string, string> | undefined;
}

/** Where the folder for results lies in the container. */
export const resultsInside = '/srv/results';

/**
 * Writes a bundle of runc (OCI runtime specification 1.0) into a folder: its own proposal, changed to the settings of the examples. Gives
 * the folder outside of the container that is mounted for results.
 */
export function writeBundle(folder: string, { rootfs, args, env, files = {} }: Contents): string {
  const results = join(folder, 'results');
  mkdirSync(results);
  chownSync(results, 1000, 1000);
  execFileSync('runc', ['spec'], { cwd: folder });
  const file = join(folder, 'config.json');
  const config = JSON.parse(readFileSync(file, 'utf8'));
  const tmpfs = (destination: string, ...options: string[]) => ({
    destination,
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', 'nodev', ...options],
  });
  Object.assign(config.process, {
    terminal: false,
    user: { uid: 1000, gid: 1000 },
    args,
    env,
    capabilities: { bounding: [], effective: [], permitted: [], ambient: [], inheritable: [] },
    noNewPrivileges: true,
    rlimits: [],
  });
  config.root = { path: rootfs, readonly: true };
  config.mounts.push(tmpfs('/tmp', 'size=1g', 'mode=1777'));
  config.mounts.push(tmpfs('/var/lib/platen', 'mode=0700', 'uid=1000', 'gid=1000'));
  config.mounts.push({
    destination: resultsInside,
    type: 'bind',
    source: results,
    options: ['bind', 'nosuid', 'nodev'],
  });
  for (const [destination, source] of Object.entries(files)) {
    config.mounts.push({ destination, type: 'bind', source, options: ['bind', 'ro'] });
  }
  // The network of this machine, so that the service can be asked.
  config.linux.namespaces = config.linux.namespaces.filter(({ type }: { type: string }) => type !== 'network');
  const seccomp = JSON.parse(readFileSync(profile, 'utf8'));
  config.linux.seccomp = {
    ...seccomp,
    syscalls: seccomp.syscalls.map(({ comment: _, ...rule }: object & { comment?: string }) => rule),
  };
  writeFileSync(file, JSON.stringify(config));
  return results;
}
