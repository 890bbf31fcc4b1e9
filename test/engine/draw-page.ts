import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';

/** A page as PDFium draws it: rows of four bytes for each pixel. */
export interface Picture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** PDFium, read once for all files of a process. */
let library: Promise<PDFiumLibrary> | undefined;

async function openDocument(pdf: Uint8Array): Promise<PDFiumDocument> {
  library ??= PDFiumLibrary.init();
  return (await library).loadDocument(pdf);
}

/** Draws the first page of a PDF. A point becomes `scale` pixels. */
export async function drawFirstPage(pdf: Uint8Array, scale: number): Promise<Picture> {
  const document = await openDocument(pdf);
  const { data, width, height } = await document.getPage(0).render({ scale, renderFormFields: true });
  const picture = { data: data.slice(), width, height };
  document.destroy();
  return picture;
}

/** The pixels of each page, as PDFium draws it. */
export async function drawPages(pdf: Uint8Array, scale: number): Promise<Buffer[]> {
  const document = await openDocument(pdf);
  const pages: Buffer[] = [];
  for (const page of document.pages()) pages.push(Buffer.from((await page.render({ scale })).data));
  document.destroy();
  return pages;
}

/** Each page with its size in pixels. */
export async function drawSizedPages(pdf: Uint8Array, scale: number): Promise<Picture[]> {
  const document = await openDocument(pdf);
  const pages: Picture[] = [];
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale });
    pages.push({ data: data.slice(), width, height });
  }
  document.destroy();
  return pages;
}

/** The text of each page, as PDFium extracts it. */
export async function extractTexts(pdf: Uint8Array): Promise<string[]> {
  const document = await openDocument(pdf);
  const texts = [...document.pages()].map((page) => page.getText());
  document.destroy();
  return texts;
}
