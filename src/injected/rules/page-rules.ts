import type { BoxDeclaration, CounterProperty, MarginSide, PageLength, PageOverride, PageRule } from '../calls.ts';
import { doc, dom } from '../dom/dom.ts';
import { applies, walkAllRules } from '../dom/rules.ts';

const counterProperties: readonly CounterProperty[] = ['counter-reset', 'counter-increment', 'counter-set'];
const marginSides: readonly MarginSide[] = ['top', 'right', 'bottom', 'left'];

/** Reads the `@page` rules that apply, in cascade order. */
export function readPageRules(): PageRule[] {
  const rules: PageRule[] = [];
  walkAllRules((rule) => {
    if (!(rule instanceof CSSPageRule) || !applies(rule)) return;
    const margin: PageRule['margin'] = {};
    for (const side of marginSides) {
      const length = readMargin(rule.style, `margin-${side}`);
      if (length) margin[side] = { ...length, isImportant: isImportant(rule.style, `margin-${side}`) };
    }
    const counters: PageRule['counters'] = {};
    for (const property of counterProperties) {
      const text = rule.style.getPropertyValue(property);
      if (text !== '') counters[property] = { text, isImportant: isImportant(rule.style, property) };
    }
    const boxes: Record<string, Record<string, BoxDeclaration>> = {};
    for (const box of rule.cssRules) {
      if (!(box instanceof CSSMarginRule)) continue;
      const name = box.name.replace('@', '');
      boxes[name] = { ...boxes[name], ...readBox(box) };
    }
    rules.push({ selector: rule.selectorText, size: rule.style.getPropertyValue('size'), margin, counters, boxes });
  });
  return rules;
}

function readMargin(style: CSSPageDescriptors, property: string): PageLength | undefined {
  const value = style.getPropertyValue(property);
  // With a variable, all sides are one declaration.
  const isJoined = value === '' && style.margin.includes('var(');
  const [from, text] = isJoined ? ['margin', style.margin] : [property, value];
  if (text === '') return undefined;
  const isInherited = /var\(|\dr?(?:em|ex|ch|ic|cap|lh)\b/i.test(text);
  return isInherited ? measureInherited(property, from, text, style.fontSize) : readLength(text);
}

function readBox({ style }: CSSMarginRule): Record<string, BoxDeclaration> {
  return Object.fromEntries(
    [...style].map((property) => {
      const text = style.getPropertyValue(property);
      return [property, { text, ...readLength(text), isImportant: isImportant(style, property) }];
    }),
  );
}

function isImportant(style: CSSStyleDeclaration | CSSPageDescriptors, property: string): boolean {
  return style.getPropertyPriority(property) === 'important';
}

function readLength(text: string): PageLength | undefined {
  try {
    const length = CSSNumericValue.parse(text) as CSSUnitValue;
    if (length.unit === 'percent') return { share: length.value / 100 };
    return { px: length.unit === 'number' ? 0 : length.to('px').value };
  } catch {
    return undefined;
  }
}

/** Measures a length relative to a font, or with a variable: a page inherits from the root. */
function measureInherited(side: string, property: string, text: string, fontSize: string): PageLength {
  const probe = doc.createElementNS('http://www.w3.org/1999/xhtml', 'span') as HTMLElement;
  dom(probe).setAttribute('style', 'all: unset !important; position: absolute !important');
  dom(probe).style.setProperty('font-size', fontSize || 'inherit', 'important');
  dom(probe).style.setProperty(property, text, 'important');
  dom(doc.documentElement)?.append(probe);
  const length = Number.parseFloat(getComputedStyle(probe).getPropertyValue(side));
  dom(probe).remove();
  return { px: length || 0 };
}

/**
 * Writes what a request names into the `@page` rules of a document, named pages and `:first` included. One more style sheet covers rules that
 * cannot be read. Returns whether a margin of the document changed.
 */
export function writePageOverride({ sizes, size, margin = {} }: PageOverride): boolean {
  let isChanged = false;
  walkAllRules((rule) => {
    if (!(rule instanceof CSSPageRule)) return;
    const replaced = sizes.find(([old]) => old === rule.style.getPropertyValue('size'));
    if (replaced !== undefined) rule.style.setProperty('size', replaced[1]);
    for (const [side, length] of Object.entries(margin)) {
      const property = `margin-${side}`;
      const old = rule.style.getPropertyValue(property);
      if (old === '') continue;
      isChanged ||= !isSameLength(old, length);
      rule.style.setProperty(property, length);
    }
  });
  const important = Object.entries(margin).map(([side, length]) => `margin-${side}: ${length} !important;`);
  if (size !== undefined) important.push(`size: ${size} !important;`);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@page { ${important.join(' ')} }`);
  doc.adoptedStyleSheets.push(sheet);
  return isChanged;
}

function isSameLength(old: string, length: string): boolean {
  const [before, after] = [old, length].map((text) => {
    try {
      return CSSNumericValue.parse(text).to('px').value;
    } catch {
      // Such as auto.
      return Number.NaN;
    }
  }) as [number, number];
  return Math.abs(before - after) < 0.05;
}
