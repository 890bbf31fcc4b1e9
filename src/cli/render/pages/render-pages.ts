import { resolve } from 'node:path';
import type { ReceivedRender } from '../../../client/index.ts';
import type { Context } from '../../command/context.ts';
import type { PlannedSource } from '../../documents/plan-source.ts';
import { checkTarget, saveFile } from '../../files/save-file.ts';
import { CommandError } from '../../output/command-error.ts';
import { RequestFailure } from '../../output/request-words.ts';
import type { Book } from '../book/read-book.ts';
import { receiveBytes } from '../receive-bytes.ts';
import { refuseSourceTargets } from '../refuse-source-targets.ts';
import type { RenderPdfOptions } from '../render-options.ts';
import { recordFile, sayWritten } from '../render-output.ts';
import { buildRenderRequest } from '../render-request.ts';
import { openFlagSigning } from '../signing/open-flag-signing.ts';
import { checkPagePattern, namePages } from './name-pages.ts';

/** What is done to each file, and not to the whole document before it is divided. */
interface FileFields {
  options?: { timeout_ms?: number };
  metadata?: object;
  pdf?: Record<string, unknown>;
}

/** The sources of a document: its parts, and those that were named, whose files are not overwritten. */
interface PageSources {
  planned: readonly PlannedSource[];
  book: Book | undefined;
  named: readonly PlannedSource[];
}

/**
 * Renders sources, and writes each page to its own PDF, named by `-o` with `{page}`. The document is printed once. What concerns a whole
 * file, such as a claim, attachments, encryption or a signature, is done to each. Throws `usage`, and `output_exists` before a page is
 * written.
 */
export async function renderPages(
  context: Context,
  flags: RenderPdfOptions,
  { planned, book, named }: PageSources,
): Promise<undefined> {
  const { output, io, signal } = context;
  const { output: pattern = '', force = false } = flags;
  checkPagePattern(pattern, 'page-{page}.pdf');
  if (flags.open) throw new CommandError('usage', '--open shows one file, and {page} makes several');
  const sign = await openFlagSigning(context, flags);
  const request = await buildRenderRequest(context, flags, planned, book);
  for (const warning of request.warnings) output.warn(warning);
  const { options, metadata, pdf } = request.body as FileFields;
  const claim = pdf?.conformance === undefined ? {} : { pdf: { conformance: pdf.conformance } };
  const { pdf: _, ...printed } = request.body;
  const whole = await receiveBytes(context, { ...request, body: { ...printed, ...claim } });
  const targets = namePages(pattern, await countPages(whole)).map((target) => ({
    target,
    path: resolve(io.cwd, target),
  }));
  refuseSourceTargets(targets, named, io, 'name other files with -o');
  for (const { path } of targets) await checkTarget(path, force, '-o');
  const client = await context.client();
  const progress = output.progress('dividing');
  const written: object[] = [];
  const warned = new Set<string>();
  try {
    for (const [index, { target, path }] of targets.entries()) {
      progress.update(`dividing, ${index} of ${targets.length} pages done`);
      const body = {
        parts: { pdf: whole },
        options: { page_ranges: String(index + 1), ...(options?.timeout_ms && { timeout_ms: options.timeout_ms }) },
        ...(metadata && { metadata }),
        ...(pdf && { pdf }),
      };
      const take = async (received: ReceivedRender) => {
        if (received.kind === 'json') {
          throw new CommandError('unexpected_answer', 'the service answered JSON instead of a PDF');
        }
        const page = sign ? await sign(received) : received;
        await saveFile(path, page.stream, force);
        const facts = page.facts();
        // The same for most pages, such as links to the others.
        const warnings = output.openWarnings();
        for (const warning of page.warnings.filter(({ code }) => !warned.has(code))) {
          warned.add(warning.code);
          warnings.warnOfRender(warning, `page ${index + 1}: ${warning.detail}`);
        }
        written.push({ page: index + 1, ...recordFile(path, page, facts, warnings.take()) });
        if (!output.json) output.done(sayWritten(target, page, facts));
      };
      await client.receivePdf(body, take, { signal });
    }
  } catch (error) {
    throw new RequestFailure(error, request.words);
  } finally {
    progress.stop();
  }
  if (output.json) await output.jsonDocument({ data: written, warnings: output.takeWarnings() });
  return undefined;
}

async function countPages(pdf: Buffer): Promise<number> {
  const { openPrinted } = await import('../../../pdf/index.ts');
  const { length } = openPrinted(pdf);
  if (length === 0)
    throw new CommandError('unexpected_answer', 'the service answered a PDF whose pages cannot be read');
  return length;
}
