import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What `--version` prints besides other flags; with --json as a document. The browser is the one that comes with platen, where it runs. */
export function formatVersion(version: string, json: boolean): string {
  const { node } = process.versions;
  const chromium = findChromium();
  if (json) return `${JSON.stringify({ data: { version, chromium, node } }, null, 2)}\n`;
  return `${version} (${chromium === null ? '' : `Chromium ${chromium}, `}Node ${node})\n`;
}

function findChromium(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  try {
    // Its program is in `build`; its exports hide the manifest. Yarn's Plug'n'Play answers no other question for a folder.
    const program = createRequire(import.meta.url).resolve('@sparticuz/chromium');
    return JSON.parse(readFileSync(join(program, '../../package.json'), 'utf8')).version;
  } catch {
    return null;
  }
}
