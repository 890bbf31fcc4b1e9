// Markdown and Liquid templates to HTML, and the values of templates checked by their schema. Starts no browser.

export { type Element, findAttribute, walkElements } from './html/html-tree.ts';
export { hasSheets, insertSheets } from './html/insert-sheets.ts';
export { isNestedTooDeeply, nestingLimit } from './html/nesting.ts';
export type { MarkdownRenderer } from './markdown/markdown-renderer.ts';
export { buildPrintStyle } from './markdown/print-style.ts';
export { loadMarkdown, loadPrintStyle, loadSchemaChecker, loadTemplates } from './on-demand.ts';
export type { PartialTag } from './template/find-partials.ts';
export { TemplateError } from './template/template-error.ts';
export type { TemplateRenderer } from './template/template-renderer.ts';
export { compileValuesSchema, type ValuesCheck } from './values/compile-values.ts';
export type { ValueFault } from './values/describe-fault.ts';
export { nameTypes } from './values/describe-fault.ts';
export type { CheckedValues, SchemaChecker } from './values/schema-checker.ts';
