import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { findShipped } from '../files/shipped-file.ts';
import type { Picture } from './png.ts';

/** Pixels, or points. */
export type Size = Pick<Picture, 'width' | 'height'>;

/** Draws the pages of PDFs. */
export interface PdfPainter {
  /**
   * Draws the pages in order: in the size that `sizeOf` gives for a page (from 1) where its shape fits, else at 96 dots per
   * inch. The background is white, or transparent. Throws where the PDF cannot be read.
   */
  draw(pdf: Uint8Array, sizeOf?: (page: number) => Size | undefined, transparent?: boolean): AsyncGenerator<Picture>;
  /** Draws one page, from 1, in that size. Throws where the PDF cannot be read. */
  drawPage(pdf: Uint8Array, page: number, size: Size): Promise<Picture>;
  /** The sizes of the pages as they are seen, in points. Throws where the PDF cannot be read. */
  measure(pdf: Uint8Array): Promise<Size[]>;
  /** The text of each page. Throws where the PDF cannot be read. */
  readTexts(pdf: Uint8Array): Promise<string[]>;
  close(): void;
}

/** Pixels per point of a PDF. */
const scale = 96 / 72;
/** Pixels by which programs differ in rounding the height of a page. */
const slack = 2;

/** Loads PDFium: four megabytes that only a comparison needs. */
export async function openPainter(): Promise<PdfPainter> {
  const [{ PDFiumLibrary }, wasm] = await Promise.all([import('@hyzyla/pdfium'), readFile(findProgram())]);
  const bytes = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
  const library = await PDFiumLibrary.init({ wasmBinary: bytes });
  return {
    async *draw(pdf, sizeOf = () => undefined, transparent = false) {
      const document = await library.loadDocument(pdf);
      try {
        for (const page of document.pages()) {
          const { originalWidth, originalHeight } = page.getOriginalSize();
          const size = sizeOf(page.number + 1);
          const fits = size && Math.abs(size.height - (size.width * originalHeight) / originalWidth) <= slack;
          // The bytes are red, green, blue and opacity, though the library's names say otherwise.
          const { width, height, data } = await page.render({
            ...(fits ? { width: size.width, height: size.height } : { scale }),
            render: 'bitmap',
            renderFormFields: true,
            transparent,
          });
          yield { width, height, data };
        }
      } finally {
        document.destroy();
      }
    },
    async drawPage(pdf, page, { width: across, height: down }) {
      const document = await library.loadDocument(pdf);
      try {
        const { width, height, data } = await document
          .getPage(page - 1)
          .render({ width: across, height: down, render: 'bitmap', renderFormFields: true });
        return { width, height, data };
      } finally {
        document.destroy();
      }
    },
    async measure(pdf) {
      const document = await library.loadDocument(pdf);
      try {
        return [...document.pages()].map((page) => {
          const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
          return { width, height };
        });
      } finally {
        document.destroy();
      }
    },
    async readTexts(pdf) {
      const document = await library.loadDocument(pdf);
      try {
        return [...document.pages()].map((page) => page.getText());
      } finally {
        document.destroy();
      }
    },
    close: () => library.destroy(),
  };
}

function findProgram(): string {
  return findShipped('pdfium/pdfium.wasm', () => createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'));
}
