import type { CroppedPage } from '../calls.ts';
import { doc, dom } from '../dom/dom.ts';

/** Adds style sheets after those of the document. The rules of its site for content (CSP) do not concern them. */
export function addSheets(sheets: readonly string[]): void {
  for (const text of sheets) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    doc.adoptedStyleSheets.push(sheet);
  }
}

/** Makes the page as large as its content, which is at most `maxWidth` CSS pixels wide. Returns whether all of its images can be drawn. */
export function cropToContent(maxWidth: number): CroppedPage {
  const sheet = new CSSStyleSheet();
  const size = 'width: max-content !important; height: max-content !important; min-height: 0 !important';
  const none = 'margin: 0 !important';
  sheet.replaceSync(
    `html { ${none}; padding: 0 !important } body { ${none}; display: flow-root !important; ${size}; max-width: ${maxWidth}px !important }`,
  );
  doc.adoptedStyleSheets.push(sheet);
  const { width, height } = dom(doc.body).getBoundingClientRect();
  // Chromium rounds page sizes down to a hundredth of an inch, and content that is taller by a part of a pixel would get another page.
  const paper = `${Math.ceil(width) + 1}px ${Math.ceil(height) + 1}px`;
  sheet.insertRule(`@page { size: ${paper} !important; ${none} }`);
  const images = [...doc.querySelectorAll('img')];
  return { isDrawn: images.every(({ naturalWidth }) => naturalWidth > 0) };
}
