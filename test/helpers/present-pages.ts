import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vitest/config';
import { buildWeb } from '../../scripts/build/build-web.ts';
import { digestSources, isBuilt } from '../../scripts/build/digest-sources.ts';

const variable = 'PLATEN_TEST_PAGES';

/**
 * Has services and previews of the tests send the pages for browsers that a run has built, where it has. What a file becomes is kept
 * between runs, so it names no folder.
 */
export const sendPresentPages: Plugin = {
  name: 'send-present-pages',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/(server|cli)\//.test(id)) return;
    return {
      code: code.replace(/'(\.\.\/)+dist\/web\/?'/, (built) => `(process.env.${variable} ?? ${built})`),
      map: null,
    };
  },
};

/** Builds the pages where those in `dist` are of other sources, once for all projects of a run. They go with the run. */
export default async function buildPresentPages(): Promise<(() => void) | undefined> {
  if (process.env[variable] !== undefined || isBuilt(digestSources())) return;
  const folder = mkdtempSync(join(tmpdir(), 'platen-pages-'));
  await buildWeb(folder);
  process.env[variable] = pathToFileURL(join(folder, '/')).href;
  return () => {
    delete process.env[variable];
    rmSync(folder, { recursive: true, force: true });
  };
}
