import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';

/** Attributes of an element, in the order in which they are written. */
type Attributes = [name: string, value: string][];

// No event handlers, no addresses and no styles: what is allowed here changes neither what a page loads nor what it does.
const allowed = String.raw`(?:width|height|align|lang|dir|title|start|role|translate|aria-[a-z]+|data-(?!platen)[a-z][a-z\d-]*)`;
const item = String.raw`(?:#[\p{L}\p{N}_:.-]+|\.[\p{L}_-][\p{L}\p{N}_:-]*|${allowed}=(?:"[^"{}]*"|'[^'{}]*'|[^\s"'{}]+))`;
const list = new RegExp(String.raw`\{[ \t]*${item}(?:[ \t]+${item})*[ \t]*\}`, 'uy');
const items = new RegExp(item, 'gu');

/**
 * Attributes in braces, as in pandoc and kramdown: `{#id .class key=value}` at the end of a heading, directly after a link, an
 * image, code or emphasis, on the last line of a paragraph, or in a separate paragraph after a table, a list or another block. Braces
 * with other content are text.
 */
export function addAttributes({ inline, core, renderer }: MarkdownIt): void {
  inline.ruler.push('attributes', readAttributes);
  core.ruler.after('inline', 'attributes', placeAttributes);
  renderer.rules.attributes = () => '';
}

/** The attributes in the braces of a text, if nothing else is in it. */
export function parseAttributes(text: string): Attributes | undefined {
  list.lastIndex = 0;
  if (list.exec(text)?.[0].length !== text.length) return undefined;
  return Array.from(text.matchAll(items), ([found]): Attributes[number] => {
    if (found.startsWith('#')) return ['id', found.slice(1)];
    if (found.startsWith('.')) return ['class', found.slice(1)];
    const [name = '', ...value] = found.split('=');
    return [name, value.join('=').replace(/^(["'])(.*)\1$/s, '$2')];
  });
}

function readAttributes(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '{') return false;
  list.lastIndex = state.pos;
  const found = list.exec(state.src)?.[0];
  if (found === undefined || state.pos + found.length > state.posMax) return false;
  if (!silent) state.push('attributes', '', 0).content = found;
  state.pos += found.length;
  return true;
}

function placeAttributes(state: StateCore): void {
  if (!state.src.includes('{')) return;
  const { tokens } = state;
  for (let index = 0; index < tokens.length; index++) {
    const children = tokens[index]?.children;
    if (!children?.some(({ type }) => type === 'attributes')) continue;
    const block = tokens[index - 1];
    const above = findOpening(tokens, index - 2);
    if (children.length === 1 && block?.type === 'paragraph_open' && above !== undefined) {
      giveTo(above, children[0]);
      tokens.splice(index - 1, 3);
      index -= 2;
    } else placeInline(children, block);
  }
}

/** The token that has the attributes of the block that ends at a place. */
function findOpening(tokens: readonly Token[], end: number): Token | undefined {
  const last = tokens[end];
  if (last === undefined || last.nesting > 0 || last.type === 'html_block') return undefined;
  if (last.nesting === 0) return last;
  return tokens.slice(0, end).findLast(({ level, nesting }) => nesting === 1 && level === last.level);
}

function placeInline(children: Token[], block: Token | undefined): void {
  for (const [at, token] of children.entries()) {
    if (token.type !== 'attributes') continue;
    let last = at - 1;
    // The library leaves an empty text behind strong emphasis.
    while (children[last]?.type === 'text' && children[last]?.content === '') last--;
    const before = children[last];
    const isLast = children.slice(at + 1).every(({ type, content }) => type === 'text' && content.trim() === '');
    const inline = findInline(children, last);
    if (inline) giveTo(inline, token);
    else if (isLast && block?.type === 'heading_open') {
      giveTo(block, token);
      if (before?.type === 'text') before.content = before.content.trimEnd();
    } else if (isLast && block?.type === 'paragraph_open' && before?.type === 'softbreak') {
      giveTo(block, token);
      before.type = 'text';
    } else token.type = 'text';
  }
}

function findInline(children: readonly Token[], at: number): Token | undefined {
  const token = children[at];
  if (token?.type === 'image' || token?.type === 'code_inline') return token;
  return token?.nesting === -1 ? findOpening(children, at) : undefined;
}

function giveTo(element: Token, braces: Token | undefined): void {
  for (const [name, value] of parseAttributes(braces?.content ?? '') ?? []) {
    if (name === 'class') element.attrJoin('class', value);
    else element.attrSet(name, value);
  }
}
