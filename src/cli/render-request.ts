import { join, relative } from 'node:path';
import { type CollectEdges, type CollectOptions, collectParts } from './collect-parts.ts';
import { CommandError } from './command-error.ts';
import type { RenderPdfOptions } from './commands/render-pdf.ts';
import type { Context } from './context.ts';
import { readPageFlags } from './page-flags.ts';
import { parseJson, readJson, readJsonObject, readText } from './read-input.ts';
import { setPath } from './set-path.ts';

/** A request body, and what is worth telling about the sources. */
export interface BuiltRequest {
  body: Record<string, unknown>;
  warnings: string[];
}

/** The body of the request: as given with --input or --parts, else made from the sources and the flags. */
export async function buildRenderRequest(
  context: Context,
  options: RenderPdfOptions,
  sources: readonly string[],
): Promise<BuiltRequest> {
  const { io } = context;
  const { options: pageOptions, metadata } = await readPageFlags(options, io);
  if (options.input !== undefined) {
    if (pageOptions ?? metadata) {
      throw new CommandError(
        'usage',
        '--input sends a whole request exactly as given; page and document flags do not go with it',
      );
    }
    const body = await readJson(options.input, '--input', io);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new CommandError('input_invalid', '--input: a JSON object with the field "parts" is needed');
    }
    return { body: body as Record<string, unknown>, warnings: [] };
  }
  const timeout = (await context.settings()).entries.timeout;
  const timed = timeout.origin.source === 'flag' ? { timeout_ms: timeout.value } : {};
  const all = { ...timed, ...pageOptions };
  const rest = { ...(Object.keys(all).length > 0 && { options: all }), ...(metadata && { metadata }) };
  if (options.parts !== undefined)
    return { body: { parts: await readParts(options.parts, context), ...rest }, warnings: [] };
  const collected = await collectParts(
    sources,
    {
      assets: options.assets ?? [],
      ...(options.from !== undefined && { from: options.from }),
      ...(options.root !== undefined && { root: options.root }),
      ...(await readContext(options, context)),
    },
    collectEdges(context),
  );
  return { body: { parts: collected.parts, ...rest }, warnings: collected.warnings };
}

/** A template folder is filled in here and travels as HTML with its files, so any service can render it. */
function collectEdges(context: Context): CollectEdges {
  const { cwd, platform } = context.io;
  return {
    cwd,
    platform,
    // Read on demand: touching stdin where nobody asked for it would start to read it.
    get stdin() {
      return context.io.stdin;
    },
    async fillTemplate({ folder, content, context: values }) {
      const { createTemplateFiller } = await import('./fill-template.ts');
      const file = join(relative(cwd, folder), 'content.html');
      return createTemplateFiller(context).fill({ file, content }, values, context.signal);
    },
  };
}

/** `--parts`: JSON as it is, any other text as a string; `@file` and `-` say where it stands. */
async function readParts(value: string, { io }: Context): Promise<unknown> {
  const flag = '--parts';
  const elsewhere = value === '-' || value.startsWith('@');
  const text = elsewhere ? await readText(value === '-' ? '-' : value.slice(1), flag, io) : value;
  if (/^\s*[[{"]/.test(text)) return parseJson(text, flag, elsewhere ? value.replace(/^@/, '') : flag);
  const plain = text.trim();
  if (plain === '') throw new CommandError('input_invalid', `${flag}: it is empty`);
  return plain;
}

async function readContext(
  { context, set }: RenderPdfOptions,
  { io }: Context,
): Promise<Pick<CollectOptions, 'context' | 'edit'>> {
  return {
    ...(context !== undefined && { context: await readJsonObject(context, '--context', io) }),
    ...(set !== undefined && {
      edit(values) {
        for (const assignment of set) setPath(values, assignment);
      },
    }),
  };
}
