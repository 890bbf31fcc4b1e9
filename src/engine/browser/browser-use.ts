import { statSync, utimesSync } from 'node:fs';

const dayMs = 24 * 3600 * 1000;

/**
 * Notes that an unpacked browser is in use, by the time of its folder and at most once a day, so that no other version of
 * platen removes it. False where the folder is gone.
 */
export function noteUse(folder: string): boolean {
  try {
    const now = Date.now();
    if (now - statSync(folder).mtimeMs > dayMs) utimesSync(folder, now / 1000, now / 1000);
    return true;
  } catch (error) {
    // Where only the time cannot be written, the browser runs all the same.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** Notes the use of a browser that runs for long, until it is gone. */
export function keepNoting(folder: string, gone: Promise<void>): void {
  const timer = setInterval(noteUse, dayMs / 2, folder).unref();
  void gone.then(() => clearInterval(timer));
}
