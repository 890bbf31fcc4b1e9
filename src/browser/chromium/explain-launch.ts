import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { BrowserFiles } from './find-browser.ts';
import type { LaunchFailure } from './launch-browser.ts';

/** Why a browser did not start, with one fix if the cause is known. */
export function explainLaunch({ executable, origin }: BrowserFiles, failure: LaunchFailure): string {
  const words = describe(failure);
  if (process.platform !== 'linux') return words;
  // A browser that enters a network is started by a program, which reports the same in words.
  if (/EACCES|Permission denied/.test(words) && isOnNoexec(executable)) {
    const fix = origin === 'packaged' ? ' Set XDG_CACHE_HOME to a folder on another one.' : '';
    return `The file system of ${dirname(executable)} runs no programs (it is mounted with noexec).${fix}`;
  }
  // The kernel reports the missing loader by the name of the program.
  if (/ENOENT|No such file/.test(words) && existsSync(executable)) {
    return `${executable} needs the GNU C library (glibc), which this system does not have. Install its own Chromium (Alpine: apk add chromium).`;
  }
  return words;
}

function describe(failure: LaunchFailure): string {
  const last = failure.output.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
  return last === '' ? failure.message : `${failure.message} It said: ${last}`;
}

/** The mode of the file allows what the kernel refuses to everybody: access(2). */
function isOnNoexec(executable: string): boolean {
  try {
    if ((statSync(executable).mode & 0o111) !== 0o111) return false;
    accessSync(executable, constants.X_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).syscall === 'access';
  }
}
