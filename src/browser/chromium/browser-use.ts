import { statSync, utimesSync } from 'node:fs';

const dayMs = 24 * 3600 * 1000;

/**
 * Notes that an unpacked browser is in use, so that no other version of platen removes it: sets the time of its folder, at
 * most once a day. Returns false if the folder is gone.
 */
export function noteUse(folder: string): boolean {
  try {
    const now = Date.now();
    if (now - statSync(folder).mtimeMs > dayMs) utimesSync(folder, now / 1000, now / 1000);
    return true;
  } catch (error) {
    // Without write access to the time, the browser runs all the same.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** Notes the use of a long-running browser twice a day, until it is gone. */
export function keepNoting(folder: string, gone: Promise<void>): void {
  const timer = setInterval(noteUse, dayMs / 2, folder).unref();
  void gone.then(() => clearInterval(timer));
}
