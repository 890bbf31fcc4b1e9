import { pipeline } from 'node:stream/promises';
import type { PdfFacts, ReceivedFile, ReceivedRender } from '../../client/index.ts';
import type { Warning } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { isReported } from '../documents/read-parts.ts';
import { checkTarget, saveFile } from '../files/save-file.ts';
import { namePart, useWords } from '../output/request-words.ts';
import type { ListedWarning, WarningList } from '../output/warnings.ts';
import type { BuiltRequest } from './render-request.ts';

/** The destination of a rendered PDF, or of images in one file. */
export interface RenderOutput {
  /** Receives an answer to its end; called again when a try is repeated. Calls `ready` before it prints. */
  take(received: ReceivedFile | ReceivedRender, ready: () => void): Promise<void>;
  /** Reports what was written, and what of the request's warnings is new. */
  finish(request: Pick<BuiltRequest, 'words' | 'warnings'>): Promise<void>;
}

/**
 * Opens the output of a render: a file, or stdout without one. Refuses a file that must not be overwritten, before anything
 * is sent.
 */
export async function openRenderOutput(
  context: Context,
  file: { path: string; shown: string } | undefined,
  { force = false, open = false }: { force?: boolean; open?: boolean },
): Promise<RenderOutput> {
  if (file) await checkTarget(file.path, force, '-o');
  let written: { pdf: ReceivedFile; facts: PdfFacts } | undefined;
  return {
    async take(received, ready) {
      if (received.kind === 'json') {
        ready();
        if (file) {
          const text = `the service answered JSON, so ${file.shown} was not written`;
          context.output.warn({ code: 'pdf_unwritten', text });
        }
        await context.output.jsonDocument(received.value);
        return;
      }
      if (file) await saveFile(file.path, received.stream, force);
      else {
        ready();
        await pipeline(received.stream, context.io.stdout, { end: false });
      }
      written = { pdf: received, facts: received.facts() };
    },
    async finish(request) {
      if (!written) return;
      const { pdf, facts } = written;
      const { output } = context;
      warnOfRender(output, pdf.warnings, request);
      if (!file) return;
      if (open) {
        const { openViewer } = await import('../output/open-viewer.ts');
        const missing = await openViewer(file.path, context.io);
        if (missing) output.warn({ code: 'viewer_missing', text: `cannot show the PDF: ${missing} is not installed` });
      }
      if (output.json) await output.jsonDocument(recordFile(file.path, pdf, facts, output.takeWarnings()));
      else output.done(sayWritten(file.shown, pdf, facts));
    },
  };
}

/** A written PDF or archive as `--json` shows it. */
export function recordFile(
  path: string,
  { pages, timings, templateRevisions }: ReceivedFile,
  { bytes, sha256 }: PdfFacts,
  warnings: readonly ListedWarning[],
) {
  return { path, bytes, pages, sha256, warnings, timings, template_revisions: templateRevisions };
}

/** A written PDF or archive in words for people. */
export function sayWritten(shown: string, { pages }: ReceivedFile, { bytes }: PdfFacts): string {
  const counted = pages === null ? '' : `${pages} page${pages === 1 ? '' : 's'}, `;
  return `Wrote ${shown} (${counted}${formatBytes(bytes)})`;
}

/** Warns of what a service reports, without the files that reading the sources has warned of. */
export function warnOfRender(
  output: Pick<WarningList, 'warnOfRender'>,
  warnings: readonly Warning[],
  { words, warnings: read }: Pick<BuiltRequest, 'words' | 'warnings'>,
): void {
  for (const warning of warnings) {
    if (isReported(warning, read)) continue;
    const { part, code, detail } = warning;
    // Only these words are platen's own; others may be text of the document.
    const text = code === 'option_ignored' ? useWords(detail, words) : detail;
    output.warnOfRender(warning, [namePart(words, part), text].filter(Boolean).join(': '));
  }
}

/** A size for people, in KB and MB of a thousand, as file managers show it. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
