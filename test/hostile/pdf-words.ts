import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Everything in a PDF that a reader could find: words, document information, outline, annotations, attachments. */
export async function collectWords(bytes: Uint8Array): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const found: unknown[] = [await document.getMetadata(), await document.getOutline(), await document.getAttachments()];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    found.push(items.map((item) => ('str' in item ? item.str : '')).join(''), await page.getAnnotations());
  }
  await loading.destroy();
  return JSON.stringify(found);
}
