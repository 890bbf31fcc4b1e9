import type { Protocol } from 'devtools-protocol';
import { asksForHyphens } from '../hyphenation/asks-for-hyphens.ts';
import type { Page } from '../page.ts';
import { namesPagedCss, translateCss } from './translate-css.ts';

/** Characters of style sheets beyond which they are not asked for. */
const readLimit = 8 * 1024 * 1024;
/** Characters of style sheets that are translated. */
const translateLimit = 1024 * 1024;
/** Style sheets of a page that are read. */
const countLimit = 200;

/** What the style sheets of a page have in them. */
export interface TranslatedSheets {
  /** Whether any of them names CSS for paged media. */
  named: boolean;
  /** Whether any was written anew: what it loads is on its way again. */
  changed: boolean;
  /** Whether any of them asks for hyphens. */
  asksHyphens: boolean;
  /** What does nothing, as it is written. */
  vain: string[];
  /** Whether any has colours in CMYK, which are now in RGB. */
  isInRgb: boolean;
}

/**
 * Translates the style sheets of the main frame, wherever they came from, into what Chromium keeps (DevTools domain CSS, which has
 * their text as it was written: the CSSOM has lost what Chromium does not know).
 */
export async function translateSheets(page: Page): Promise<TranslatedSheets> {
  const found: TranslatedSheets = { named: false, changed: false, asksHyphens: false, vain: [], isInRgb: false };
  const headers: Protocol.CSS.CSSStyleSheetHeader[] = [];
  page.on('CSS.styleSheetAdded', ({ header }) => {
    if (header.frameId === page.frame && headers.length < countLimit) headers.push(header);
  });
  page.post('DOM.enable');
  await page.send('CSS.enable');
  let read = 0;
  let translatable = translateLimit;
  try {
    for (const { styleSheetId, length } of [...headers]) {
      read += length;
      if (read > readLimit) break;
      const { text } = await page.send('CSS.getStyleSheetText', { styleSheetId });
      found.asksHyphens ||= asksForHyphens(text);
      if (!namesPagedCss(text)) continue;
      found.named = true;
      translatable -= text.length;
      if (translatable < 0) {
        found.vain.push('CSS for paged media in more than 1 MB of style sheets');
        break;
      }
      const translated = await translateCss(text);
      found.vain.push(...translated.vain);
      found.isInRgb ||= translated.isInRgb;
      if (translated.text === text) continue;
      await page.send('CSS.setStyleSheetText', { styleSheetId, text: translated.text });
      found.changed = true;
    }
  } finally {
    page.post('CSS.disable');
    page.post('DOM.disable');
  }
  return found;
}
