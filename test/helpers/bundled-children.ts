import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vitest/config';
import { bundleEntry } from '../../scripts/build/bundle-entry.ts';
import { copyKatex } from '../../scripts/build/copy-katex.ts';
import { children } from '../../scripts/build/entries.ts';

const checkout = resolve(import.meta.dirname, '../..');
const variable = 'PLATEN_TEST_CHILDREN';

/**
 * Has the sources start their children from a bundle, as the program does: from the sources each takes a quarter of a second more.
 * What a file becomes is kept between runs, so it names no folder.
 */
export const startFromBundle: Plugin = {
  name: 'start-from-bundle',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(join(checkout, 'src').replaceAll('\\', '/'))) return;
    return { code: code.replaceAll('from: import.meta.url', `from: process.env.${variable}`), map: null };
  },
};

/** Programs that tests start. From the sources each takes a quarter of a second more, and each of their children too. */
const programs = [
  'test/engine/acceptance/digest-child.ts',
  'test/engine/page/datagram-child.ts',
  // Stands in for a captured child.
  'test/markup/template/odd-child.ts',
  'test/markup/template/odd-parent.ts',
  'test/faults/without-files.ts',
  'test/store/write-templates.ts',
];
const input = { ...children.input, ...Object.fromEntries(programs.map((file) => [basename(file, '.ts'), file])) };

/** Makes the bundle of the children and these programs from the sources as they are, once for all projects of a run. It goes with the run. */
export default async function bundleChildren(): Promise<(() => void) | undefined> {
  if (process.env[variable] !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'platen-children-'));
  // Some run as another user.
  chmodSync(folder, 0o755);
  await bundleEntry({ ...children, input }, folder);
  cpSync(join(checkout, 'dist', 'injected'), join(folder, 'dist', 'injected'), { recursive: true });
  // Without any face, a browser with the bundled fonts dies.
  for (const name of ['fonts', 'fonts-cjk']) {
    symlinkSync(join(checkout, 'dist', name), join(folder, 'dist', name), 'junction');
  }
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const painter = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm');
  cpSync(painter, join(folder, 'pdfium', 'pdfium.wasm'));
  const decrypter = createRequire(import.meta.url).resolve('@neslinesli93/qpdf-wasm');
  cpSync(decrypter, join(folder, 'qpdf', 'qpdf.cjs'));
  cpSync(join(dirname(decrypter), 'qpdf.wasm'), join(folder, 'qpdf', 'qpdf.wasm'));
  copyKatex(join(folder, 'katex'));
  process.env[variable] = pathToFileURL(join(folder, 'start.js')).href;
  return () => {
    delete process.env[variable];
    rmSync(folder, { recursive: true, force: true });
  };
}
