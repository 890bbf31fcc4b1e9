import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Copies the style and the fonts of formulas in Markdown. Chromium needs one form of each font. */
export function copyKatex(folder: string): void {
  const from = dirname(createRequire(import.meta.url).resolve('katex/dist/katex.min.css'));
  cpSync(join(from, 'katex.min.css'), join(folder, 'katex.min.css'));
  cpSync(join(from, 'fonts'), join(folder, 'fonts'), {
    recursive: true,
    filter: (path) => !/\.(?:woff|ttf)$/.test(path),
  });
}
