import { limits, pageSizes } from '../../contract/index.ts';
import { type PlannedSource, planSources } from '../documents/plan-source.ts';
import { CommandError } from '../output/command-error.ts';
import type { RenderPdfOptions } from '../render/render-options.ts';
import { findBelowRoot } from './inside-root.ts';
import type { ToolCall } from './open-call.ts';

/** The arguments that say what is rendered, and how. */
export const sourceProperties = {
  sources: {
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
    description:
      'What to render, in order, to one PDF: a file (page.html, notes.md, appendix.pdf), a URL, a template folder ("template:./invoice"), or a stored template ("template:<id>", "template:<id>@draft", "template:<id>@7"). Give this, html or markdown.',
  },
  html: {
    type: 'string',
    description: 'HTML to render, instead of sources. Files that it names are found from the folder of the server.',
  },
  markdown: { type: 'string', description: 'Markdown to render, instead of sources.' },
  context: {
    type: 'object',
    description: 'Values for the templates among the sources. Default for a folder: its preview_context.json.',
  },
  size: {
    type: 'string',
    description: `Page size: ${pageSizes.join(', ')}, or width and height such as "210x297mm". Default: that of the CSS, else A4.`,
  },
  landscape: { type: 'boolean', description: 'Landscape orientation. Default false.' },
  margin: {
    type: 'string',
    description: 'One to four CSS lengths: "20mm", "20mm 15mm". Default: those of the CSS, else 10mm.',
  },
  scale: { type: 'number', minimum: 0.1, maximum: 2, description: 'Scale of the content. Default 1.' },
  pages: { type: 'string', description: 'Pages of the document to keep, such as "1-3, 5". Default: all.' },
  header: { type: 'string', description: 'HTML at the top of each page; "@file.html" reads a file. Default none.' },
  footer: { type: 'string', description: 'HTML at the bottom of each page; "@file.html" reads a file. Default none.' },
  background: { type: 'boolean', description: 'Print background colours and images. Default true.' },
  media: { type: 'string', enum: ['print', 'screen'], description: 'The CSS media type. Default print.' },
  wait_for: {
    type: 'string',
    description:
      'What to wait for beyond the load of a page: a CSS selector, "network-idle", a duration such as "500ms", or "js:<expression>".',
  },
  title: { type: 'string', description: 'Title of the document. Default: that of the first source.' },
} as const;

/** Values of these arguments. */
export interface SourceArguments {
  sources?: string[];
  html?: string;
  markdown?: string;
  context?: Record<string, unknown>;
  size?: string;
  landscape?: boolean;
  margin?: string;
  scale?: number;
  pages?: string;
  header?: string;
  footer?: string;
  background?: boolean;
  media?: 'print' | 'screen';
  wait_for?: string;
  title?: string;
}

/** Plans the sources of a call. Throws `usage` for a file outside of the root. */
export async function planCall(call: ToolCall, args: SourceArguments): Promise<PlannedSource[]> {
  const { sources, html, markdown } = args;
  const given = Object.entries({ sources, html, markdown }).filter(([, value]) => value !== undefined);
  if (given.length !== 1) {
    const names = given.map(([name]) => name).join(' and ');
    throw new CommandError(
      'usage',
      given.length === 0 ? 'there is nothing to render' : `${names} cannot be used together`,
      {
        fix: 'give one of "sources", "html" and "markdown"',
      },
    );
  }
  for (const markup of [args.header, args.footer]) {
    if (markup?.startsWith('@')) await findBelowRoot(call.root, markup.slice(1));
  }
  if (html !== undefined) return [{ kind: 'inline', format: 'html', text: html }];
  if (markdown !== undefined) return [{ kind: 'inline', format: 'markdown', text: markdown }];
  const planned = planSources(sources ?? [], undefined, limits.parts);
  for (const source of planned) {
    if (source.kind === 'stdin') {
      throw new CommandError('usage', '"-" is not a source here', { fix: 'give the text as "html" or "markdown"' });
    }
    if (source.kind === 'file') await findBelowRoot(call.root, source.file);
    if (source.kind === 'template-folder') await findBelowRoot(call.root, source.folder);
  }
  return planned;
}

/** The flags of `render pdf` that say the same. Documents may use every file below the root. */
export function toFlags(call: ToolCall, args: SourceArguments, planned: readonly PlannedSource[]): RenderPdfOptions {
  const {
    context,
    size,
    landscape,
    margin,
    scale,
    pages,
    header,
    footer,
    background,
    media,
    wait_for: waitFor,
    title,
  } = args;
  const bringsFiles = planned.some((source) =>
    'format' in source ? !['pdf', 'image'].includes(source.format ?? '') : source.kind === 'template-folder',
  );
  const flags = {
    root: bringsFiles ? call.root : undefined,
    context: context && JSON.stringify(context),
    scale: scale?.toString(),
    size,
    landscape,
    margin,
    pages,
    header,
    footer,
    background,
    media,
    waitFor,
    title,
  };
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
}
