import { doc } from './dom.ts';

/** Calls `visit` for each readable CSS rule of the document, in cascade order. */
export function walkAllRules(visit: (rule: CSSRule) => void): void {
  for (const sheet of [...doc.styleSheets, ...doc.adoptedStyleSheets]) walkSheet(sheet, visit);
}

/** Calls `visit` for each readable rule of a style sheet, those of imported sheets and of nested rules too. */
export function walkSheet(sheet: CSSStyleSheet, visit: (rule: CSSRule) => void): void {
  let rules: CSSRuleList | undefined;
  try {
    rules = sheet.cssRules;
  } catch {
    // The rules of a style sheet from another site cannot be read.
  }
  if (rules) walkRuleList(rules, visit);
}

function walkRuleList(rules: CSSRuleList, visit: (rule: CSSRule) => void): void {
  for (const rule of rules) {
    visit(rule);
    if ('styleSheet' in rule && rule.styleSheet) walkSheet(rule.styleSheet as CSSStyleSheet, visit);
    else if ('cssRules' in rule && rule.cssRules) walkRuleList(rule.cssRules as CSSRuleList, visit);
  }
}

/** Whether a CSS rule applies on this paper: the media of its style sheet, and the conditions around it, may exclude it. */
export function applies(rule: CSSRule): boolean {
  for (let outer = rule.parentRule; outer; outer = outer.parentRule) {
    if (outer instanceof CSSMediaRule && !matchMedia(outer.media.mediaText).matches) return false;
    if (outer instanceof CSSSupportsRule && !CSS.supports(outer.conditionText)) return false;
  }
  const { media } = rule.parentStyleSheet ?? {};
  return !media || media.mediaText === '' || matchMedia(media.mediaText).matches;
}
