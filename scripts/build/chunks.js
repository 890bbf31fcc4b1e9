// Says which modules stand in one file of dist/. A file costs up to a millisecond to find and to link, so what is always loaded
// together stands together; what a command may do without stays in files of its own.
import { join } from 'node:path';

/** The modules that are loaded together with all they import, by the name of their file. What an earlier one has stays there. */
export const together = [
  // Of the contract, what every command needs. The rest of it is for whoever calls a service.
  ['start', ['api-key', 'errors', 'formats', 'limits'].map((name) => `contract/${name}.ts`)],
  ['calling', ['contract/openapi.ts']],
  ['start', ['cli/index.ts', 'cli/files/refuse-two-stdin.ts', 'cli/settings/duration.ts']],
  ['undici', ['\0undici']],
  ['calling', ['cli/settings/index.ts', 'client/index.ts', 'cli/templates/show-template.ts']],
  ['calling', ['update', 'list', 'get', 'create', 'delete'].map((verb) => `cli/commands/templates/${verb}.ts`)],
  ['rendering', ['cli/commands/render/pdf.ts']],
  ['sources', ['cli/render/render-output.ts', 'cli/render/render-request.ts', 'cli/documents/collect-assets.ts']],
  ['service', ['cli/service/embedded.ts', 'server/index.ts']],
  ['render', ['engine/render/renderer.ts', 'server/answer-embedded.ts']],
];

/** The plugin that learns who imports whom, and the groups for the bundler. */
export function buildChunks(source, groups) {
  const imports = new Map();
  let homes;

  function findHomes() {
    const found = new Map();
    const settle = (id, name) => {
      if (found.has(id) || !imports.has(id)) return;
      found.set(id, name);
      for (const next of imports.get(id)) settle(next, name);
    };
    for (const [name, roots] of groups)
      for (const root of roots) settle(root.startsWith('\0') ? root : join(source, root), name);
    return found;
  }

  return {
    plugin: {
      name: 'chunks',
      moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds),
      // The contract does nothing when it is loaded, so that what nobody names of it need not be.
      transform: (code, id) =>
        id.startsWith(join(source, 'contract')) ? { code, map: null, moduleSideEffects: false } : null,
    },
    groups: [...new Set(groups.map(([name]) => name))].map((name) => ({
      name,
      test(id) {
        homes ??= findHomes();
        return homes.get(id) === name;
      },
    })),
  };
}
