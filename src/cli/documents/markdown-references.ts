import { findHtmlReferences } from './html-references.ts';
import type { HtmlReferences } from './reference.ts';

/**
 * The addresses that a Markdown document loads: its images and the raw HTML in it, as they stand in the HTML it becomes.
 * A line is that of the first place in the source that spells the address. A document that the service will refuse loads
 * nothing.
 */
export async function findMarkdownReferences(markdown: string): Promise<HtmlReferences> {
  const html = /!\[|<[a-z]/i.test(markdown) ? await convertMarkdown(markdown) : '';
  const { base, references } = await findHtmlReferences(html);
  return { base, references: references.map(({ address }) => ({ address, line: findLine(markdown, address) })) };
}

async function convertMarkdown(markdown: string): Promise<string> {
  const { loadMarkdownConverter } = await import('../local-service.ts');
  const convert = await loadMarkdownConverter();
  try {
    return convert(markdown);
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
