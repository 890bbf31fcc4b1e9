import type { Excess, ReadAloud } from '../calls.ts';
import { collapseSpaces, cssString, joinStrings } from '../dom/css-values.ts';
import { findAll } from '../dom/document.ts';
import { doc, dom } from '../dom/dom.ts';
import { walkAllRules } from '../dom/rules.ts';
import { listPrintedTexts } from './printed-texts.ts';

/** Characters of texts of style rules, and of hidden texts. */
const allLimit = 5_000_000;

const strings = `((?:${cssString} ?)+)`;
/** Strings, and after a slash what is said for them (CSS Generated Content 3, section 1.1). */
const withAlternative = new RegExp(`^${strings}/ ${strings}$`);

/** Reads what a page says about how its texts are read out. */
export function readAloud(): ReadAloud {
  const excess: Excess[] = [];
  const hidden = [...listHidden(excess)].filter((text) => text !== '');
  return { spoken: listSpoken(excess), hidden, texts: listPrintedTexts(excess), excess };
}

/** What is said for texts of style rules, unless the same text is shown without an alternative as well. */
function listSpoken(excess: Excess[]): Record<string, string> {
  const spoken: Record<string, string> = {};
  let length = 0;
  const plain = new Set<string>();
  walkAllRules((rule) => {
    if (!(rule instanceof CSSStyleRule)) return;
    const { content } = rule.style;
    length += content.length;
    if (length > allLimit) return;
    const [, shown, said = ''] = withAlternative.exec(content) ?? [];
    if (shown !== undefined) spoken[joinStrings(shown)] = joinStrings(said);
    else if (content !== '') plain.add(joinStrings(content));
  });
  if (length > allLimit) excess.push({ of: 'spoken', limit: allLimit });
  for (const text of plain) delete spoken[text];
  return spoken;
}

const hiding = '[aria-hidden="true" i]';

/** The texts in elements with `aria-hidden`, and those that style rules add there. */
function listHidden(excess: Excess[]): Set<string> {
  const hidden = new Set<string>();
  let length = 0;
  const add = (text: string) => {
    length += text.length;
    if (length <= allLimit) hidden.add(text);
  };
  for (const top of findAll(`${hiding}:not(${hiding} *)`)) {
    const texts = doc.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) add(collapseSpaces((texts.currentNode as Text).data));
    for (const element of [top, ...dom(top).querySelectorAll('*')]) {
      for (const pseudo of ['::before', '::after']) {
        const { content } = getComputedStyle(element, pseudo);
        if (content.startsWith('"')) add(joinStrings(content));
      }
    }
  }
  if (length > allLimit) excess.push({ of: 'hidden', limit: allLimit });
  return hidden;
}
