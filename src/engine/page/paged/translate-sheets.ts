import type { Protocol } from 'devtools-protocol';
import { DevToolsError } from '../../../browser/index.ts';
import { mayBeFixed, mayHaveEffects, mayStick, usesHyphens } from '../load/document-hints.ts';
import { namesPagedCss, pagedWords } from '../load/paged-words.ts';
import type { Page } from '../open/page.ts';
import { decodeSheet } from './sheet-text.ts';
import { translateCss } from './translate-css.ts';

/** Characters of style sheets beyond which they are not asked for. */
const readLimit = 8 * 1024 * 1024;
/** Characters of style sheets that are translated. */
const translateLimit = 1024 * 1024;
/** Different styles of elements that are translated. */
const styleLimit = 2000;
/** Style sheets of a page that are read. */
const countLimit = 200;

/** What the style sheets of a page have in them. */
export interface TranslatedSheets {
  /** Whether any of them names CSS for paged media. */
  named: boolean;
  /** Whether any was rewritten: what it loads is on its way again. */
  changed: boolean;
  /** Whether any of them asks for hyphens. */
  asksHyphens: boolean;
  /** Whether any of them names an effect that may turn text into a picture. */
  hasEffects: boolean;
  /** Whether any of them may name `position: fixed`, or `position: sticky`. */
  hasFixed: boolean;
  hasSticky: boolean;
  /** What has no effect, as it is written. */
  unsupported: string[];
  /** Whether any has colours in CMYK, which are now in RGB. */
  isInRgb: boolean;
  /** Whether any gives pages a bleed or marks. */
  hasTrim: boolean;
}

/**
 * Translates the style sheets of the main frame, wherever they came from, into what Chromium keeps (DevTools domain CSS, which has
 * their text as it was written: the CSSOM has lost what Chromium does not know), and the `style` of its
 * elements, if a style sheet names any of it, or the document does (`isNamed`). `added` is what style sheets had that are translated already.
 */
export async function translateSheets(page: Page, isNamed = false, added?: AddedSheets): Promise<TranslatedSheets> {
  const found: TranslatedSheets = {
    named: added?.named ?? false,
    changed: false,
    asksHyphens: false,
    hasEffects: false,
    hasFixed: false,
    hasSticky: false,
    unsupported: [...(added?.unsupported ?? [])],
    isInRgb: added?.isInRgb ?? false,
    hasTrim: added?.hasTrim ?? false,
  };
  const headers: Protocol.CSS.CSSStyleSheetHeader[] = [];
  page.on('CSS.styleSheetAdded', ({ header }) => {
    if (header.frameId === page.frame && headers.length <= countLimit) headers.push(header);
  });
  page.post('DOM.enable');
  await page.send('CSS.enable');
  let read = 0;
  let [hasImports, isImported] = [false, false];
  const texts: { styleSheetId: string; text: string; isImport: boolean }[] = [];
  let translatable = translateLimit;
  try {
    if (headers.length > countLimit)
      found.unsupported.push(`CSS for paged media in more than ${countLimit} style sheets`);
    for (const { styleSheetId, length, ownerNode } of headers.slice(0, countLimit)) {
      read += length;
      if (read > readLimit) {
        found.unsupported.push('CSS for paged media in more than 8 MB of style sheets');
        break;
      }
      const sheet = await page.send('CSS.getStyleSheetText', { styleSheetId });
      texts.push({ styleSheetId, text: decodeSheet(sheet.text), isImport: ownerNode === undefined });
    }
    // All are read by now: Chromium drops what a translated style sheet imports, and loads it again.
    for (const { styleSheetId, text, isImport } of texts) {
      found.asksHyphens ||= usesHyphens(text);
      found.hasEffects ||= mayHaveEffects(text);
      found.hasFixed ||= mayBeFixed(text);
      found.hasSticky ||= mayStick(text);
      if (!namesPagedCss(text)) continue;
      found.named = true;
      translatable -= text.length;
      if (translatable < 0) {
        found.unsupported.push('CSS for paged media in more than 1 MB of style sheets');
        break;
      }
      const translated = await translateCss(text);
      found.unsupported.push(...translated.unsupported);
      found.isInRgb ||= translated.isInRgb;
      found.hasTrim ||= translated.hasTrim;
      if (translated.text === text) continue;
      isImported ||= isImport;
      await page.send('CSS.setStyleSheetText', { styleSheetId, text: translated.text }).catch((error: unknown) => {
        if (!hasImports || !(error instanceof DevToolsError)) throw error;
      });
      found.changed = true;
      hasImports ||= /@import/i.test(text);
    }
    if (hasImports && isImported)
      found.unsupported.push('CSS for paged media in a style sheet that is imported by another one with it');
  } finally {
    page.post('CSS.disable');
    page.post('DOM.disable');
  }
  if (found.named || isNamed) await translateAttributes(page, found);
  return found;
}

/** What style sheets had that were added to a page. */
type AddedSheets = Pick<TranslatedSheets, 'named' | 'unsupported' | 'isInRgb' | 'hasTrim'>;

/**
 * Adds style sheets after those of the document. They are translated before, because Chromium does not keep the text of
 * what is added to a page.
 */
export async function addTranslatedSheets(page: Page, sheets: readonly string[]): Promise<AddedSheets> {
  const added: AddedSheets = { named: false, unsupported: [], isInRgb: false, hasTrim: false };
  const texts: string[] = [];
  for (const sheet of sheets) {
    const isNamed = namesPagedCss(sheet);
    const { text, unsupported, isInRgb, hasTrim } = isNamed
      ? await translateCss(sheet)
      : { text: sheet, unsupported: [], isInRgb: false, hasTrim: false };
    added.named ||= isNamed;
    added.unsupported.push(...unsupported);
    added.isInRgb ||= isInRgb;
    added.hasTrim ||= hasTrim;
    texts.push(text);
  }
  await page.call('addSheets', texts);
  return added;
}

async function translateAttributes(page: Page, found: TranslatedSheets): Promise<void> {
  const { styles, tooLong } = await page.call('listStyles', pagedWords.source, styleLimit);
  if (tooLong !== null) found.unsupported.push(`CSS for paged media in styles of ${tooLong} characters or more`);
  if (styles.length === styleLimit)
    found.unsupported.push(`CSS for paged media in more than ${styleLimit} styles of elements`);
  const translated: [string, string][] = [];
  for (const style of styles) {
    const { text, unsupported, isInRgb } = await translateCss(style);
    found.unsupported.push(...unsupported);
    found.isInRgb ||= isInRgb;
    if (text !== style) translated.push([style, text]);
  }
  if (translated.length > 0) await page.call('replaceStyles', translated);
}
