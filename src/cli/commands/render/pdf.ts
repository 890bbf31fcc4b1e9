import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { ReceivedRender } from '../../../client/index.ts';
import { limits } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { collectValues } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { nameOutput } from '../../documents/output-name.ts';
import { type Format, type PlannedSource, planSources, sourceFormats } from '../../documents/plan-source.ts';
import { CommandError } from '../../output/command-error.ts';
import { RequestFailure } from '../../output/request-words.ts';
import { addJobFlags } from '../../render/background/job-flags.ts';
import type { Book } from '../../render/book/read-book.ts';
import { addConformanceFlags } from '../../render/conformance-flags.ts';
import { addDesignFlags } from '../../render/design-flags.ts';
import { addFormFlags } from '../../render/form-flags.ts';
import { addOverlayFlags, printsOverlays } from '../../render/overlay-flags.ts';
import { addPageFlags } from '../../render/page-flags.ts';
import { addProtectionFlags } from '../../render/protection-flags.ts';
import type { RenderPdfOptions } from '../../render/render-options.ts';
import type { RenderOutput } from '../../render/render-output.ts';
import { checkSources } from '../../render/render-sources.ts';
import { addRequestFlags } from '../../render/request-flags.ts';
import { openFlagSigning } from '../../render/signing/open-flag-signing.ts';
import { addSignFlags, checkSignFlags } from '../../render/signing/sign-flags.ts';
import {
  addDamageFlag,
  addFontFlags,
  addRegionFlags,
  damageSettings,
  fontSettings,
  regionSettings,
} from '../../service/shared-flags.ts';

/** Declares `platen render pdf`. */
export function addRenderPdf(parent: Command, register: Register): void {
  const command = parent
    .command('pdf')
    .description('Render URLs, HTML, Markdown, templates, images and PDFs, in order, to one PDF.')
    .argument(
      '[source...]',
      'https://…, page.html, notes.md, appendix.pdf, scan.jpg, site-folder/, book.yaml, template:<id>, template:./folder, - for stdin',
    )
    .option(
      '-o, --output <file>',
      'output file; - for stdout; with {page} a file for each page; with --each a pattern with {name}, {index}, {ext}',
    )
    .option('--each', 'write one PDF for each source (default: {name}.pdf in the current folder)')
    .option('-f, --force', 'overwrite an existing file')
    .option('--parts <json>', 'send "parts" unchanged: JSON, a URL, @file or -')
    .option('--input <file>', 'send a complete JSON request from a file or -')
    .addOption(new Option('--from <kind>', 'the type of stdin (default: html)').choices(sourceFormats))
    .option('--root <folder>', 'limit local files to this folder (default: that of each document)')
    .option('--assets <glob>', 'include more files that the documents use; repeatable', collectValues)
    .option('--attach <file>', 'attach a file to the PDF; repeatable', collectValues)
    .option('--context <json>', 'values for template parts: JSON, a file or -')
    .option(
      '--values <name>',
      'named values of a template: values/<name>.json of a folder (default: its preview context)',
    )
    .option('--set <path=value>', 'set one template value; repeatable', collectValues)
    .option('--set-string <path=text>', 'set one template value as text, such as 007; repeatable', collectValues)
    .option('--open', 'open the PDF afterwards')
    .option('--watch', 'render again whenever a file changes that the PDF is made of; Ctrl-C ends it')
    .option('--dry-run', 'print the request and send nothing');
  addFontFlags(command);
  addRegionFlags(command);
  addDamageFlag(command);
  addPageFlags(command);
  addRequestFlags(command);
  addDesignFlags(command);
  addOverlayFlags(command);
  addFormFlags(command);
  addConformanceFlags(command);
  addProtectionFlags(command);
  addSignFlags(command);
  addJobFlags(command);
  addHelpNotes(command, {
    examples: [
      'platen render pdf invoice.html -o invoice.pdf',
      'platen render pdf cover.html https://example.com appendix.pdf -o report.pdf',
      "mkdir out && platen render pdf 'docs/*.html' --each -o 'out/{name}.pdf'",
      "platen render pdf report.pdf --pages 2-5 -o 'page-{page}.pdf'",
      'platen render pdf form.pdf --field name=Ada --field agreed=true --flatten -o ada.pdf',
      'cat page.html | platen render pdf - -o page.pdf --json',
      'platen render pdf book.yaml --watch',
      'platen renders wait $(platen render pdf report.html --async) -o report.pdf',
    ],
    output: [
      'the PDF, to stdout if it is not a terminal (also in CI), else to <first source>.pdf;',
      'with --json {"path", "bytes", "pages", "sha256", "warnings": [{"part", "code", "detail"}], "timings", "template_revisions": []}',
      'with --async the id of the render, and with --json {"data": render} as "renders get" shows it;',
      'with --watch a line for each run;',
      'with --each only files, and with --json {"data": [the same with "source", or {"source", "error"}]}',
    ].join('\n'),
    exitCodes: {
      2: 'a source is missing or invalid',
      6: 'the output exists',
      7: 'the request was rejected, such as for an invalid template or PDF',
      10: 'the service or the browser failed',
      21: 'with --each: some failed; if all failed with the same code, its exit code',
    },
  });
  command.action(
    register<RenderPdfOptions>(runRenderPdf, {
      settings: [...fontSettings, ...regionSettings, ...damageSettings, 'timestamp_url'],
      timeoutPerCall: ({ watch }) => watch,
    }),
  );
}

