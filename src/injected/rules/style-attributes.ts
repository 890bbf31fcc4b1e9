import { doc, dom } from '../dom/dom.ts';

/** Characters of a `style` attribute that is read. */
const styleLimit = 10_000;

/** Lists the different `style` attributes that a pattern finds, up to a limit. */
export function listStyles(pattern: string, limit: number): string[] {
  const words = new RegExp(pattern, 'i');
  const styles = new Set<string>();
  for (const element of doc.querySelectorAll('[style]')) {
    const text = dom(element).getAttribute('style') ?? '';
    if (styles.size < limit && text.length < styleLimit && words.test(text)) styles.add(text);
  }
  return [...styles];
}

/** Replaces `style` attributes, each by another. */
export function replaceStyles(replacements: readonly [old: string, style: string][]): void {
  const styles = new Map(replacements);
  for (const element of doc.querySelectorAll<HTMLElement>('[style]')) {
    const text = styles.get(dom(element).getAttribute('style') ?? '');
    if (text !== undefined) dom(element).style.cssText = text;
  }
}
