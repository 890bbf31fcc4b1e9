import { longestTimeoutMs, type Options } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { type CollectEdges, type CollectOptions, collectParts, refuseUnused } from '../documents/collect-parts.ts';
import type { PlannedSource } from '../documents/plan-source.ts';
import type { SourceWarning } from '../documents/read-parts.ts';
import { requireSources } from '../documents/read-source.ts';
import { openFolderRenderer } from '../documents/render-folder.ts';
import { parseJson, readInputText, readJson, readJsonObject, requireObject } from '../files/read-input.ts';
import { CommandError } from '../output/command-error.ts';
import type { Output } from '../output/output.ts';
import { type RequestWords, readPartNames } from '../output/request-words.ts';
import { attachFiles } from './attach-files.ts';
import { readJobFlags } from './background/job-flags.ts';
import type { Book } from './book/read-book.ts';
import { readConformanceFlags } from './conformance-flags.ts';
import { readDesignFlags } from './design-flags.ts';
import { defaultsFor, readDocumentDefaults } from './document-defaults.ts';
import { readFormFlags } from './form-flags.ts';
import { readPageFlags } from './page-flags.ts';
import { readProtectionFlags } from './protection-flags.ts';
import { readOverlayFlags } from './read-overlay-flags.ts';
import type { RenderPdfOptions } from './render-options.ts';
import { checkOrigins, readRequestFlags, requestPages } from './request-flags.ts';
import { setPath } from './set-path.ts';
import { readAppearance } from './signing/read-appearance.ts';
import { readSealFlags } from './signing/sign-flags.ts';

/** A request body, with what is known of its sources. */
export interface BuiltRequest {
  body: Record<string, unknown>;
  words: RequestWords;
  warnings: SourceWarning[];
}

/** The body of the request: as given with --input or --parts, else made from the sources and the flags. */
export async function buildRenderRequest(
  context: Context,
  options: RenderPdfOptions,
  planned: readonly PlannedSource[],
  book?: Book,
): Promise<BuiltRequest> {
  if (options.input !== undefined) {
    const body = await readWhole(options.input, options, context);
    return { body, words: { parts: readPartNames(body.parts), flags: false }, warnings: [] };
  }
  if (options.parts !== undefined) {
    const completeBody = await readRest(context, options);
    const body = completeBody(await readParts(options.parts, context));
    return {
      body,
      words: { parts: readPartNames(body.parts), flags: true, eInvoice: options.eInvoice, waitFor: options.waitFor },
      warnings: [],
    };
  }
  // A mistyped name should not show up only after a long document was piped in.
  if (options.context === '-' || planned.some(({ kind }) => kind === 'stdin')) {
    await requireSources(planned, context.io.cwd);
  }
  const build = await prepareRequests(context, options, planned, book?.options);
  const request = await build(planned);
  if (book === undefined) return request;
  const { completeBook } = await import('./book/complete-book.ts');
  return completeBook(book, request, overlayEdges(context));
}

/**
 * Reads the flags once for all requests that are made of these sources, and returns the function that builds the request of
 * some of them. `given` are options that flags override. Throws `usage` for a flag that changes nothing for any of them.
 */
export async function prepareRequests(
  context: Context,
  options: RenderPdfOptions,
  all: readonly PlannedSource[],
  given: Options = {},
): Promise<(planned: readonly PlannedSource[]) => Promise<BuiltRequest>> {
  const completeBody = await readRest(context, options, all, given);
  const choices: CollectOptions = {
    assets: options.assets ?? [],
    ...(options.root !== undefined && { root: options.root }),
    ...(await readContext(options, context)),
  };
  refuseUnused(all, choices);
  const fillForm = await readFormFlags(options, context.io, options.each);
  const edges = collectEdges(context);
  return async (planned) => {
    const { parts, names, warnings } = await collectParts(planned, choices, edges);
    const body = completeBody(fillForm ? fillForm(parts, names) : parts);
    // Contents of a flag come first, and no source is theirs.
    const added = readPartNames(body.parts).slice(0, -names.length);
    return {
      body,
      words: { parts: [...added, ...names], flags: true, eInvoice: options.eInvoice, waitFor: options.waitFor },
      warnings: warnings.map((warning) => ({ ...warning, part: warning.part + added.length })),
    };
  };
}

/** Reads `--input`, a whole request. */
async function readWhole(input: string, options: RenderPdfOptions, context: Context): Promise<Record<string, unknown>> {
  const { io, output } = context;
  const { options: pageOptions, metadata } = await readPageFlags(options, io);
  const { job, destination } = readJobFlags(options);
  if (
    options.fonts ??
    options.locale ??
    options.timezone ??
    options.onDamage ??
    options.onSignature ??
    options.attach ??
    options.css ??
    options.theme ??
    options.toc ??
    options.tocTitle ??
    options.seal ??
    options.signAppearance ??
    (await readRequestFlags(options, context)) ??
    pageOptions ??
    metadata ??
    (await readOverlayFlags(options, overlayEdges(context))) ??
    (await readConformanceFlags(options, io)) ??
    (await readProtectionFlags(options, io, hidePassword(output))) ??
    job ??
    destination
  ) {
    throw new CommandError('usage', 'page, document and job flags cannot be combined with --input', {
      why: '--input sends a whole request exactly as given',
      fix: 'write them into the request, as "options", "metadata", "overlays", "pdf", "job" and "destination"',
    });
  }
  const body = await readJson(input, '--input', io);
  return requireObject(body, '--input: a JSON object with the field "parts" is needed');
}

