// Takes Node's own modules without reading all their exports. An ESM import of one reads every name it has, and among them are
// getters that load more: node:http all of Node's own undici, node:fs its streams. Names behind getters are read where they
// are used: through the default export.
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'rolldown';

const root = join(import.meta.dirname, '../..');
const prefix = '\0builtin:';

/** The plugin for the bundler. */
export const builtins: Plugin = {
  name: 'builtins',
  resolveId(id, importer = '', { kind }) {
    if (kind !== 'import-statement' || !isBuiltin(id)) return null;
    const name = id.startsWith('node:') ? id : `node:${id}`;
    // Always there, and what the bundler adds by itself needs it first of all.
    if (name === 'node:module') return null;
    // It reads a name behind a getter through the namespace, and only signing loads it.
    if (name === 'node:crypto' && /[\\/]@noble[\\/]hashes[\\/]/.test(importer)) return null;
    // commander loads it for subcommands that are separate programs, which platen does not have.
    if (name === 'node:child_process' && /[\\/]node_modules[\\/]commander[\\/]/.test(importer)) return `${prefix}none`;
    // One for each importer, so that none loads the file of another. The result names no folder of the build machine.
    return `${prefix}${name}?${relative(root, importer)}`;
  },
  load(id) {
    if (id === `${prefix}none`) return 'export default {};';
    return id.startsWith(prefix) ? buildModule(id.slice(prefix.length).replace(/\?.*/, '')) : null;
  },
};

/** Loaded at the first call: each brings ten others along, and many commands end before they need it. */
const late = new Set([
  'node:fs/promises',
  'node:child_process',
  'node:crypto',
  'node:os',
  'node:timers/promises',
  'node:tls',
]);

/** The text of such a module. Functions keep their `promisify.custom` form, with which `execFile` resolves with stdout and stderr. */
function buildModule(id: string): string {
  const found = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(id) as object));
  const names = found.filter(([name, { get }]) => !get && /^[A-Za-z_]\w*$/.test(name) && name !== 'default');
  const get = `process.getBuiltinModule(${JSON.stringify(id)})`;
  const lines = late.has(id)
    ? [
        `export default /* @__PURE__ */ (() => ${get})();`,
        ...names.map(([name, { value }]) => {
          if (typeof value !== 'function') return `export const ${name} = /* @__PURE__ */ (() => ${get}.${name})();`;
          const late = `function ${name}(...words) { return new.target ? new (${get}.${name})(...words) : ${get}.${name}(...words); }`;
          if (value[promisify.custom] === undefined) return `export ${late}`;
          const form = `Symbol.for(${JSON.stringify(Symbol.keyFor(promisify.custom))})`;
          return `export const ${name} = /* @__PURE__ */ Object.defineProperty(${late}, ${form}, { get: () => ${get}.${name}[${form}] });`;
        }),
      ]
    : [
        `const all = ${get};`,
        'export default all;',
        ...names.map(([name]) => `export const ${name} = /* @__PURE__ */ (() => all.${name})();`),
      ];
  return lines.join('\n');
}
