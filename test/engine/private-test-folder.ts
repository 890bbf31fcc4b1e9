import { mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Makes a fresh folder below the project. Unlike in the system's temp folder, nobody else may write to its parents, and a browser
 * of another user can reach it.
 */
export function makePrivateFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(fileURLToPath(new URL('../../node_modules/.platen-test-', import.meta.url)));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
