import { doc, dom } from '../dom/dom.ts';

/** Characters of a `style` attribute that is read. */
const styleLimit = 10_000;

/** Lists the different `style` attributes that a pattern finds, up to a limit, and whether any is too long to be read. */
export function listStyles(pattern: string, limit: number): { styles: string[]; tooLong: number | null } {
  const words = new RegExp(pattern, 'i');
  const styles = new Set<string>();
  let isLong = false;
  for (const element of doc.querySelectorAll('[style]')) {
    const text = dom(element).getAttribute('style') ?? '';
    if (text.length >= styleLimit) isLong ||= words.test(text);
    else if (styles.size < limit && words.test(text)) styles.add(text);
  }
  return { styles: [...styles], tooLong: isLong ? styleLimit : null };
}

/** Replaces `style` attributes, each by another. */
export function replaceStyles(replacements: readonly [old: string, style: string][]): void {
  const styles = new Map(replacements);
  for (const element of doc.querySelectorAll<HTMLElement>('[style]')) {
    const text = styles.get(dom(element).getAttribute('style') ?? '');
    if (text !== undefined) dom(element).style.cssText = text;
  }
}
