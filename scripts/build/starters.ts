// Puts the examples in as the module `platen:starters`, so that a page can make templates of them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

const folder = join(import.meta.dirname, '../../examples/templates');
/** Names the file that the build makes of it. */
const module = join(folder, 'starters.js');

/** The plugin for the bundler. */
export const starters: Plugin = {
  name: 'starters',
  resolveId: (id) => (id === 'platen:starters' ? module : null),
  load(id) {
    if (id !== module) return null;
    // The page makes a template of one text and its values, so those that share files are for folders alone.
    const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'content.html')));
    const found = names.flatMap((name) => {
      const read = (file: string) => readFileSync(join(folder, name, file), 'utf8');
      if (/\{%-? *(layout|render|include)\b/.test(read('content.html'))) return [];
      return [[name, { content: read('content.html'), preview_context: JSON.parse(read('preview_context.json')) }]];
    });
    return `export const starters = ${JSON.stringify(Object.fromEntries(found))};`;
  },
};
