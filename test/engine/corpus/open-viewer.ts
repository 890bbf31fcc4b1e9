import { hash } from 'node:crypto';
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { openPdf } from '../../pdf/read-pdf.ts';

/** What a viewer shows of a file, in words and digests that can be compared. */
export interface ViewerFacts {
  /** Width and height of each page in points. */
  sizes: string[];
  /** Digests of the pages as they look at 50 dots per inch. */
  pixels: string[];
  texts: string[];
  /** What pdf.js finds; undefined where it cannot open the file. */
  links: string[] | undefined;
  outline: string[] | undefined;
  fields: string[] | undefined;
}

/** Reads files as PDFium and pdf.js do. */
export interface Viewer {
  /** The facts of a file; undefined where PDFium cannot open it or finds no page. */
  read(pdf: Uint8Array): Promise<ViewerFacts | undefined>;
  close(): void;
}

/** Pages of a file that are looked at. */
const pageLimit = 12;

/** Opens PDFium for many files. */
export async function openViewer(): Promise<Viewer> {
  const library = await PDFiumLibrary.init();
  return {
    async read(pdf) {
      const document = await library.loadDocument(pdf).catch(() => undefined);
      if (document === undefined) return undefined;
      try {
        if (document.getPageCount() === 0) return undefined;
        document.initializeFormFields();
        const facts = { sizes: [], pixels: [], texts: [], ...(await readWithPdfJs(pdf)) } as ViewerFacts;
        for (let number = 0; number < Math.min(pageLimit, document.getPageCount()); number++) {
          const page = document.getPage(number);
          const { originalWidth, originalHeight } = page.getOriginalSize();
          facts.sizes.push(`${originalWidth.toFixed(2)} x ${originalHeight.toFixed(2)}`);
          facts.texts.push(readText(page));
          // A page of a metre would need more memory than a look at it is worth.
          const scale = Math.min(50 / 72, 2000 / Math.max(originalWidth, originalHeight, 1));
          const { data } = await page.render({ scale, render: 'bitmap', renderFormFields: true });
          facts.pixels.push(hash('sha256', data));
        }
        // A page that PDFium cannot load has no size.
        return facts.sizes.every((size) => size === '0.00 x 0.00') ? undefined : facts;
      } finally {
        document.destroy();
      }
    },
    close: () => library.destroy(),
  };
}

/** PDFium finds no text on a page whose content it cannot open, and says so as an error. */
function readText(page: PDFiumPage): string {
  try {
    return page.getText();
  } catch {
    return '';
  }
}

type Marks = Pick<ViewerFacts, 'links' | 'outline' | 'fields'>;

async function readWithPdfJs(pdf: Uint8Array): Promise<Marks> {
  const document = await openPdf(pdf).catch(() => undefined);
  if (document === undefined) return { links: undefined, outline: undefined, fields: undefined };
  try {
    return { ...(await readNotes(document)), outline: await readTitles(document).catch(() => undefined) };
  } finally {
    await document.loadingTask.destroy();
  }
}

async function readNotes(document: PDFDocumentProxy): Promise<Pick<Marks, 'links' | 'fields'>> {
  const links: string[] = [];
  const fields: string[] = [];
  try {
    for (let number = 1; number <= Math.min(pageLimit, document.numPages); number++) {
      for (const note of await (await document.getPage(number)).getAnnotations()) {
        if (note.subtype === 'Widget') {
          fields.push(`${number}: ${note.fieldType} ${note.fieldName} = ${JSON.stringify(note.fieldValue)}`);
        } else if (note.subtype === 'Link') {
          const target = note.url ?? note.action ?? (await findPage(document, note.dest));
          if (target !== undefined) links.push(`${number}: ${target}`);
        }
      }
    }
  } catch {
    return { links: undefined, fields: undefined };
  }
  return { links: links.sort(), fields: fields.sort() };
}

/** The number of the page that a destination leads to; undefined where it leads nowhere. */
async function findPage(document: PDFDocumentProxy, dest: string | unknown[] | null): Promise<number | undefined> {
  try {
    const [target] = (typeof dest === 'string' ? await document.getDestination(dest) : dest) ?? [];
    if (typeof target === 'number') return target < document.numPages ? target + 1 : undefined;
    return target === undefined ? undefined : (await document.getPageIndex(target as { num: number; gen: number })) + 1;
  } catch {
    return undefined;
  }
}

async function readTitles(document: PDFDocumentProxy): Promise<string[]> {
  const titles: string[] = [];
  const read = async (nodes: Awaited<ReturnType<PDFDocumentProxy['getOutline']>>, depth: number) => {
    for (const { title, url, dest, items } of nodes ?? []) {
      titles.push(`${'  '.repeat(depth)}${title} -> ${url ?? (await findPage(document, dest)) ?? 'nowhere'}`);
      await read(items, depth + 1);
    }
  };
  await read(await document.getOutline(), 0);
  return titles;
}
