import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import type { Fixture } from './fixture.ts';
import { unlessGone } from './unless-gone.ts';

/** Where things were written while rows were run, the browser itself apart. */
const folders = ['/mnt/data', '/mnt/tmp', '/mnt/workspaces', '/mnt/cache/platen/profiles'];

/** Searches what is left after all rows, logs, metrics and files, for the keys that were used. */
export async function searchLeftovers({ services }: Fixture): Promise<string[]> {
  const keys = Object.values(services).flatMap(({ service }) => Object.values(service.keys));
  const wrong: string[] = [];
  const search = (where: string, text: string) => {
    if (keys.some((key) => text.includes(key))) wrong.push(`a key in ${where}`);
  };
  for (const [name, { service }] of Object.entries(services)) {
    search(`the log of the service "${name}"`, service.output());
    const { body, statusCode } = await request(`${service.url}/metrics`);
    const metrics = await body.text();
    if (statusCode !== 200 || !metrics.includes('platen_')) wrong.push(`no metrics of the service "${name}"`);
    search(`the metrics of the service "${name}"`, metrics);
  }
  for (const file of folders.flatMap(listFiles))
    search(
      file,
      unlessGone(() => readFileSync(file, 'latin1'), ''),
    );
  return wrong;
}

function listFiles(folder: string): string[] {
  // Rows may not have made it, and a browser removes its own.
  const entries = unlessGone(() => readdirSync(folder, { withFileTypes: true, recursive: true }), []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
