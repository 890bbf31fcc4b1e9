import { EngineError } from '../../children/index.ts';
import type { Assets, Metadata, Part, TemplateUse, TocPart } from '../../contract/index.ts';
import { diagramMark } from '../../injected/names.ts';
import {
  loadMarkdown,
  loadTemplates,
  type MarkdownRenderer,
  type SchemaChecker,
  TemplateError,
  type TemplateRenderer,
} from '../../markup/index.ts';
import type { FormRequest } from '../../pdf/index.ts';
import type { RenderContext, TemplateSource } from '../engine-options.ts';
import type { ConvertedMarkdown } from '../page/load/fetch-document.ts';
import type { PageOptions } from '../page/open/page-settings.ts';
import type { PageSource } from '../page/page-job.ts';
import { requireValidValues } from './check-values.ts';
import { chooseLooks, dress } from './dress.ts';
import { buildImagePart } from './image/image-part.ts';
import { loadPartTemplate } from './load-template.ts';
import { readBytes } from './read-bytes.ts';

/** A part with its own options and those of the request, but for the pages of the whole document to keep. */
export interface OrderedPart {
  part: Part;
  /** Where it is in the request, as a JSON pointer. */
  pointer: string;
  options: PageOptions;
}

/** A part that is ready to be printed, or a PDF that needs no printing. */
export interface PreparedPart {
  source: PageSource | { kind: 'pdf'; bytes: Uint8Array; form?: FormRequest } | ({ kind: 'toc' } & TocPart);
  options: PageOptions;
  /** Whether it has the design that its options name, or would have it. Default false. */
  isThemed?: boolean;
  /** Metadata from the front matter of a Markdown document. */
  metadata: Metadata;
  /** The revision of the stored template that it is made of. */
  template?: Pick<TemplateUse, 'id' | 'revision'> | undefined;
}

/** Turns Markdown and templates into HTML, in child processes that start with the first such part. */
export interface Preparer {
  /**
   * Prepares a part. Throws `template_error` with line and column, `template_not_found`, `revision_not_found`, `label_not_found`,
   * `values_not_found`, `invalid_request` (for values that do not follow the schema of the template, too) or `too_large`.
   */
  prepare(part: OrderedPart, context: RenderContext, signal: AbortSignal): Promise<PreparedPart>;
  /** Converts Markdown with the options of its part. Throws as `prepare` does. */
  convertMarkdown(
    text: string,
    options: PageOptions,
    context: RenderContext,
    signal: AbortSignal,
  ): Promise<ConvertedMarkdown>;
  /** Starts the Markdown child before the first such part. */
  expectMarkdown(): void;
  /** Ends the child processes. */
  close(): Promise<void>;
}

/** The file of the package mermaid that is one script. */
const mermaidFile = /(?:^|\/)mermaid\.min\.js$/;

/** What a preparer needs of an engine. */
interface PreparerParts {
  /** Checks the page options in the front matter of a Markdown part. Default: refuses them. */
  readPageOptions?: (options: object) => Promise<PageOptions>;
  checkValues: SchemaChecker['check'];
}

