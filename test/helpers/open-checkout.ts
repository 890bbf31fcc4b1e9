import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Run by root, tests start Postgres and browsers as other users. Throws if the checkout is in a folder that these cannot enter, such as
 * root's home: dozens of tests would fail for that alone.
 */
export default function requireOpenCheckout(): void {
  if (process.getuid?.() !== 0) return;
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) {
      throw new Error(
        `Tests of root start Postgres and browsers as other users, who cannot enter ${folder}. Clone into a folder that all users can enter, such as /srv, or run the tests as another user.`,
      );
    }
    if (folder === dirname(folder)) return;
  }
}
