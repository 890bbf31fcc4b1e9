import type { MarkdownIt, StateCore } from 'markdown-it';

/** Checkboxes at the start of list items (GFM 5.3). */
export function addTaskLists({ core }: MarkdownIt): void {
  core.ruler.after('block', 'task_lists', readCheckboxes);
}

function readCheckboxes({ tokens, Token }: StateCore): void {
  for (const [index, item] of tokens.entries()) {
    const text = tokens[index + 2];
    if (item.type !== 'list_item_open' || tokens[index + 1]?.type !== 'paragraph_open' || !text?.children) continue;
    const mark = /^\[([ \t\nx])\](?=\s)/i.exec(text.content)?.[1];
    if (mark === undefined) continue;
    const box = new Token('html_inline', '', 0);
    box.content = `<input type="checkbox" disabled=""${/x/i.test(mark) ? ' checked=""' : ''}>`;
    // The inline parser adds the text of the paragraph behind it.
    text.children.push(box);
    text.content = text.content.slice(3);
  }
}