/** Renders, and writes the PDF or prints what the service answered instead. */
async function runRenderPdf(context: Context, options: RenderPdfOptions, given: string[]): Promise<number | undefined> {
  if (options.output === '') {
    throw new CommandError('usage', '--output is empty', { fix: 'name a file, such as -o out.pdf, or - for stdout' });
  }
  checkSources(given, options, context.flags);
  checkSignFlags(options);
  const sources = await expandPatterns(given, context);
  if (options.watch) return watch(context, options, given, sources);
  const book = await findBook(context, options, sources);
  const limit = options.each ? Number.POSITIVE_INFINITY : limits.parts;
  const planned = book ? listSources(book) : planSources(sources, options.from, limit);
  if (options.async) return submit(context, options, planned, book);
  if (options.each) {
    const { renderEach } = await import('../../render/render-each.ts');
    return renderEach(context, options, planned);
  }
  if (!options.dryRun) {
    // Starts the browser of a service in here before the sources are read, and before what reads them is loaded.
    const hasFormat = (format: Format) => (source: PlannedSource) => 'format' in source && source.format === format;
    const pdfs = planned.length > 0 && planned.every(hasFormat('pdf'));
    const pages =
      !pdfs || (options.header ?? options.footer) !== undefined || printsOverlays(options, options.signAppearance);
    await context.warmUp({ single: true, pages, markdown: planned.some(hasFormat('markdown')) });
  }
  // A dry run writes nothing, so nothing is in its way.
  const named: readonly PlannedSource[] = book ? [nameBook(sources)] : planned;
  if (options.output?.includes('{page}') && !options.dryRun) {
    const { renderPages } = await import('../../render/pages/render-pages.ts');
    return renderPages(context, options, { planned, book, named });
  }
  const output = options.dryRun ? undefined : await chooseOutput(context, options, named);
  const { buildRenderRequest } = await import('../../render/render-request.ts');
  const request = await buildRenderRequest(context, options, planned, book);
  const { body } = request;
  for (const warning of request.warnings) context.output.warn(warning);
  if (!output) {
    const { describeRequest } = await import('../../service/describe-request.ts');
    await context.output.jsonDocument(await describeRequest(context, 'renderPdf', { body }));
    return undefined;
  }
  const sign = await openFlagSigning(context, options);
  const client = await context.client();
  const progress = context.output.progress('rendering');
  try {
    await client.receivePdf(
      body,
      async (received: ReceivedRender) => {
        progress.update('receiving');
        const whole = sign && received.kind === 'pdf' ? await sign(received) : received;
        await output.take(whole, () => progress.stop());
      },
      { signal: context.signal },
    );
  } catch (error) {
    throw new RequestFailure(error, request.words);
  } finally {
    progress.stop();
  }
  await output.finish(request);
  return undefined;
}

/** Renders again at every change. */
async function watch(
  context: Context,
  options: RenderPdfOptions,
  given: string[],
  sources: string[],
): Promise<undefined> {
  const { checkWatch, watchRender } = await import('../../render/watch-render.ts');
  const isBook = /\.ya?ml$/i.test(sources[0] ?? '');
  const planned = isBook ? [nameBook(sources)] : planSources(sources, options.from, limits.parts);
  checkWatch(options, planned, context.output);
  const output = options.output ?? nameFirst(planned);
  return watchRender(context, output, (run, isAgain) => {
    const again = isAgain && { force: true, open: false };
    return runRenderPdf(run, { ...options, output, watch: false, ...again }, given);
  });
}

