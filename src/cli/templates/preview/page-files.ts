import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { findShipped } from '../../files/shipped-file.ts';

/** A file that the page is made of. */
interface PageFile {
  type: string;
  bytes: Buffer;
}

const types: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'editor.js': 'text/javascript; charset=utf-8',
  'pages.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'pdf.min.mjs': 'text/javascript; charset=utf-8',
  'pdf.worker.min.mjs': 'text/javascript; charset=utf-8',
};

/** The files of `pdfjs-dist` that draw the PDF; its legacy build also runs in browsers that are some years old. */
const drawingFiles = ['pdf.min.mjs', 'pdf.worker.min.mjs'];

/** Reads a file of the page; undefined for any other name. */
export async function readPageFile(name: string): Promise<PageFile | undefined> {
  if (!Object.hasOwn(types, name)) return undefined;
  return { type: types[name] as string, bytes: await readFile(findPageFile(name)) };
}

/** In the sources the page lies beside this file; the build puts all of it into the folder `preview`. */
function findPageFile(name: string): string {
  return findShipped(`preview/${name}`, () =>
    drawingFiles.includes(name)
      ? createRequire(import.meta.url).resolve(`pdfjs-dist/legacy/build/${name}`)
      : fileURLToPath(new URL(`./page/${name}`, import.meta.url)),
  );
}
