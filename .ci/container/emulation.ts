import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contents } from './bundle.ts';

/** Whether the programs of a root file system are of another processor than this one. */
export function isEmulated(rootfs: string): boolean {
  return readMachine(join(rootfs, 'usr/local/bin/node')) !== readMachine(process.execPath);
}

/** The processor that an ELF file is of: `e_machine` in its header, elf(5). */
function readMachine(path: string): number {
  const header = Buffer.alloc(20);
  const file = openSync(path, 'r');
  readSync(file, header);
  closeSync(file);
  return header.readUInt16LE(18);
}

/**
 * What the service needs under qemu-user, which knows neither the namespaces nor the filters of the browser's sandbox, and in which the
 * zygote of Chromium does not start children. Everything else is as without it.
 */
export function prepareEmulation(folder: string): { env: string[]; files: NonNullable<Contents['files']> } {
  const inside = '/usr/local/bin/emulated-chromium';
  const file = join(folder, 'emulated-chromium');
  writeFileSync(file, '#!/bin/sh\nexec /usr/bin/chromium-headless-shell --no-zygote "$@"\n', { mode: 0o755 });
  return { env: [`PLATEN_CHROMIUM=${inside}`, 'PLATEN_SANDBOX=off'], files: { [inside]: file } };
}
