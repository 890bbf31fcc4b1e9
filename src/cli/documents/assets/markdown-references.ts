import { findHtmlReferences } from './html-references.ts';
import { type HtmlReferences, loadsNoFiles } from './reference.ts';

/** A front matter that may name style sheets. */
const namesSheets = /^\ufeff?---[ \t]*\r?\n(?:.*\n)*?css[ \t]*:/;

/**
 * Finds the addresses that a Markdown document loads, in its images, raw HTML and front matter. A line is the first one of the source that
 * spells the address. A document that the service will refuse loads nothing.
 */
export async function findMarkdownReferences(markdown: string): Promise<HtmlReferences> {
  // Only an image or raw HTML can name a file. Most documents hold neither and need no conversion here.
  if (!markdown.includes('![') && loadsNoFiles(markdown) && !namesSheets.test(markdown))
    return { base: undefined, references: [] };
  const { base, references } = await findHtmlReferences(await extractHtml(markdown));
  return { base, references: references.map(({ address }) => ({ address, line: findLine(markdown, address) })) };
}

async function extractHtml(markdown: string): Promise<string> {
  const { loadMarkdownExtractor } = await import('../../service/embedded.ts');
  const extract = await loadMarkdownExtractor();
  try {
    return await extract(markdown);
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

function findLine(markdown: string, address: string): number {
  const spellings = [address, address.replaceAll('%20', ' ')];
  if (URL.canParse(address, 'https://page.invalid/')) spellings.push(decodeLeniently(address));
  const at = Math.max(0, ...spellings.map((spelling) => markdown.indexOf(spelling)));
  return markdown.slice(0, at).split('\n').length;
}

function decodeLeniently(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
