import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';

const folders: string[] = [];

/** A real folder with these files in it, gone after the test. */
export async function makeFolder(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'platen-documents-')));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});