/** Keeps a password out of what is printed, whole: its first letters say more than those of a key. */
function hidePassword(output: Output): (password: string) => void {
  return (password) => output.hide(password, '…');
}

/** Reads the fields of a request besides its parts, and returns the function that adds them to parts. */
async function readRest(
  context: Context,
  flags: RenderPdfOptions,
  all: readonly PlannedSource[] = [],
  bookOptions: Options = {},
): Promise<(parts: unknown) => Record<string, unknown>> {
  const { options, metadata } = await readPageFlags(flags, context.io);
  const settings = await context.settings();
  const timeout = settings.get('timeout');
  const isGiven = settings.entries.timeout.origin.source === 'flag';
  const onMissingGlyph = settings.get('on_missing_glyph');
  const pageRequest = await readRequestFlags(flags, context);
  if (pageRequest && all.length > 0) checkOrigins(all, pageRequest);
  const { css, theme, toc } = await readDesignFlags(flags, context);
  const defaults = await readDocumentDefaults(settings, context);
  const own = {
    ...(timeout !== null && isGiven && { timeout_ms: shareOfRender(timeout) }),
    ...(onMissingGlyph !== null && { on_missing_glyph: onMissingGlyph }),
    ...options,
    ...(flags.onSignature !== undefined && { on_signature: flags.onSignature }),
    ...(css && { css }),
    ...(theme !== undefined && { theme }),
  };
  const sign = readSealFlags(flags);
  const attachments = flags.attach && (await attachFiles(flags.attach, context.io));
  const pdf = {
    ...(await readConformanceFlags(flags, context.io)),
    ...(await readProtectionFlags(flags, context.io, hidePassword(context.output))),
    ...(attachments && { attachments }),
    ...(sign && { sign }),
  };
  const appearance = await readAppearance(flags, overlayEdges(context));
  const drawn = await readOverlayFlags(flags, overlayEdges(context));
  const overlays = appearance ? [...(drawn ?? []), appearance] : drawn;
  const job = readJobFlags(flags);
  return (given) => {
    const requested = pageRequest === undefined ? given : requestPages(given, pageRequest);
    const parts = toc === undefined ? requested : [{ toc }, requested].flat();
    const all = { ...defaultsFor(parts, defaults), ...bookOptions, ...own };
    return {
      parts,
      ...(Object.keys(all).length > 0 && { options: all }),
      ...(metadata && { metadata }),
      ...(overlays && { overlays }),
      ...(Object.keys(pdf).length > 0 && { pdf }),
      ...job,
    };
  };
}

/**
 * Milliseconds of a command's time that its render may take: a little less, so that the service still says what took so long before the
 * command gives up.
 */
function shareOfRender(timeoutMs: number): number {
  return Math.max(1, Math.min(Math.floor(timeoutMs - Math.min(1000, timeoutMs / 10)), longestTimeoutMs));
}

function overlayEdges(context: Context) {
  const warn = (warning: SourceWarning) => context.output.warn(warning);
  return { io: context.io, edges: collectEdges(context), warn };
}

/** A template folder is rendered here and travels as HTML with its files, so any service can print it. */
export function collectEdges(context: Context): CollectEdges {
  const { cwd, platform } = context.io;
  return {
    cwd,
    platform,
    // A getter, because touching `stdin` starts to read it.
    get stdin() {
      return context.io.stdin;
    },
    renderTemplate: openFolderRenderer(context)({ cwd, signal: context.signal }),
  };
}

/** Reads `--parts`: JSON unchanged, any other text as a string, given in place, as `@file` or as `-`. */
async function readParts(value: string, { io }: Context): Promise<unknown> {
  const flag = '--parts';
  const elsewhere = value === '-' || value.startsWith('@');
  const text = elsewhere ? await readInputText(value === '-' ? '-' : value.slice(1), flag, io) : value;
  if (/^\s*[[{"]/.test(text)) return parseJson(text, flag, elsewhere ? value.replace(/^@/, '') : flag);
  const plain = text.trim();
  if (plain === '') throw new CommandError('input_invalid', `${flag}: it is empty`);
  return plain;
}

/** Reads the values for templates that the flags give. */
export async function readContext(
  { context, values, set = [], setString = [] }: Pick<RenderPdfOptions, 'context' | 'values' | 'set' | 'setString'>,
  { io }: Context,
): Promise<Pick<CollectOptions, 'context' | 'values' | 'edit'>> {
  return {
    ...(context !== undefined && { context: await readJsonObject(context, '--context', io) }),
    ...(values !== undefined && { values }),
    ...(set.length + setString.length > 0 && {
      edit(values) {
        for (const assignment of set) setPath(values, assignment, '--set');
        for (const assignment of setString) setPath(values, assignment, '--set-string');
      },
    }),
  };
}
