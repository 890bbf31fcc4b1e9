import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';

/**
 * Addresses that become links without markup (GFM 6.9): `http://`, `https://`, `ftp://`, `www.` and e-mail. The library's own rule
 * links bare names too, and compiles tables of Unicode before it reads the first character.
 */
export function addAutolinks({ inline, core }: MarkdownIt): void {
  inline.ruler.at('text', readText);
  inline.ruler.before('text', 'autolink_address', linkAddress);
  core.ruler.after('inline', 'autolink_mail', linkMail);
}

// No host name is longer (RFC 1035, section 2.3.4). Without a limit, each of many names would read all that follow it.
const host = String.raw`(?![-._])(?:[^\s\p{P}\p{S}]|[-._]){1,253}`;
const rest = String.raw`(?:[^\s<\]]|\](?![(\[]))*`;
const afterScheme = new RegExp(`://(${host})${rest}`, 'uy');
const withoutScheme = new RegExp(`(www\\.${host})${rest}`, 'iuy');

// Where a rule of the library or `www.` may begin.
const special = /[\n!#$%&*+\-:<=>@[\\\]^_`{}~]|(?<![^\s(*_[\]~])www\./gi;

function readText(state: StateInline, silent: boolean): boolean {
  special.lastIndex = state.pos;
  const end = Math.min(special.exec(state.src)?.index ?? state.posMax, state.posMax);
  if (end === state.pos) return false;
  if (!silent) state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
}

function linkAddress(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (state.linkLevel > 0) return false;
  const first = src[pos];
  const scheme = first === ':' ? /(?<![a-z])(?:https?|ftp)$/i.exec(src.slice(Math.max(0, pos - 6), pos))?.[0] : '';
  if (scheme === undefined || (first !== ':' && !startsName(src, pos))) return false;
  if (!silent && !state.pending.endsWith(scheme)) return false;
  const pattern = first === ':' ? afterScheme : withoutScheme;
  pattern.lastIndex = pos;
  const found = pattern.exec(src.slice(0, posMax));
  // A name with an underscore in one of its last two parts is no host.
  if (!found || /_[^.]*(?:\.[^.]*)?$/.test((found[1] ?? '').replace(/[._]+$/, ''))) return false;
  const address = trimEnd(found[0]);
  if (!silent) {
    state.pending = state.pending.slice(0, state.pending.length - scheme.length);
    const text = scheme + address;
    for (const token of buildLink(state.Token, scheme === '' ? `http://${text}` : text, text, state.md)) {
      const pushed = state.push(token.type, token.tag, token.nesting);
      Object.assign(pushed, { attrs: token.attrs, content: token.content });
    }
  }
  state.pos = pos + address.length;
  return true;
}

function startsName(src: string, pos: number): boolean {
  return /[wW]/.test(src[pos] ?? '') && (pos === 0 || /[\s(*_[\]~]/.test(src[pos - 1] ?? ''));
}

/** Cuts off what belongs to the sentence: punctuation, closing brackets without an opening one, character references. */
function trimEnd(address: string): string {
  let end = address.length;
  let unopened = address.split(')').length - address.split('(').length;
  for (;;) {
    const last = address[end - 1] ?? '';
    const reference = last === ';' ? /&[a-z]+;$/i.exec(address.slice(Math.max(0, end - 40), end))?.[0] : undefined;
    if (reference) end -= reference.length;
    else if (last === ')' && unopened > 0) {
      unopened--;
      end--;
    } else if (last !== ')' && /[!"'*,.:;?\]_~]/.test(last)) end--;
    else return address.slice(0, end);
  }
}

const mail = /(?<![\w.+/-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+(?<=[a-z])(?![\w-])/gi;

function linkMail(state: StateCore): void {
  for (const block of state.tokens) {
    if (block.children && block.content.includes('@')) block.children = linkMailOf(block.children, state);
  }
}

function linkMailOf(tokens: Token[], { Token, md }: StateCore): Token[] {
  let links = 0;
  return tokens.flatMap((token) => {
    if (token.type === 'link_open' || /^<a[\s>]/i.test(token.content)) links++;
    if (token.type === 'link_close' || /^<\/a\s*>/i.test(token.content)) links--;
    if (links > 0 || token.type !== 'text') return token;
    const parts: Token[] = [];
    let end = 0;
    for (const { 0: address, index } of token.content.matchAll(mail)) {
      parts.push(buildText(Token, token.content.slice(end, index)));
      parts.push(...buildLink(Token, `mailto:${address}`, address, md));
      end = index + address.length;
    }
    return end === 0 ? token : [...parts, buildText(Token, token.content.slice(end))];
  });
}

function buildLink(Type: typeof Token, address: string, text: string, markdown: MarkdownIt): Token[] {
  const open = new Type('link_open', 'a', 1);
  open.attrs = [['href', markdown.normalizeLink(address)]];
  return [open, buildText(Type, text), new Type('link_close', 'a', -1)];
}

function buildText(Type: typeof Token, content: string): Token {
  const token = new Type('text', '', 0);
  token.content = content;
  return token;
}
