import type { Theme } from '../../contract/index.ts';
import { hasSheets, insertSheets, loadPrintStyle } from '../../markup/index.ts';
import { listGivenSheets, type PageOptions } from '../page/open/page-settings.ts';

/** What of a design the page options leave to it. */
interface Looks {
  theme: Theme | undefined;
  margins: boolean;
  pageNumbers: boolean;
}

/** The design of a document, and what of it the options replace. */
export function chooseLooks({ theme, margin, header, footer }: PageOptions): Looks {
  return { theme, margins: margin === undefined, pageNumbers: header === undefined && footer === undefined };
}

/**
 * An HTML document with the style sheets of the options after its own, and the design that they name if it has no style sheet. A
 * document without both is not read.
 */
export async function dress(html: string, options: PageOptions): Promise<{ html: string; isThemed: boolean }> {
  const sheets = listGivenSheets(options);
  const isThemed = options.theme !== undefined && !hasSheets(html);
  if (isThemed) {
    const { buildPrintStyle } = await loadPrintStyle();
    sheets.unshift(buildPrintStyle(chooseLooks(options), html));
  }
  return { html: sheets.length === 0 ? html : insertSheets(html, sheets), isThemed };
}
