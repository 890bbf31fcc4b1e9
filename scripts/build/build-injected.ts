// Builds what is in dist/injected/: the programs that run inside a page, each one script that defines a variable.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleScript } from './bundle-script.ts';
import { root } from './digest-sources.ts';

/** The programs, by the names of their files in dist/injected/. */
const programs = {
  page: 'index.ts',
  paged: 'paged.ts',
  footnotes: 'footnotes.ts',
  hyphenation: 'hyphenation.ts',
  forms: 'forms.ts',
  start: 'start.ts',
  removeWebRtc: 'remove-web-rtc.ts',
  fillStorage: 'fill-storage.ts',
  drawDiagrams: 'draw-diagrams.ts',
  surveyPage: 'settle/survey-page.ts',
  rebuildBoxes: 'rebuild-boxes.ts',
  setPrintDefaults: 'prepare/print-defaults.ts',
};

/** Builds all programs into a folder. Writes only what has changed, whole, since tests of other runs may read them meanwhile. */
export async function buildInjected(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, file] of Object.entries(programs)) {
    const path = join(folder, `${name}.js`);
    // For the Chromium that platen includes: not rewritten for older browsers.
    const code = escapeWide(await bundleScript(join(root, 'src', 'injected', file), 'esnext', name));
    if (existsSync(path) && readFileSync(path, 'utf8') === code) continue;
    writeFileSync(`${path}.${process.pid}`, code);
    renameSync(`${path}.${process.pid}`, path);
  }
}

/**
 * Escapes what is not ASCII, which only strings and regular expressions have. A program is sent with every document, and one character beyond Latin-1
 * doubles it: Node and Chromium then hold all of it in two bytes a character.
 */
function escapeWide(code: string): string {
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
