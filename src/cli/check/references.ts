import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import type { Finding } from '../preview/finding.ts';
import { saveFile } from '../save-file.ts';
import { comparePdfs } from './compare-pdfs.ts';
import { openPainter, type PdfPainter } from './draw-pdf.ts';
import { writePng } from './write-png.ts';

/** What the PDFs of templates are compared with. */
export interface References {
  /** Compares a PDF with the one of the template's name, or puts it there. */
  check(slug: string, pdf: Buffer, file: string): Promise<Finding[]>;
}

/** How to compare. */
export interface ReferenceOptions {
  /** The folder with `<slug>.pdf`, as the user knows it. */
  folder: string;
  /** Write them anew instead of comparing. */
  update: boolean;
  /** The share of the pixels of a page that may differ. */
  tolerance: number;
}

/** Opens the references; what draws the pages is loaded when two PDFs differ for the first time. */
export function openReferences(context: Context, { folder, update, tolerance }: ReferenceOptions): References {
  const inFolder = (name: string) => resolve(context.io.cwd, folder, name);
  let painter: Promise<PdfPainter> | undefined;

  async function open(): Promise<PdfPainter> {
    const opened = await openPainter();
    context.defer(() => opened.close());
    return opened;
  }

  return {
    async check(slug, pdf, file) {
      const name = `${slug}.pdf`;
      const before = await readFile(inFolder(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (before && Buffer.compare(before, pdf) === 0) return [];
      if (update) {
        await mkdir(inFolder('.'), { recursive: true });
        await saveFile(inFolder(name), pdf, true);
        return [];
      }
      const shown = join(folder, name);
      if (!before) {
        return [{ code: 'no_reference', message: `there is no ${shown} to compare with; --update writes it`, file }];
      }
      painter ??= open();
      const differences = await comparePdfs(before, pdf, tolerance, await painter).catch((cause: Error) => {
        throw new CommandError('input_invalid', `${shown} cannot be compared`, {
          why: cause.message,
          fix: 'write it anew with --update',
          cause,
        });
      });
      const findings: Finding[] = [];
      for (const { page, share, picture } of differences) {
        const image = join('diff', `${slug}-${page}.png`);
        await mkdir(inFolder('diff'), { recursive: true });
        await saveFile(inFolder(image), writePng(picture), true);
        const percent = share < 0.001 ? 'less than 0.1' : (share * 100).toFixed(1);
        const message = `page ${page} looks different from ${shown} (${percent} % of it): see ${join(folder, image)}`;
        findings.push({ code: 'looks_different', message, file });
      }
      return findings;
    },
  };
}
