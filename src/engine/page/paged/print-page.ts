import { DevToolsError } from '../../browser/connection.ts';
import { EngineError } from '../../engine-error.ts';
import type { Page } from '../open/page.ts';
import { buildPrintSettings, type PageOptions } from '../open/page-settings.ts';

/**
 * Prints a loaded page (DevTools method Page.printToPDF). Throws `invalid_request` for page ranges beyond its last page.
 */
export async function printPage(page: Page, options: PageOptions): Promise<Uint8Array> {
  rebuildBoxes(page);
  try {
    return await page.fetchData('Page.printToPDF', buildPrintSettings(options));
  } catch (error) {
    if (error instanceof DevToolsError) throw explain(error);
    throw error;
  }
}

function explain(error: DevToolsError): EngineError {
  const { message } = error;
  if (/page range/i.test(message)) {
    return new EngineError('invalid_request', 'page_ranges names none of the pages that the part has.');
  }
  if (/paper|margin|scale|content area/i.test(message)) {
    return new EngineError('invalid_request', 'The page size and margins leave no room for content.');
  }
  return new EngineError('page_failed', 'Chromium could not print the page.', {}, { cause: error });
}

/**
 * Builds all boxes of the document, and of the frames that it may read, once more where something was painted before the
 * parser had ended (Paint Timing, `first-paint`): only then boxes may have met content that was still on its way. Another
 * `display` of the root rebuilds them, and nothing is drawn and no script runs before the old one is back. A string, so that no
 * build step rewrites it. Takes properties from their prototype: in the document's own world, a form of that name hides them.
 */
const rebuild = `(() => {
  const read = (inner, name) => Object.getOwnPropertyDescriptor(Document.prototype, name).get.call(inner);
  const find = (inner) => Document.prototype.querySelectorAll.call(inner, 'iframe');
  const documents = [document];
  for (const inner of documents) {
    for (const { contentDocument } of find(inner)) if (contentDocument) documents.push(contentDocument);
    const root = read(inner, 'documentElement');
    const view = read(inner, 'defaultView');
    if (!root || !view) continue;
    const [navigation] = view.performance.getEntriesByType('navigation');
    const [paint] = view.performance.getEntriesByType('paint');
    if (!paint || (navigation && paint.startTime > navigation.domInteractive)) continue;
    const style = view.getComputedStyle(root);
    const { display } = style;
    if (display === 'none') continue;
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(':root { display: ' + (display === 'flow-root' ? 'block' : 'flow-root') + ' !important }');
    const sheets = read(inner, 'adoptedStyleSheets');
    sheets.push(sheet);
    // Reading the style applies it.
    void style.display;
    sheets.pop();
    void style.display;
  }
})()`;

/**
 * Has Chromium build all boxes of a page again before it prints. An inline element that was laid out while it was still
 * empty, because its content had not arrived, keeps a box of its own, whose text is rounded to another height: the same
 * request would give other bytes on a slow server or a busy machine. The command is sent before this returns; what is sent
 * next finds the new boxes.
 */
function rebuildBoxes(page: Page): void {
  const { world } = page;
  page.post('Runtime.evaluate', { expression: rebuild, ...(world !== undefined && { contextId: world }) });
}
