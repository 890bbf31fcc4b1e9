import { doc } from '../dom/dom.ts';

/** Adds style sheets after those of the document. The rules of its site for content (CSP) do not concern them. */
export function addSheets(sheets: readonly string[]): void {
  for (const text of sheets) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    doc.adoptedStyleSheets.push(sheet);
  }
}
