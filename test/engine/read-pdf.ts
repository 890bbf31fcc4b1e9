import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What a reader of a PDF sees. */
export interface PdfFacts {
  /** The words of each page. */
  pages: string[];
  /** Width and height of each page in points. */
  sizes: [number, number][];
  /** Titles of the outline's first level. */
  outline: string[];
}

/** Reads a PDF with an independent reader. */
export async function readPdf(bytes: Uint8Array): Promise<PdfFacts> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const facts: PdfFacts = { pages: [], sizes: [], outline: [] };
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    facts.pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    facts.sizes.push([right - left, top - bottom]);
  }
  facts.outline = ((await document.getOutline()) ?? []).map(({ title }) => title);
  await loading.destroy();
  return facts;
}
