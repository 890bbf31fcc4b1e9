import { strToU8, zipSync } from 'fflate';

/** A file of an archive. */
export interface ZipFile {
  name: string;
  text: string;
}

/** A ZIP archive of a few texts, stored without compression. All are of one time, so that the same texts give the same archive. */
export function buildZip(files: readonly ZipFile[]): Blob {
  const entries = Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)]));
  return new Blob([zipSync(entries, { level: 0, mtime: new Date(1980, 0, 1) })], { type: 'application/zip' });
}
