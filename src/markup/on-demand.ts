// What a render loads only if it needs it.
export const loadTemplates = () => import('./template/template-renderer.ts');
export const loadMarkdown = () => import('./markdown/markdown-renderer.ts');
export const loadPrintStyle = () => import('./markdown/print-style.ts');
export const loadSchemaChecker = () => import('./values/schema-checker.ts');
