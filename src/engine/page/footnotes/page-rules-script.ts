import { asksToApply, walkRules } from '../page-scripts.ts';

/** A side of a page that has a margin. */
export type MarginSide = 'top' | 'right' | 'bottom' | 'left';

/** An `@page` rule of a document, with lengths in CSS pixels or as a share of the paper. */
export interface PageRule {
  /** Its selectors, as CSS writes them; empty for all pages. */
  selector: string;
  /** Its page size, as it is written; empty where it names none. */
  size: string;
  margin: Partial<Record<MarginSide, { px?: number; share?: number; isImportant: boolean }>>;
}

/** Reads the `@page` rules that count; see PageRule. */
export const readPageRules = `() => {
  ${walkRules}
  ${asksToApply}
  const measure = (text) => {
    try {
      const length = CSSNumericValue.parse(text);
      return length.unit === 'percent' ? { share: length.value / 100 } : { px: length.unit === 'number' ? 0 : length.to('px').value };
    } catch {
      return undefined;
    }
  };
  const rules = [];
  walkAll((rule) => {
    if (!(rule instanceof CSSPageRule) || !applies(rule)) return;
    const margin = {};
    for (const side of ['top', 'right', 'bottom', 'left']) {
      const text = rule.style.getPropertyValue('margin-' + side);
      const length = text === '' ? undefined : measure(text);
      if (length) margin[side] = { ...length, isImportant: rule.style.getPropertyPriority('margin-' + side) === 'important' };
    }
    rules.push({ selector: rule.selectorText, size: rule.style.getPropertyValue('size'), margin });
  });
  return rules;
}`;
