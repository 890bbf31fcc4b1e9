import { DevToolsError } from '../browser/connection.ts';
import { EngineError } from '../engine-error.ts';
import type { Page } from './page.ts';
import { buildPrintSettings, type PageOptions } from './page-settings.ts';

/**
 * Prints a loaded page (DevTools method Page.printToPDF). Throws `invalid_request` for page ranges beyond its last page.
 */
export async function printPage(page: Page, options: PageOptions): Promise<Uint8Array> {
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
