import { asksToApplyScript, walkRulesScript } from '../page-scripts.ts';

/** A side of a page that has a margin. */
export type MarginSide = 'top' | 'right' | 'bottom' | 'left';

/** A length in CSS pixels, or as a share of what it is reckoned from. */
export interface PageLength {
  px?: number;
  share?: number;
}

/** A declaration of a margin box, with its length where it is one. */
export interface BoxDeclaration extends PageLength {
  text: string;
  isImportant: boolean;
}

/** An `@page` rule of a document, with lengths in CSS pixels or as a share of the paper. */
export interface PageRule {
  /** Its selectors, as CSS writes them; empty for all pages. */
  selector: string;
  /** Its page size, as it is written; empty where it names none. */
  size: string;
  margin: Partial<Record<MarginSide, PageLength & { isImportant: boolean }>>;
  /** What its margin boxes declare, by their names, such as `top-left`, and properties. */
  boxes?: Record<string, Record<string, BoxDeclaration>>;
}

/** Reads the `@page` rules that count; see PageRule. */
export const readPageRules = `() => {
  ${walkRulesScript}
  ${asksToApplyScript}
  const measure = (text) => {
    try {
      const length = CSSNumericValue.parse(text);
      return length.unit === 'percent' ? { share: length.value / 100 } : { px: length.unit === 'number' ? 0 : length.to('px').value };
    } catch {
      return undefined;
    }
  };
  // Lengths of a font, and variables: a page inherits from the root.
  const measureInherited = (side, property, text, { fontSize }) => {
    const probe = document.createElementNS('http://www.w3.org/1999/xhtml', 'span');
    probe.setAttribute('style', 'all: unset !important; position: absolute !important');
    probe.style.setProperty('font-size', fontSize || 'inherit', 'important');
    probe.style.setProperty(property, text, 'important');
    document.documentElement?.append(probe);
    const length = Number.parseFloat(getComputedStyle(probe).getPropertyValue(side));
    probe.remove();
    return { px: length || 0 };
  };
  const isImportant = (style, property) => style.getPropertyPriority(property) === 'important';
  const readBox = ({ style }) =>
    Object.fromEntries([...style].map((property) => {
      const text = style.getPropertyValue(property);
      return [property, { text, ...measure(text), isImportant: isImportant(style, property) }];
    }));
  const rules = [];
  walkAll((rule) => {
    if (!(rule instanceof CSSPageRule) || !applies(rule)) return;
    const margin = {};
    for (const side of ['top', 'right', 'bottom', 'left']) {
      const property = 'margin-' + side;
      const own = rule.style.getPropertyValue(property);
      // With a variable, all sides are one declaration.
      const [from, text] = own === '' && rule.style.margin.includes('var(') ? ['margin', rule.style.margin] : [property, own];
      const isInherited = /var\\(|\\dr?(?:em|ex|ch|ic|cap|lh)\\b/i.test(text);
      const length = text === '' ? undefined : isInherited ? measureInherited(property, from, text, rule.style) : measure(text);
      if (length) margin[side] = { ...length, isImportant: isImportant(rule.style, property) };
    }
    const boxes = {};
    for (const box of rule.cssRules)
      if (box instanceof CSSMarginRule) boxes[box.name.replace('@', '')] = { ...boxes[box.name.replace('@', '')], ...readBox(box) };
    rules.push({ selector: rule.selectorText, size: rule.style.getPropertyValue('size'), margin, boxes });
  });
  return rules;
}`;
