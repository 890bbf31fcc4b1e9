import { execFileSync } from 'node:child_process';
import { mkdirSync, rmdirSync } from 'node:fs';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** Whether tests may make file systems. */
export const canMount = isRoot && tryMount();
function tryMount(): boolean {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Its own file system in a folder, if the tests may make one. */
export function mount(
  folder: string,
  options: string,
): { folder: string; remount(options: string): void; end(): void } {
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  return {
    folder,
    remount: (other) => void execFileSync('mount', ['-o', `remount,${other}`, folder]),
    end() {
      execFileSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}
