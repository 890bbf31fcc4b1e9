import { strToU8, zipSync } from 'fflate';

/** A file of an archive. */
export interface ZipFile {
  name: string;
  content: string | Uint8Array;
}

/** A ZIP archive of files, stored without compression. All are of one time, so that the same files give the same archive. */
export function buildZip(files: readonly ZipFile[]): Blob {
  const entries = Object.fromEntries(
    files.map(({ name, content }) => [name, typeof content === 'string' ? strToU8(content) : content] as const),
  );
  return new Blob([zipSync(entries, { level: 0, mtime: new Date(1980, 0, 1) })], { type: 'application/zip' });
}
