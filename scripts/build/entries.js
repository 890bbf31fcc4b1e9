// What becomes a file of its own in dist/: the two doors that are imported from outside, and programs run as children. Each list
// is bundled by itself, so that none of its files reads one that was laid out for another.
import { together } from './chunks.js';

export const entries = [
  { input: { cli: 'src/cli/index.ts' }, groups: together },
  { input: { client: 'src/client/index.ts' }, groups: [] },
  {
    input: {
      'liquid-child': 'src/engine/template/liquid-child.ts',
      'markdown-child': 'src/engine/markdown/markdown-child.ts',
      'merge-worker': 'src/engine/merging/merge-worker.ts',
    },
    groups: [],
  },
];
