import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeWebFile } from '../../../web/index.ts';
import { findShipped } from '../../files/shipped-file.ts';

/** A file that the page is made of. */
interface PageFile {
  type: string;
  caching: string;
  bytes: Buffer;
}

/** Reads a file of the page; undefined for any other name. */
export async function readPageFile(name: string): Promise<PageFile | undefined> {
  const known = describeWebFile(name);
  const folder = findShipped('web', () => fileURLToPath(new URL('../../../../dist/web', import.meta.url)));
  const bytes = known && (await readFile(join(folder, name)).catch(() => undefined));
  return bytes && { ...known, bytes };
}
