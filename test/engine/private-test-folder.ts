import { mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A fresh folder below the project: unlike the system's temp folder, one whose parents nobody else may write, and that a
 * browser running as another user can reach.
 */
export function makePrivateFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(fileURLToPath(new URL('../../node_modules/.platen-test-', import.meta.url)));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
