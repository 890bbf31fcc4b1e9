import { evaluateInside } from '../open/evaluate-inside.ts';
import type { Page } from '../open/page.ts';
import { walkRulesScript } from '../page-scripts.ts';

/** What a page says of its texts where they are read out. */
export interface ReadAloud {
  /** What texts that its style rules make stand for; empty for those that only decorate. */
  spoken: Record<string, string>;
  /** The texts that `aria-hidden` keeps from being read out. */
  hidden: string[];
}

/** Reads what a page says of its texts where they are read out. */
export function readAloud(page: Page): Promise<ReadAloud> {
  return evaluateInside(page, `(${listTexts})()`);
}

/** Runs in an isolated world. */
const listTexts = `() => {
  ${walkRulesScript}
  const spoken = {};
  const plain = new Set();
  const strings = '((?:"(?:[^"\\\\\\\\]|\\\\\\\\.)*" ?)+)';
  // Strings, and after a slash what is said for them (CSS Generated Content 3, 1.1).
  const withAlternative = new RegExp('^' + strings + '/ ' + strings + '$');
  const join = (text) => text.replace(/\\\\(.)|"( ")?/g, '$1').replace(/\\s+/g, ' ').trim();
  walkAll((rule) => {
    if (!(rule instanceof CSSStyleRule)) return;
    const { content } = rule.style;
    const [, shown, said] = withAlternative.exec(content) ?? [];
    if (shown !== undefined) spoken[join(shown)] = join(said);
    else if (content !== '') plain.add(join(content));
  });
  for (const text of plain) delete spoken[text];
  const hidden = new Set();
  for (const top of document.querySelectorAll('[aria-hidden="true" i]')) {
    const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) hidden.add(texts.currentNode.data.replace(/\\s+/g, ' ').trim());
    for (const element of [top, ...top.querySelectorAll('*')]) {
      for (const pseudo of ['::before', '::after']) {
        const { content } = getComputedStyle(element, pseudo);
        if (content.startsWith('"')) hidden.add(join(content));
      }
    }
  }
  return { spoken, hidden: [...hidden].filter((text) => text !== '') };
}`;
