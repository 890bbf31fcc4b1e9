import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { onTestFinished } from 'vitest';

/** A text on a page, with its place in points from the lower left corner, and from the upper edge. */
export interface Written {
  text: string;
  x: number;
  y: number;
  top: number;
  size: number;
}

/** All that is written on each page, in the order of the file. */
export async function readWritten(pdf: Uint8Array): Promise<Written[][]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  onTestFinished(() => loading.destroy());
  const document = await loading.promise;
  const pages: Written[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const [, , , edge = 0] = page.view;
    const { items } = await page.getTextContent();
    pages.push(
      items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const [size = 0, , , , x = 0, y = 0] = item.transform as number[];
        return [{ text: item.str.trim(), x, y, top: edge - y, size: Math.round(size * 10) / 10 }];
      }),
    );
  }
  return pages;
}
