// What becomes its own file in dist/: the entry points of the command line, of the library and of its client, and the programs that run as children. Each list is bundled by
// itself, so that no program reads a file that was laid out for another.

/** The name of a file, and the modules in `src` that are in it with all that they import. What an earlier group has stays there. */
type Group = [name: string, modules: string[]];

/** Files that are bundled together. */
export interface Entry {
  input: Record<string, string>;
  groups: Group[];
}

const templateCommands = ['update', 'list', 'get', 'create', 'delete'].map(
  (verb) => `cli/commands/templates/${verb}.ts`,
);

/** The programs that run as children of the engine. */
export const children: Entry = {
  input: {
    'liquid-child': 'src/markup/template/liquid-child.ts',
    'values-child': 'src/markup/values/values-child.ts',
    'markdown-child': 'src/markup/markdown/markdown-child.ts',
    'locate-child': 'src/engine/render/conformance/locate-child.ts',
    'listen-child': 'src/browser/network/listen-child.ts',
    'draw-child': 'src/engine/pictures/draw-child.ts',
    'merge-worker': 'src/engine/merging/merge-worker.ts',
  },
  groups: [],
};

export const entries: Entry[] = [
  {
    input: { cli: 'src/cli/index.ts' },
    // A file costs up to a millisecond to find and to link, so what is always loaded together is in one file.
    groups: [
      [
        'start',
        [
          // Of the contract, what every command needs. The rest of it is for clients of a service.
          ...['api-key', 'errors', 'formats', 'limits'].map((name) => `contract/${name}.ts`),
          'cli/index.ts',
          'cli/files/refuse-two-stdin.ts',
          'cli/settings/duration.ts',
        ],
      ],
      ['undici', ['client/undici/pool.ts']],
      ['calling', ['cli/settings/index.ts', 'client/index.ts', 'cli/templates/show-template.ts', ...templateCommands]],
      ['rendering', ['cli/commands/render/pdf.ts']],
      [
        'sources',
        ['cli/render/render-output.ts', 'cli/render/render-request.ts', 'cli/documents/assets/collect-assets.ts'],
      ],
      ['service', ['cli/service/embedded.ts', 'server/index.ts']],
      ['render', ['engine/render/renderer.ts', 'server/answer-embedded.ts']],
    ],
  },
  // Together, so that an error of one is a ServiceError of the other.
  { input: { index: 'src/library/index.ts', client: 'src/client/public.ts' }, groups: [] },
  children,
];
