// Types for packages that do not ship any.
declare module 'markdown-it-deflist' {
  const addDefinitionLists: (markdown: import('markdown-it').MarkdownIt) => void;
  export default addDefinitionLists;
}

declare module 'markdown-it-emoji/lib/data/full.mjs' {
  const names: Record<string, string>;
  export default names;
}
