// Says which modules stand in one file of dist/. A file costs about a millisecond to find and to link, so what is always loaded
// together stands together; what a command may do without stays in files of its own.
import { join } from 'node:path';

/** By name: the modules that are loaded together with all they import. What an earlier one has stays there. */
const together = {
  // What the programs run as children have in common with whoever starts them, so that they load nothing else of it.
  frames: ['engine/template/frames.ts', 'engine/template/fill-limits.ts'],
  // Of the contract, what every command needs; the rest is loaded by whoever calls a service.
  words: ['api-key', 'errors', 'formats', 'limits'].map((name) => `contract/${name}.ts`),
  client: ['client/index.ts', 'contract/openapi.ts'],
  undici: ['\0undici'],
  start: ['cli/index.ts', 'cli/refuse-two-stdin.ts', 'cli/settings/duration.ts'],
  settings: ['cli/settings/index.ts'],
  rendering: ['cli/commands/render-pdf.ts'],
  sources: ['cli/render-output.ts', 'cli/render-request.ts', 'cli/documents/collect-assets.ts'],
  templates: [
    ...['update', 'list', 'get', 'create', 'delete'].map((verb) => `cli/commands/templates-${verb}.ts`),
    'cli/show-template.ts',
  ],
  service: ['cli/local-service.ts', 'server/index.ts'],
  render: ['engine/render.ts', 'server/answer-embedded.ts'],
};

/** The plugin that learns who imports whom, and the groups for the bundler. */
export function buildChunks(source) {
  const imports = new Map();
  let homes;

  function findHomes() {
    const found = new Map();
    const settle = (id, name) => {
      if (found.has(id) || !imports.has(id)) return;
      found.set(id, name);
      for (const next of imports.get(id)) settle(next, name);
    };
    for (const [name, roots] of Object.entries(together))
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
    groups: Object.keys(together).map((name) => ({
      name,
      test(id) {
        homes ??= findHomes();
        return homes.get(id) === name;
      },
    })),
  };
}
