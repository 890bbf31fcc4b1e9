import { DevToolsError } from '../../../browser/index.ts';
import { EngineError } from '../../../children/index.ts';
import { composeProgram } from '../open/injected-programs.ts';
import type { Page } from '../open/page.ts';
import { buildPrintSettings, hasRoom, type PageOptions } from '../open/page-settings.ts';

/**
 * Prints a loaded page (DevTools method Page.printToPDF). Throws `invalid_request` for page ranges beyond its last page, and if its
 * margins leave no room.
 */
export async function printPage(page: Page, options: PageOptions): Promise<Uint8Array> {
  if (!hasRoom(options)) throw roomless();
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
    return roomless();
  }
  return new EngineError('page_failed', 'Chromium could not print the page.', {}, { cause: error });
}

const roomless = () => new EngineError('invalid_request', 'The page size and margins leave no room for content.');

/**
 * Has Chromium build all boxes of a page again before it prints. An inline element that was laid out while it was still
 * empty, because its content had not arrived, keeps its own box, whose text is rounded to another height: the same
 * request would give other bytes on a slow server or a busy machine. The command is sent before this returns; what is sent
 * next finds the new boxes.
 */
function rebuildBoxes(page: Page): void {
  const { world } = page;
  page.post('Runtime.evaluate', {
    expression: composeProgram('rebuildBoxes'),
    ...(world !== undefined && { contextId: world }),
  });
}