/** Opens a preparer. */
export function openPreparer({ readPageOptions: readOptions = refuseOptions, checkValues }: PreparerParts): Preparer {
  let templates: Promise<TemplateRenderer> | undefined;
  let renderer: Promise<MarkdownRenderer> | undefined;

  async function renderTemplate(
    { part, options }: OrderedPart,
    template: Pick<TemplateSource, 'content' | 'preview_context' | 'partials' | 'names'> & { name?: string },
    context: RenderContext,
    signal: AbortSignal,
  ): Promise<string> {
    templates ??= loadTemplates().then(({ openTemplateRenderer }) => openTemplateRenderer());
    const { account } = context;
    const values = part.context ?? template.preview_context;
    const { timezone } = options;
    const renderer = await templates;
    const { name, partials = {}, names = [] } = template;
    const input = { signal, account, timezone, partials, names, ...(name !== undefined && { name }) };
    return renderer.render(template.content, values, input).catch((error) => {
      throw error instanceof TemplateError && context.quotesTemplates === false ? error.withoutSource() : error;
    });
  }

  function openMarkdown(): Promise<MarkdownRenderer> {
    renderer ??= loadMarkdown().then(({ openMarkdownRenderer }) => openMarkdownRenderer());
    return renderer;
  }

  async function convertMarkdown(
    text: string,
    given: PageOptions,
    context: RenderContext,
    signal: AbortSignal,
    assets: Assets = {},
  ): Promise<ConvertedMarkdown> {
    const script = given.javascript === false ? undefined : Object.keys(assets).find((path) => mermaidFile.test(path));
    const diagrams = script === undefined ? undefined : { script: encodeURI(script), mark: diagramMark };
    const looks = { ...chooseLooks(given), ...(diagrams && { diagrams }) };
    const page = await (await openMarkdown()).render(text, { ...looks, signal, account: context.account });
    const { html, options, warnings, hasDiagrams, lang: _, ...metadata } = page;
    // The options of the request override those of the front matter.
    const all = { ...(options && (await checkOptions(options))), ...given };
    return { html, metadata, warnings, hasDiagrams, options: all };
  }

  async function checkOptions(options: object): Promise<PageOptions> {
    try {
      return await readOptions(options);
    } catch (error) {
      throw new EngineError(
        'invalid_request',
        `The options of the front matter: ${error instanceof Error ? error.message : ''}`,
      );
    }
  }

  const prepare: Preparer['prepare'] = async (ordered, context, signal) => {
    const { part, options } = ordered;
    const { assets } = part;
    if (part.pdf !== undefined) {
      const form = readForm(part);
      return { source: { kind: 'pdf', bytes: readBytes(part.pdf), ...(form && { form }) }, options, metadata: {} };
    }
    if (part.url !== undefined) {
      const source = { kind: 'address', url: part.url, request: part.request } as const;
      return { source, options, metadata: {} };
    }
    if (part.image !== undefined) {
      return { ...buildImagePart(part.image, { title: part.title, options }), metadata: {} };
    }
    if (part.toc !== undefined) return { source: { kind: 'toc', ...part.toc }, options, isThemed: true, metadata: {} };
    if (part.html !== undefined) {
      const { html, isThemed } = await dress(part.html, options);
      return { source: { kind: 'document', html, assets }, options, isThemed, metadata: {} };
    }
    if (part.template !== undefined) {
      const stored = await loadPartTemplate(part, ordered.pointer, context);
      await requireValidValues(stored, ordered, (...given) =>
        checkValues(...given, { account: context.account, signal }),
      );
      const filled = await renderTemplate(ordered, stored, context, signal);
      const { html, isThemed } = await dress(filled, options);
      const { id, revision } = stored;
      const template = revision === undefined ? undefined : { id, revision };
      return { source: { kind: 'document', html, assets: stored.assets }, options, isThemed, metadata: {}, template };
    }
    if (part.liquid !== undefined) {
      const filled = await renderTemplate(ordered, { content: part.liquid, preview_context: {} }, context, signal);
      const { html, isThemed } = await dress(filled, options);
      return { source: { kind: 'document', html, assets }, options, isThemed, metadata: {} };
    }
    const text = part.markdown ?? '';
    const converted = await convertMarkdown(text, options, context, signal, assets);
    const { html: made, warnings, hasDiagrams, ...page } = converted;
    // Its theme is in the style that it already has.
    const { html } = await dress(made, page.options);
    return { source: { kind: 'document', html, assets, warnings, hasDiagrams }, ...page, isThemed: true };
  };

  return {
    prepare,
    convertMarkdown,
    expectMarkdown() {
      // The part that needs the child reports a failure.
      void openMarkdown()
        .then((child) => child.startAhead())
        .catch(() => undefined);
    },
    async close() {
      await Promise.all([templates?.then((child) => child.close()), renderer?.then((child) => child.close())]);
    },
  };
}

/** What a part wants of its form; undefined for nothing. */
function readForm({ fields, flatten }: Part): FormRequest | undefined {
  if (fields === undefined && !flatten) return undefined;
  return { ...(fields && { values: fields as NonNullable<FormRequest['values']> }), ...(flatten && { flatten }) };
}

async function refuseOptions(): Promise<never> {
  throw new Error('are not read here.');
}
