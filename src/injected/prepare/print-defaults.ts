import { findFirst } from '../dom/document.ts';
import { doc } from '../dom/dom.ts';
import { walkAllRules } from '../dom/rules.ts';

const headings = 'h1, h2, h3, h4, h5, h6';

/** The layer of the defaults. It is the first one, so every rule of the document wins over it (CSS Cascade 5, section 6.4.4). */
const layer = 'platen-defaults';

/** The program `setPrintDefaults`: keeps headings on the page of the text that follows, unless a rule of the document says otherwise. */
export default function setPrintDefaults(): void {
  if (findFirst(headings) === null) return;
  if (hasLayers()) nameFirstLayer();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@layer ${layer} { :where(${headings}) { break-after: avoid } }`);
  doc.adoptedStyleSheets.push(sheet);
}

function hasLayers(): boolean {
  let isFound = false;
  walkAllRules((rule) => {
    isFound ||= rule instanceof CSSLayerBlockRule || rule instanceof CSSLayerStatementRule;
    isFound ||= rule instanceof CSSImportRule && rule.layerName !== null;
  });
  return isFound;
}

/** Names the layer before those of the document, in its first style sheet that applies and can be changed. */
function nameFirstLayer(): void {
  for (const sheet of [...doc.styleSheets, ...doc.adoptedStyleSheets]) {
    const { mediaText } = sheet.media;
    if (sheet.disabled || (mediaText !== '' && !matchMedia(mediaText).matches)) continue;
    try {
      sheet.insertRule(`@layer ${layer};`, 0);
      return;
    } catch {
      // The rules of a style sheet of another site cannot be changed.
    }
  }
}
