import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether poppler is installed. Where it is not, tests leave out what they ask of it. `.ci/run` installs it. */
export const hasPoppler = spawnSync('pdfsig', ['-v']).error === undefined;

/** What poppler says of the signatures of a PDF. */
export function askPoppler(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-pdfsig-'));
  const file = join(folder, 'signed.pdf');
  writeFileSync(file, bytes);
  try {
    return execFileSync('pdfsig', ['-nocert', file], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return String((error as { stdout?: string }).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The last signature of a PDF, and the bytes that it is of. */
export function readSignature(bytes: Uint8Array) {
  const text = Buffer.from(bytes).toString('latin1');
  const range = text.slice(text.lastIndexOf('/ByteRange'));
  const [, from = 0, first = 0, second = 0, rest = 0] = (
    /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)/.exec(range) ?? []
  ).map(Number);
  const padded = Buffer.from(text.slice(first + 1, second - 1), 'hex');
  // DER says how long it is: the rest is room.
  const signature = padded.subarray(0, padded.readUInt16BE(2) + 4);
  return { signature, content: Buffer.concat([bytes.slice(from, first), bytes.slice(second, second + rest)]) };
}
