// What stands in for modules that undici loads and platen never reaches, or hardly uses. `node:http` and `node:assert` bring most of
// Node's own library with them, the others files that a command does not need: together a third of what one request takes.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'rolldown';

const require = createRequire(import.meta.url);
const undici = dirname(require.resolve('undici/package.json'));
const standIns = join(import.meta.dirname, '../../src/client/undici');

const aliases = {
  'node:assert': 'assert.ts',
  'node:http': 'http.ts',
  'undici/lib/dispatcher/client-h2.js': 'unused.ts',
  // Requests have text for a body, or none.
  'undici/lib/web/fetch/body.js': 'unused.ts',
  'undici/lib/web/fetch/formdata.js': 'unused.ts',
  'undici/lib/web/webidl/index.js': 'unused.ts',
};

/** Stand-ins by the file that they replace. A file that undici no longer has fails the build here. */
const byFile = new Map(
  Object.entries(aliases).map(([name, standIn]) => [require.resolve(name), join(standIns, standIn)]),
);

/** The plugin for the bundler. */
export const undiciAliases: Plugin = {
  name: 'undici-aliases',
  async resolveId(id, importer = '', options) {
    if (!importer.startsWith(undici)) return null;
    const found = id.startsWith('node:') ? { id } : await this.resolve(id, importer, { ...options, skipSelf: true });
    return (found && byFile.get(found.id)) ?? null;
  },
};
