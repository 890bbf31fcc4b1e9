import { setImmediate as yieldTurn } from 'node:timers/promises';

/** Elements inside one another that a document may have. Beyond, Chromium takes minutes and gigabytes, and ends. */
export const nestingLimit = 30_000;

/** Tags of elements that have no end tag, or whose end tag is usually left out. */
const unended =
  'area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|html|head|body|p|li|dt|dd|option|optgroup|tr|td|th|thead|tbody|tfoot|colgroup|rt|rp';

const tag = new RegExp(String.raw`<\/?(?!(?:${unended})[\s/>])[a-z][^<>]*>`, 'gi');

/** Tags that are read in a row, which takes a few milliseconds. */
const tagsPerTurn = 20_000;

/**
 * Whether elements of an HTML document are nested beyond the limit, by its tags: those that a script adds are unknown. Others may use the
 * event loop meanwhile.
 */
export async function isNestedTooDeeply(html: string): Promise<boolean> {
  if (html.length < nestingLimit * '<b>'.length) return false;
  let depth = 0;
  let read = 0;
  for (const [text] of html.matchAll(tag)) {
    if (text[1] === '/') depth = Math.max(0, depth - 1);
    else if (!text.endsWith('/>')) depth += 1;
    if (depth > nestingLimit) return true;
    read += 1;
    if (read % tagsPerTurn === 0) await yieldTurn();
  }
  return false;
}
