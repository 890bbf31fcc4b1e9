import type { Browser } from '../../../browser/index.ts';
import { openPage, type Page } from '../open/page.ts';

/**
 * Whose forms of ideographs differ: a script as DevTools names it (ISO 15924), a language written in it, and an ideograph to ask a font
 * for. Each has its own, because Chromium keeps the font of a character whatever language asks next.
 */
const forms = [
  { script: 'jpan', language: 'ja', ideograph: '山' },
  { script: 'kore', language: 'ko', ideograph: '家' },
  { script: 'hans', language: 'zh-Hans', ideograph: '人' },
  { script: 'hant', language: 'zh-Hant', ideograph: '水' },
] as const;

/** A font for the text of each script, as Page.setFontFamilies takes it. */
type FormFonts = { script: string; fontFamilies: { standard: string } }[];

/** Which fonts there are is settled when a browser starts. */
const known = new WeakMap<Browser, Promise<FormFonts>>();

/**
 * Lets each language of a page have ideographs in its own form. Chromium tries the standard font of a script before it looks for
 * any font with the character.
 */
export async function setForms(page: Page, proxyPort: number): Promise<void> {
  const finding = known.get(page.browser) ?? findForms(page.browser, proxyPort);
  known.set(page.browser, finding);
  const forScripts = await finding.catch((error: unknown) => {
    known.delete(page.browser);
    throw error;
  });
  await page.send('Page.setFontFamilies', { fontFamilies: {}, forScripts });
}

/** Asks an empty page which font the machine has for each language. */
async function findForms(browser: Browser, proxyPort: number): Promise<FormFonts> {
  const page = await openPage(browser, proxyPort);
  try {
    const html = forms.map(({ language, ideograph }) => `<p lang="${language}">${ideograph}`).join('');
    await page.send('Page.setDocumentContent', { frameId: page.frame, html });
    page.post('DOM.enable');
    page.post('CSS.enable');
    const { root } = await page.send('DOM.getDocument');
    const { nodeIds } = await page.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' });
    const asked = nodeIds.map((nodeId) => page.send('CSS.getPlatformFontsForNode', { nodeId }));
    const answers = await Promise.all(asked);
    return forms.flatMap(({ script }, index) => {
      const standard = answers[index]?.fonts[0]?.familyName;
      return standard === undefined ? [] : [{ script, fontFamilies: { standard } }];
    });
  } finally {
    void page.close();
  }
}
