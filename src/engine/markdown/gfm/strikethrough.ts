import type { Delimiter, MarkdownIt, StateCore, StateInline } from 'markdown-it';

const tilde = 0x7e;
// One tilde closes one and two close two, so a pair is its own mark; no other character has this number.
const twoTildes = -tilde;

/** Strikethrough with one or two tildes (GFM 6.5) in place of the library's, which knows two only. */
export function addStrikethrough({ inline }: MarkdownIt): void {
  inline.ruler.at('strikethrough', readTildes);
  inline.ruler2.at('strikethrough', strikePairs);
}

function readTildes(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== tilde) return false;
  const { length, can_open: open, can_close: close } = state.scanDelims(state.pos, true);
  const token = state.push('text', '', 0);
  token.content = '~'.repeat(length);
  state.pos += length;
  if (length > 2) return true;
  const marker = length === 1 ? tilde : twoTildes;
  state.delimiters.push({ marker, length: 0, token: state.tokens.length - 1, end: -1, open, close });
  return true;
}

function strikePairs(state: StateInline): void {
  const inner = Array.from(state.tokens_meta, (meta) => meta?.delimiters ?? []);
  for (const delimiters of [state.delimiters, ...inner]) {
    for (const { marker, token, end } of delimiters) {
      const closing = delimiters[end];
      if ((marker !== tilde && marker !== twoTildes) || closing === undefined) continue;
      turnInto(state, token, 'del_open', 1);
      turnInto(state, closing.token, 'del_close', -1);
    }
  }
}

function turnInto(state: StateInline, index: Delimiter['token'], type: string, nesting: 1 | -1): void {
  const token = state.tokens[index];
  if (token) Object.assign(token, { type, tag: 'del', nesting, content: '' });
}

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
