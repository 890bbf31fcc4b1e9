import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** What `--version` prints beside other flags; with --json as a document. The browser is the one that comes with platen, where it runs. */
export function formatVersion(version: string, json: boolean): string {
  const { node } = process.versions;
  const chromium = findChromium();
  if (json) return `${JSON.stringify({ data: { version, chromium, node } }, null, 2)}\n`;
  return `${version} (${chromium === null ? '' : `Chromium ${chromium}, `}Node ${node})\n`;
}

function findChromium(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  try {
    const manifest = findPackageJSON('@sparticuz/chromium', import.meta.url);
    return manifest === undefined ? null : JSON.parse(readFileSync(manifest, 'utf8')).version;
  } catch {
    return null;
  }
}
