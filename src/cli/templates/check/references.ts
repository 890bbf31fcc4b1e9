import { join, resolve } from 'node:path';
import type { Context } from '../../command/context.ts';
import { provideFolder } from '../../files/provide-folder.ts';
import { saveFile } from '../../files/save-file.ts';
import { CommandError } from '../../output/command-error.ts';
import { comparePages, type PageDifference, type Pages } from '../../pictures/compare-pages.ts';
import { openPainter, type PdfPainter } from '../../pictures/draw-pdf.ts';
import { writePng } from '../../pictures/png.ts';
import type { Finding } from '../finding.ts';
import { readReference, type StoredReference, writePdfReference, writePngReference } from './reference-files.ts';

/** The references that PDFs of templates are compared with. */
export interface References {
  /** Compares a PDF with the template's reference, or writes the reference. */
  check(slug: string, pdf: Buffer, file: string): Promise<Finding[]>;
}

/** Options of a comparison. */
interface ReferenceOptions {
  /** The folder with `<slug>.pdf` or `<slug>-<page>.png`, as the user knows it. */
  folder: string;
  /** Write the references instead of comparing: in their present form, else as PDFs. */
  update: boolean;
  /** Write pictures of the pages, whatever the present form. */
  png: boolean;
  /** The share of the pixels of a page that may differ. */
  tolerance: number;
}

/** Opens the references. PDFium is loaded when a page is drawn for the first time. */
export function openReferences(context: Context, { folder, update, png, tolerance }: ReferenceOptions): References {
  const path = resolve(context.io.cwd, folder);
  let painter: Promise<PdfPainter> | undefined;

  async function open(): Promise<PdfPainter> {
    const opened = await openPainter();
    context.defer(() => opened.close());
    return opened;
  }

  async function draw(pdf: Buffer, like: StoredReference | undefined) {
    painter ??= open();
    const pages = like?.kind === 'png' ? like.pages : undefined;
    return (await painter).draw(pdf, (page) => pages?.get(page)?.picture);
  }

  async function compare(before: StoredReference, pdf: Buffer): Promise<PageDifference[]> {
    const now = await draw(pdf, before);
    const first = before.kind === 'pdf' ? await draw(before.pdf, undefined) : listPictures(before.pages);
    return comparePages(first, now, tolerance).catch((cause: Error) => {
      throw new CommandError('input_invalid', `${join(folder, nameOf(before))} cannot be compared`, {
        why: cause.message,
        fix: 'write it again with --update',
        cause,
      });
    });
  }

  async function write(slug: string, pdf: Buffer, before: StoredReference | undefined): Promise<void> {
    if (!png && before?.kind !== 'png') return writePdfReference(path, slug, pdf);
    await writePngReference(path, slug, await draw(pdf, before), before);
  }

  return {
    async check(slug, pdf, file) {
      const before = await readReference(path, slug, folder);
      if (before?.kind === 'pdf' && !png && Buffer.compare(before.pdf, pdf) === 0) return [];
      if (update) {
        await write(slug, pdf, before);
        return [];
      }
      if (!before) {
        const message = `there is no ${join(folder, `${slug}.pdf`)} or ${slug}-1.png to compare with; --update writes it`;
        return [{ code: 'no_reference', message, file }];
      }
      const findings: Finding[] = [];
      for (const { page, share, picture } of await compare(before, pdf)) {
        const image = join('diff', `${slug}-${page}.png`);
        provideFolder(join(path, 'diff'));
        await saveFile(join(path, image), writePng(picture), true);
        const percent = share < 0.001 ? 'less than 0.1' : (share * 100).toFixed(1);
        const shown = join(folder, nameOf(before, page));
        const message = `page ${page} looks different from ${shown} (${percent} % of it): see ${join(folder, image)}`;
        findings.push({ code: 'looks_different', message, file });
      }
      return findings;
    },
  };
}

/** The reference file of a page; for a page without a file, that of the first page. */
function nameOf(reference: StoredReference, page = 1): string {
  if (reference.kind === 'pdf') return reference.name;
  const [first] = reference.pages.values();
  return (reference.pages.get(page) ?? first)?.name ?? '';
}

async function* listPictures(pages: Extract<StoredReference, { kind: 'png' }>['pages']): Pages {
  const last = Math.max(...pages.keys());
  for (let page = 1; page <= last; page++) yield pages.get(page)?.picture;
}
