import { resolve } from 'node:path';
import type { Client } from '../../client/index.ts';
import { type Options, type Part, readChosenTemplate, type Theme, type ValueSets } from '../../contract/index.ts';
import { findPartialNames } from '../../folders/index.ts';
import type { Context } from '../command/context.ts';
import { openValuesChecker } from '../documents/check-values.ts';
import { type CollectOptions, collectParts, refuseUnused } from '../documents/collect-parts.ts';
import { type Format, type PlannedSource, planSources, sourceText } from '../documents/plan-source.ts';
import { refuseTwoStdin } from '../files/refuse-two-stdin.ts';
import { checkTarget, saveFile } from '../files/save-file.ts';
import { CommandError } from '../output/command-error.ts';
import { findRevision, readForRender, readValueSets } from '../service/read-revision.ts';
import { dressHere, renderMarkdownHere } from '../service/render-markdown.ts';
import { createLocalTemplates, type Partials } from '../service/render-template.ts';
import { type FoundTemplate, resolveTemplate } from '../service/resolve-template.ts';
import { readDesignFlags } from './design-flags.ts';
import { readPageDefaults } from './page-defaults.ts';
import { refuseSourceTargets } from './refuse-source-targets.ts';
import { collectEdges, readContext } from './render-request.ts';

/** The flags of `platen render html`. */
export interface RenderHtmlOptions {
  output?: string;
  force?: boolean;
  from?: Format;
  root?: string;
  css?: string[];
  theme?: Theme;
  context?: string;
  values?: string;
  set?: string[];
  setString?: string[];
}

/** Writes the HTML of a source, as the browser gets it, to stdout or to a file. */
export async function writeHtml(
  context: Context,
  options: RenderHtmlOptions,
  [source = '']: string[],
): Promise<undefined> {
  const { output } = context;
  refuseTwoStdin(context.flags, {
    source: source === '-' ? '-' : undefined,
    '--context': options.context,
    '--css': options.css?.find((file) => file === '-'),
  });
  const planned = planSources([source], options.from, 1);
  for (const one of planned) refuseOthers(one);
  const path = await chooseFile(context, options, planned);
  const choices: CollectOptions = {
    ...(options.root !== undefined && { root: options.root }),
    ...(await readContext(options, context)),
  };
  refuseUnused(planned, choices);
  const { parts, warnings } = await collectParts(planned, choices, collectEdges(context));
  for (const warning of warnings) output.warn(warning);
  const html = await buildHtml(context, source, parts as Part, await readDesignFlags(options, context));
  if (path === undefined) {
    await (output.json ? output.jsonDocument({ data: { html } }) : output.data(html));
    return undefined;
  }
  const bytes = Buffer.from(html);
  await saveFile(path, bytes, options.force ?? false);
  if (output.json) await output.jsonDocument({ data: { path, bytes: bytes.length } });
  output.done(`Wrote ${options.output} (${bytes.length} bytes)`);
  return undefined;
}

/** Refuses a source that platen does not turn into HTML. */
function refuseOthers(source: PlannedSource): void {
  const isPlain = source.kind === 'address';
  const isOther = 'format' in source && ['pdf', 'image', 'json'].includes(source.format ?? '');
  if (!isPlain && !isOther) return;
  throw new CommandError('usage', `${sourceText(source)} is not made into HTML`, {
    why: isPlain ? 'the browser loads a URL itself' : 'only HTML, Markdown and templates are',
    fix: 'name an .html or .md file, or a template',
  });
}

/** The file to write; undefined for stdout. Refuses one that must not be written, before any work. */
async function chooseFile(
  { io }: Context,
  { output: target, force = false }: RenderHtmlOptions,
  planned: readonly PlannedSource[],
): Promise<string | undefined> {
  if (target === undefined || target === '-') return undefined;
  if (target === '') throw new CommandError('usage', '--output is empty', { fix: 'name a file, such as -o out.html' });
  const path = resolve(io.cwd, target);
  refuseSourceTargets([{ target, path }], planned, io, 'name another file with -o');
  await checkTarget(path, force, '-o');
  return path;
}

async function buildHtml(context: Context, source: string, part: Part, flags: Options): Promise<string> {
  const name = source === '-' ? 'stdin' : source;
  const options = { ...(await readPageDefaults(await context.settings(), context)), ...part.options, ...flags };
  if (part.markdown !== undefined) {
    const { theme, css, margin, header, footer } = options;
    const looks = { theme, margins: margin === undefined, pageNumbers: (header ?? footer) === undefined };
    const html = await renderMarkdownHere(context, name, part.markdown, looks);
    return dressHere(context, name, html, css ? { css } : {}, false);
  }
  const html = part.html ?? (await fillTemplate(context, source, part));
  return dressHere(context, name, html, options, flags.theme !== undefined);
}

async function fillTemplate(context: Context, source: string, part: Part): Promise<string> {
  if (part.template === undefined) throw new CommandError('input_invalid', `${source} is a PDF, not a document`);
  const client = await context.client();
  const chosen = await resolveTemplate(client, readChosenTemplate(part.template), context.signal);
  const data = await readForRender(client, chosen, context.signal);
  const stored = await readValueSets(client, chosen, context.signal);
  const values = part.context ?? readNamed(stored, chosen, source) ?? data.preview_context;
  if (stored?.schema) await openValuesChecker().requireSchema(stored.schema, `the schema of ${source}`, values);
  const partials = await readPartials(client, chosen, data.content, context.signal);
  const text = { file: source, content: data.content, partials };
  return createLocalTemplates(context).render(text, values, context.signal);
}

/** The named values of a stored template; undefined if none are chosen. */
function readNamed(stored: ValueSets | undefined, { values }: FoundTemplate, source: string): object | undefined {
  if (values === undefined) return undefined;
  const found = stored?.sets[values];
  if (found) return found;
  const names = Object.keys(stored?.sets ?? {});
  throw new CommandError('values_not_found', `${source} has no values ${JSON.stringify(values)}`, {
    why: names.length === 0 ? 'it has no named values' : `it has ${names.join(', ')}`,
  });
}

/** The partials and layouts of a stored template, if its content names any. */
async function readPartials(
  client: Client,
  chosen: FoundTemplate,
  content: string,
  signal: AbortSignal,
): Promise<Partials> {
  if (findPartialNames(content).length === 0) return new Map();
  const isNamed = chosen.revision !== undefined || chosen.label !== undefined;
  const choice = isNamed ? { revision: await findRevision(client, chosen, signal) } : {};
  const { partials } = await client.getTemplateFiles(chosen.id, choice, { signal });
  return new Map(Object.entries(partials).map(([name, text]) => [name, { file: name, content: text }]));
}
