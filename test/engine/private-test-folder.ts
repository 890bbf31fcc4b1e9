import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Makes a fresh folder below the project. Unlike in the system's temp folder, nobody else may write to its parents, and a browser
 * of another user can reach it. It is not directly in node_modules: npm reads all packages anew once that folder has changed.
 */
export function makePrivateFolder(): { path: string; remove(): void } {
  const caches = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
  mkdirSync(caches, { recursive: true });
  const path = mkdtempSync(`${caches}platen-test-`);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
