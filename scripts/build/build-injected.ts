// Builds what is in dist/injected/: the programs that run inside a page, each one script that defines a variable.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '../..');

/** The programs, by the names of their files in dist/injected/. */
const programs = {
  page: 'index.ts',
  paged: 'paged.ts',
  footnotes: 'footnotes.ts',
  hyphenation: 'hyphenation.ts',
  start: 'start.ts',
  removeWebRtc: 'remove-web-rtc.ts',
  surveyPage: 'settle/survey-page.ts',
  rebuildBoxes: 'rebuild-boxes.ts',
  setPrintDefaults: 'prepare/print-defaults.ts',
};

/** Builds all programs into a folder. Writes only what has changed, whole, since tests of other runs may read them meanwhile. */
export async function buildInjected(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, file] of Object.entries(programs)) {
    const path = join(folder, `${name}.js`);
    const code = await bundle(join(root, 'src', 'injected', file), name);
    if (existsSync(path) && readFileSync(path, 'utf8') === code) continue;
    writeFileSync(`${path}.${process.pid}`, code);
    renameSync(`${path}.${process.pid}`, path);
  }
}

/** A program as one script for the Chromium that platen brings: minified, and not rewritten for older browsers. */
async function bundle(input: string, variable: string): Promise<string> {
  const built = await rolldown({
    cwd: root,
    input,
    platform: 'browser',
    transform: { target: 'esnext' },
    checks: { bundlerTimings: false },
    onLog(level, log, pass) {
      if (level === 'warn') throw new Error(log.message);
      pass(level, log);
    },
  });
  const { output } = await built.generate({
    format: 'iife',
    name: variable,
    exports: 'default',
    comments: false,
    minify: true,
  });
  await built.close();
  return output[0].code;
}
