import { once } from 'node:events';
import { resolve } from 'node:path';
import { isUuid } from '../../../contract/index.ts';
import type { Context } from '../../command/context.ts';
import { readWhole } from '../../command/flag-values.ts';
import { openValuesChecker } from '../../documents/check-values.ts';
import { gatherPartials } from '../../documents/gather-partials.ts';
import { CommandError } from '../../output/command-error.ts';
import { hasScreen, openViewer } from '../../output/open-viewer.ts';
import { readPageDefaults } from '../../render/page-defaults.ts';
import { type PageFlags, readPageFlags } from '../../render/page-flags.ts';
import { openRenderOutput } from '../../render/render-output.ts';
import { createLocalTemplates } from '../../service/render-template.ts';
import { buildTemplatePart } from '../build-template-part.ts';
import { readContextText } from '../context-text.ts';
import { openLocalRenderer } from '../local-renderer.ts';
import { findSources, openRoot, openStored, type PreviewSource } from '../preview-source.ts';
import { findTemplateDir } from '../sync/select-folders.ts';
import type { PreviewEdges } from './open-preview.ts';
import { startPreviewServer } from './preview-server.ts';

/** The flags of the command. */
export interface PreviewOptions extends PageFlags {
  port?: string;
  open?: boolean;
  once?: boolean;
  output?: string;
  force?: boolean;
  root?: string;
  values?: string;
}

/** Serves the page until it is stopped; with --once renders and ends. */
export async function runPreview(context: Context, options: PreviewOptions, [named]: string[]): Promise<undefined> {
  const what = named ?? (await findTemplateDir(context));
  const port = readWhole('--port', options.port, 0, 65_535) ?? 0;
  refuseUnused(options, what);
  const { cwd, platform } = context.io;
  const flags = await readPageFlags(options, context.io);
  // A template has its own design.
  const { theme: _, ...defaults } = await readPageDefaults(await context.settings(), context);
  const pageOptions = { ...defaults, ...flags.options };
  const request = { ...flags, ...(Object.keys(pageOptions).length > 0 && { options: pageOptions }) };
  const stored = isUuid(what)
    ? [await openStored(await context.client(), what.toLowerCase(), context.signal)]
    : undefined;
  const root = await openRoot(options.root, cwd);
  const find = async () => stored ?? (await findSources(what, cwd, root));
  const sources = await find();
  const templates = createLocalTemplates(context);
  const values = openValuesChecker();
  if (options.once)
    return renderOnce(context, options, sources, { templates, values, cwd, platform, request, root: root?.path });
  const renderer = await openLocalRenderer(context);
  const server = await startPreviewServer(
    sources,
    { templates, values, set: options.values, cwd, platform, renderer, request, root: root?.path, findSources: find },
    port,
  );
  context.defer(() => server.close());
  if (context.output.json) await context.output.jsonDocument({ data: { url: server.url } });
  const many = sources.length > 1 ? ` of ${sources.length} templates` : ` of ${sources[0]?.shown}`;
  context.output.done(`Preview${many}: ${server.url}`);
  context.output.note('It follows each save. Ctrl-C ends it.');
  if (options.open !== false && hasScreen(context.io) && (await openViewer(server.buildTicket(), context.io))) {
    context.output.note('No program to open a browser was found; open the URL yourself.');
  }
  if (!context.signal.aborted) await once(context.signal, 'abort');
}

async function renderOnce(
  context: Context,
  options: PreviewOptions,
  sources: readonly PreviewSource[],
  edges: Omit<PreviewEdges, 'renderer'>,
): Promise<undefined> {
  const [source, second] = sources;
  if (!source || second) {
    throw new CommandError('usage', '--once renders one template', {
      why: `there are ${sources.length}: ${sources.map(({ slug }) => slug).join(', ')}`,
      fix: `name one: platen templates preview ${source?.shown} --once -o ${source?.slug}.pdf`,
    });
  }
  const { output: name = '' } = options;
  const target = name === '-' ? undefined : { path: resolve(context.io.cwd, name), shown: name };
  const output = await openRenderOutput(context, target, options);
  const { content, context: text } = await source.read(context.signal, options.values);
  const file = source.valuesFile(options.values);
  const values = readContextText(text, file);
  const { folder, contentFile } = source;
  if (folder !== undefined) {
    await edges.values.require(folder, source.shown, values, text === undefined ? undefined : { file, json: text });
  }
  const template = { file: contentFile, content, folder };
  const partials = await gatherPartials(template, edges, context.signal);
  const built = await buildTemplatePart({ ...template, partials }, values, edges, context.signal);
  for (const { file, line, message } of built.findings) {
    const text = [file, line, ` ${message}`].filter((step) => step !== undefined).join(':');
    context.output.warn({ code: 'resource_missing', text, part: 0 });
  }
  const renderer = await openLocalRenderer(context);
  const progress = context.output.progress('rendering');
  try {
    await renderer.send(
      { ...edges.request, parts: built.part },
      (received) => output.take(received, progress.stop),
      context.signal,
    );
  } finally {
    progress.stop();
  }
  await output.finish({ words: { parts: [source.shown], flags: false }, warnings: built.warnings });
}

function refuseUnused({ once, output, force, port, root, values }: PreviewOptions, what: string): void {
  const refuse = (flag: string, why: string) => {
    throw new CommandError('usage', `${flag} says nothing here`, { why });
  };
  if (once && output === undefined) {
    throw new CommandError('usage', '--once needs a file to write', { fix: 'name one with -o' });
  }
  if (once && port !== undefined) refuse('--port', '--once shows no page');
  if (!once && output !== undefined) refuse('-o', 'only --once writes a PDF');
  if (!once && force) refuse('--force', 'only --once writes a PDF');
  if (values !== undefined && isUuid(what)) refuse('--values', 'a stored template has one set of values');
  if (root !== undefined && isUuid(what)) refuse('--root', 'the files of a stored template are on the service');
  if (output?.startsWith('--')) {
    throw new CommandError('usage', `-o ${output} looks like a flag`, { fix: `use ./${output}` });
  }
}
