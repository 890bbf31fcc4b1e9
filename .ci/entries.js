// What becomes a file of its own in dist/: the two doors that are imported from outside, and programs run as children.
export const entries = {
  cli: 'src/cli/index.ts',
  client: 'src/client/index.ts',
  'liquid-child': 'src/engine/template/liquid-child.ts',
  'markdown-child': 'src/engine/markdown/markdown-child.ts',
  'bind-worker': 'src/engine/bind/bind-worker.ts',
};