/** A book as a source. */
function nameBook([file = '']: readonly string[]): PlannedSource {
  return { kind: 'file', file, format: undefined };
}

/** The name of a PDF that has none. */
function nameFirst([first]: readonly PlannedSource[]): string {
  return first ? nameOutput(first) : 'document.pdf';
}

/** The book, if it is the source. Throws `usage` for one among other sources. */
async function findBook(
  context: Context,
  options: RenderPdfOptions,
  sources: readonly string[],
): Promise<Book | undefined> {
  const file = sources.find((source) => /\.ya?ml$/i.test(source));
  if (file === undefined || options.from !== undefined) return undefined;
  const { isBook, readBook } = await import('../../render/book/read-book.ts');
  if (!isBook(file)) return undefined;
  if (sources.length === 1 && !options.each) return readBook(file, options.root, context);
  throw new CommandError('usage', `${file} describes a whole document`, {
    fix: options.each ? 'leave out --each' : 'name it alone, and the other sources in its "parts"',
  });
}

function listSources({ entries }: Book): PlannedSource[] {
  return entries.flatMap((entry) => ('source' in entry ? [entry.source] : []));
}

/** Leaves the render to the service. */
async function submit(
  context: Context,
  options: RenderPdfOptions,
  planned: readonly PlannedSource[],
  book: Book | undefined,
): Promise<undefined> {
  const { refuseWaitingFlags, submitRender } = await import('../../render/background/submit-render.ts');
  refuseWaitingFlags(options);
  const { requireService } = await import('../../service/require-service.ts');
  await requireService(context, '--async');
  const { buildRenderRequest } = await import('../../render/render-request.ts');
  const request = await buildRenderRequest(context, options, planned, book);
  for (const warning of request.warnings) context.output.warn(warning);
  if (!options.dryRun) return void (await submitRender(context, request));
  const { describeRequest } = await import('../../service/describe-request.ts');
  const { body } = request;
  await context.output.jsonDocument(await describeRequest(context, 'renderPdf', { body, prefer: 'respond-async' }));
}

async function expandPatterns(sources: string[], { io }: Context): Promise<string[]> {
  if (!sources.some((source) => /[*?[]/.test(source))) return sources;
  const { expandSources } = await import('../../files/expand-sources.ts');
  return expandSources(sources, io.cwd);
}

async function chooseOutput(
  context: Context,
  options: RenderPdfOptions,
  planned: readonly PlannedSource[],
): Promise<RenderOutput> {
  const { openRenderOutput } = await import('../../render/render-output.ts');
  const { json, dataToTerminal } = context.output;
  const { cwd } = context.io;
  if (json && options.output === '-') {
    throw new CommandError('usage', '--json and -o - both write to stdout', { fix: 'name a file with -o' });
  }
  const toStdout = options.output === '-' || (options.output === undefined && !dataToTerminal && !json);
  if (options.open && toStdout) throw new CommandError('usage', '--open needs a file', { fix: 'name one with -o' });
  if (toStdout) {
    if (context.io.stdoutIsClosed) {
      throw new CommandError('io_failed', 'stdout is closed, so the PDF would be lost', {
        fix: 'name a file with -o',
      });
    }
    if (options.output === undefined && context.io.env.CI) {
      context.output.note('hint: the PDF goes to stdout; use -o file.pdf to write a file');
    }
    return openRenderOutput(context, undefined, options);
  }
  const name = options.output ?? nameFirst(planned);
  if (name.startsWith('--')) throw new CommandError('usage', `-o ${name} looks like a flag`, { fix: `use ./${name}` });
  const [placeholder] = /\{(name|index|ext)\}/.exec(options.output ?? '') ?? [];
  if (placeholder !== undefined) {
    throw new CommandError('usage', `-o ${name}: ${placeholder} is for --each`, {
      fix: 'add --each, or name one file',
    });
  }
  const path = resolve(cwd, name);
  if (options.force) {
    const { refuseSourceTargets } = await import('../../render/refuse-source-targets.ts');
    refuseSourceTargets([{ target: name, path }], planned, context.io, 'name another file with -o');
  }
  return openRenderOutput(context, { path, shown: name }, options);
}
