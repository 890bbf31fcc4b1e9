import type { micromark } from 'micromark';
import { findHtmlReferences } from './html-references.ts';
import type { HtmlReferences } from './reference.ts';

type HtmlExtension = NonNullable<NonNullable<Parameters<typeof micromark>[1]>['htmlExtensions']>[number];

/**
 * The addresses that a Markdown document loads: its images and the raw HTML in it, as they stand in the HTML it becomes.
 * A line is that of the first place in the source that spells the address.
 */
export async function findMarkdownReferences(markdown: string): Promise<HtmlReferences> {
  const { micromark: toHtml } = await import('micromark');
  const { gfm, gfmHtml } = await import('micromark-extension-gfm');
  const html = toHtml(markdown, {
    allowDangerousHtml: true,
    // Addresses of every scheme come through here, so that the one rule about them sees them all.
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml(), keepRawHtml],
  });
  const { base, references } = await findHtmlReferences(html);
  return { base, references: references.map(({ address }) => ({ address, line: findLine(markdown, address) })) };
}

/** The service keeps what GitHub's filter takes out, such as `<style>` and `<iframe>`; so these load something, too. */
const keepRawHtml: HtmlExtension = {
  exit: {
    htmlFlowData(token) {
      this.raw(this.sliceSerialize(token));
    },
    htmlTextData(token) {
      this.raw(this.sliceSerialize(token));
    },
  },
};

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
