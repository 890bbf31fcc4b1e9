import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { BrowserFiles } from './find-browser.ts';
import { findRenderUser } from './private-folders.ts';

/** What the advice is read from. Returns undefined for a file that is missing or cannot be read. */
export type ReadSystemFile = (path: string) => string | undefined;

/**
 * The one fix for a kernel that refuses Chromium the user namespaces of its sandbox, by what refuses them on this machine
 * (user_namespaces(7)): the container, a limit of the kernel, or AppArmor, as on Ubuntu since 23.10.
 */
export function adviseOnNamespaces(files: BrowserFiles, read: ReadSystemFile = readSystemFile): string {
  if (process.getuid?.() === 0 && findRenderUser() === undefined) {
    return 'As root of a user namespace without other users it has none: run platen as an ordinary user, or give the namespace more users (unshare --map-auto).';
  }
  for (const [setting, refusing, allowing] of limits) {
    if (read(`/proc/sys/${setting.replaceAll('.', '/')}`)?.trim() === refusing) {
      return `Allow user namespaces: sudo sysctl -w ${setting}=${allowing}`;
    }
  }
  if (read('/.dockerenv') !== undefined || read('/run/.containerenv') !== undefined) {
    return 'Allow user namespaces: start the container with a seccomp profile that permits them (examples/container has one).';
  }
  if (read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns')?.trim() === '1') {
    const place = '/etc/apparmor.d/platen-chromium';
    const install = `echo '${buildProfile(files)}' | sudo tee ${place} && sudo apparmor_parser -r ${place}`;
    return `AppArmor refuses user namespaces. Install a profile that allows them to this browser: ${install}`;
  }
  return 'Allow user namespaces: in a container by its seccomp profile, elsewhere by the security settings of the system.';
}

const limits = [
  ['user.max_user_namespaces', '0', '15000'],
  ['kernel.unprivileged_userns_clone', '0', '1'],
] as const;

/** A profile on one line (apparmor.d(5)). The folder of platen's own browser has the version in its name. */
function buildProfile({ executable, origin }: BrowserFiles): string {
  const path = origin === 'packaged' ? join(dirname(dirname(executable)), '*', basename(executable)) : executable;
  return `abi <abi/4.0>, profile platen-chromium "${path}" flags=(unconfined) { userns, }`;
}

function readSystemFile(path: string): string | undefined {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
