import type { Printed } from '../../page/render-page.ts';
import type { ReadyPart } from '../prepare-parts.ts';

/** The root element of an HTML document with a language that is not empty. */
const language = /<html\b[^>]*\slang\s*=\s*(?:"\s*[^"\s]|'\s*[^'\s]|[^\s"'>])/i;

/** Whether a page must be asked for its language: an address, or a document whose text names none. */
export function hidesLanguage({ source }: Pick<ReadyPart, 'source'>): boolean {
  return source.kind === 'address' || (source.kind === 'document' && !language.test(source.html));
}

/** Whether a part says its language; undefined for a PDF, and where nobody asked. */
export function saysLanguage(
  part: Pick<ReadyPart, 'source'> & Pick<Printed, 'foreign' | 'facts'>,
): boolean | undefined {
  if (part.foreign || part.source.kind === 'pdf') return undefined;
  return hidesLanguage(part) ? part.facts && part.facts.language.trim() !== '' : true;
}
