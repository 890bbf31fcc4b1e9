import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { type Element, findAttribute, walkNodes } from '../html/html-tree.ts';

/** What a code looks like. */
export const emojiCode = /:[a-z0-9_+-]+:/;
const codes = /:([a-z0-9_+-]+):/g;
// What is in these is meant as it is written.
const verbatim = new Set(['code', 'pre', 'kbd', 'samp', 'tt', 'script', 'style', 'textarea', 'math', 'svg']);

/** Replaces the codes of GitHub, such as `:smile:`, in the texts of a document. An unknown one is text. */
export async function replaceEmoji(root: Tree.ParentNode): Promise<void> {
  let emoji: Record<string, string> | undefined;
  for (const node of walkNodes(root)) {
    if (!('value' in node) || !emojiCode.test(node.value) || isVerbatim(node)) continue;
    emoji ??= (await import('markdown-it-emoji/lib/data/full.mjs')).default;
    const names = emoji;
    node.value = node.value.replace(
      codes,
      (text, name: string) => (Object.hasOwn(names, name) ? names[name] : text) ?? text,
    );
  }
}

function isVerbatim(node: Tree.TextNode): boolean {
  for (
    let above: Tree.ParentNode | null = node.parentNode;
    above !== null && 'tagName' in above;
    above = above.parentNode
  )
    if (verbatim.has(above.tagName) || isFormula(above)) return true;
  return false;
}

function isFormula(element: Element): boolean {
  return findAttribute(element, 'data-formula') !== undefined;
}
