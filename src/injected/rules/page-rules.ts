import type { BoxDeclaration, CounterProperty, MarginSide, PageLength, PageOverride, PageRule } from '../calls.ts';
import { doc } from '../dom/dom.ts';
import { applies, walkAllRules } from '../dom/rules.ts';
import { bleedProperty, marksProperty } from '../names.ts';
import { computeInherited, readBackground } from './page-backgrounds.ts';

const counterProperties: readonly CounterProperty[] = ['counter-reset', 'counter-increment', 'counter-set'];
const marginSides: readonly MarginSide[] = ['top', 'right', 'bottom', 'left'];

/** Reads the `@page` rules that apply, in cascade order. */
export function readPageRules(): PageRule[] {
  const rules: PageRule[] = [];
  walkAllRules((rule) => {
    if (!(rule instanceof CSSPageRule) || !applies(rule)) return;
    const [margin, padding, border] = [
      readSides(rule.style, 'margin', ''),
      readSides(rule.style, 'padding', ''),
      readSides(rule.style, 'border', '-width'),
    ];
    const background = readBackground(rule);
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
    const size = rule.style.getPropertyValue('size');
    const [bleed, marks] = [bleedProperty, marksProperty].map((property) => readTrim(rule.style, property));
    const trim = { ...(bleed && { bleed }), ...(marks && { marks }) };
    rules.push({ selector: rule.selectorText, size, margin, padding, border, background, counters, boxes, ...trim });
  });
  return rules;
}

/** The lengths of one kind of the edges of a page, such as `margin-top`. */
function readSides(style: CSSPageDescriptors, kind: 'margin' | 'padding' | 'border', end: string): PageRule['margin'] {
  const lengths: PageRule['margin'] = {};
  for (const side of marginSides) {
    const property = `${kind}-${side}${end}`;
    const length = readEdge(style, property, kind);
    if (length) lengths[side] = { ...length, isImportant: isImportant(style, property) };
  }
  return lengths;
}

function readEdge(style: CSSPageDescriptors, property: string, shorthand: string): PageLength | undefined {
  const value = style.getPropertyValue(property);
  const all = style.getPropertyValue(shorthand);
  // With a variable, all sides are one declaration.
  const isJoined = value === '' && all.includes('var(');
  const [from, text] = isJoined ? [shorthand, all] : [property, value];
  if (text === '') return undefined;
  const lineStyle = property.startsWith('border')
    ? style.getPropertyValue(property.replace('width', 'style'))
    : 'solid';
  if (/^(?:none|hidden|)$/.test(lineStyle) && !isJoined) return { px: 0 };
  const isInherited = /var\(|\dr?(?:em|ex|ch|ic|cap|lh)\b|^(?:thin|medium|thick)$/i.test(text);
  return isInherited ? { px: measureInherited(property, from, text, style.fontSize) } : readLength(text);
}

/** The bleed or the marks of pages; undefined if a rule names none. */
function readTrim(style: CSSPageDescriptors, property: string): BoxDeclaration | undefined {
  const declared = style.getPropertyValue(property);
  if (declared === '') return undefined;
  const isInherited = /var\(|\dr?(?:em|ex|ch|ic|cap|lh)\b/i.test(declared);
  const text = isInherited ? computeInherited(property, [[property, declared]], style.fontSize) : declared;
  return { text, ...readLength(text), isImportant: isImportant(style, property) };
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
function measureInherited(side: string, property: string, text: string, fontSize: string): number {
  return (
    Number.parseFloat(
      computeInherited(
        side,
        [
          ['border-style', 'solid'],
          [property, text],
        ],
        fontSize,
      ),
    ) || 0
  );
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
