import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { openPdf } from './read-pdf.ts';

/** The names of the fonts that print the first page, sorted, without the prefix of a subset (ISO 32000-2, 9.9.2). */
export async function listFonts(pdf: Uint8Array): Promise<string[]> {
  const page = await (await openPdf(pdf)).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  const ids = fnArray.flatMap((operator, index) => (operator === OPS.setFont ? [argsArray[index][0]] : []));
  const names = ids.map((id): string => page.commonObjs.get(id).name.replace(/^[A-Z]{6}\+/, ''));
  return [...new Set(names)].sort();
}
