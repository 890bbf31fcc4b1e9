import type { Env, MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it';

interface Note {
  /** The label as it is written; its ids hold it. */
  name: string;
  tokens: Token[];
  /** From 1, in the order of the first calls. */
  number: number;
  calls: number;
}

/** Footnotes as GitHub has them: `[^label]` and `[^label]: text`, whose further lines are indented by four. */
export function addFootnotes({ block, inline, core }: MarkdownIt): void {
  block.ruler.before('reference', 'footnote', readNote, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  inline.ruler.before('link', 'footnote_call', readCall);
  core.ruler.after('inline', 'footnotes', placeNotes);
}

const label = String.raw`\[\^((?:[^\s\\[\]]|\\.){1,999})\]`;
const definition = new RegExp(`${label}:[ \\t]*`, 'y');
const call = new RegExp(label, 'y');

function readNote(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const { bMarks, tShift, sCount, eMarks, blkIndent } = state;
  const start = (bMarks[line] ?? 0) + (tShift[line] ?? 0);
  if ((sCount[line] ?? 0) - blkIndent >= 4) return false;
  const [found, name] = matchAt(definition, state.src, start);
  if (found === undefined || name === undefined) return false;
  if (silent) return true;
  const key = state.md.utils.normalizeReference(name);
  labelsOf(state.env).add(key);
  state.push('footnote_open', '', 1).meta = { key, name };
  const kept = { bMark: bMarks[line], tShift: tShift[line], sCount: sCount[line], parentType: state.parentType };
  // The rest of the line is the first line of the note.
  bMarks[line] = Math.min(start + found.length, eMarks[line] ?? 0);
  tShift[line] = 0;
  sCount[line] = blkIndent + 4;
  state.blkIndent += 4;
  state.parentType = 'root';
  state.md.block.tokenize(state, line, endLine);
  state.blkIndent = blkIndent;
  state.parentType = kept.parentType;
  bMarks[line] = kept.bMark ?? 0;
  tShift[line] = kept.tShift ?? 0;
  sCount[line] = kept.sCount ?? 0;
  state.push('footnote_close', '', -1);
  return true;
}

function readCall(state: StateInline, silent: boolean): boolean {
  const [found, name] = matchAt(call, state.src, state.pos);
  if (found === undefined || name === undefined || state.pos + found.length > state.posMax) return false;
  const key = state.md.utils.normalizeReference(name);
  if (!labelsOf(state.env).has(key)) return false;
  if (!silent) state.push('footnote_call', '', 0).meta = { key };
  state.pos += found.length;
  return true;
}

/** Numbers the notes in the order of their calls, and puts the called ones behind the text. */
function placeNotes(state: StateCore): void {
  if (labelsOf(state.env).size === 0) return;
  const { body, notes } = takeNotes(state.tokens);
  const called: Note[] = [];
  const count = (tokens: Token[]) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const note = token.type === 'footnote_call' ? notes.get(String(token.meta?.key)) : undefined;
      if (note === undefined) continue;
      note.calls++;
      if (note.calls === 1) note.number = called.push(note);
      token.type = 'html_inline';
      token.content = buildCall(note, state.md);
    }
  };
  count(body);
  // The list grows meanwhile: notes may call notes.
  for (const note of called) count(note.tokens);
  state.tokens = body;
  if (called.length === 0) return;
  const addHtml = (content: string) => body.push(buildHtml(state, 'html_block', content));
  addHtml(
    '<section data-footnotes="" class="footnotes"><h2 id="footnote-label" class="sr-only">Footnotes</h2>\n<ol>\n',
  );
  for (const note of called) {
    addHtml(`<li id="${idOf('fn', note, state.md)}">\n`);
    const backs = buildBacks(note, state.md);
    for (const token of note.tokens) body.push(token);
    const text = note.tokens.at(-1)?.type === 'paragraph_close' ? note.tokens.at(-2) : undefined;
    if (text?.children) text.children.push(buildHtml(state, 'html_inline', ` ${backs}`));
    else addHtml(`${backs}\n`);
    addHtml('</li>\n');
  }
  addHtml('</ol>\n</section>\n');
}

function takeNotes(tokens: Token[]): { body: Token[]; notes: Map<string, Note> } {
  const body: Token[] = [];
  const notes = new Map<string, Note>();
  const open: Token[][] = [];
  for (const token of tokens) {
    if (token.type === 'footnote_open') {
      const key = String(token.meta?.key);
      const note: Note = { name: String(token.meta?.name), tokens: [], number: 0, calls: 0 };
      if (!notes.has(key)) notes.set(key, note);
      open.push(note.tokens);
    } else if (token.type === 'footnote_close') open.pop();
    else (open.at(-1) ?? body).push(token);
  }
  return { body, notes };
}

function buildCall(note: Note, markdown: MarkdownIt): string {
  const id = `${idOf('fnref', note, markdown)}${note.calls > 1 ? `-${note.calls}` : ''}`;
  const to = idOf('fn', note, markdown);
  return `<sup><a href="#${to}" id="${id}" data-footnote-ref="" aria-describedby="footnote-label">${note.number}</a></sup>`;
}

function buildBacks(note: Note, markdown: MarkdownIt): string {
  const to = idOf('fnref', note, markdown);
  const backs = Array.from({ length: note.calls }, (_, index) => {
    const [again, mark] = index === 0 ? ['', ''] : [`-${index + 1}`, `<sup>${index + 1}</sup>`];
    const label = `aria-label="Back to reference ${note.number}${again}"`;
    return `<a href="#${to}${again}" data-footnote-backref="" ${label} class="data-footnote-backref">↩${mark}</a>`;
  });
  return backs.join(' ');
}

function idOf(kind: 'fn' | 'fnref', { name }: Note, { utils }: MarkdownIt): string {
  return utils.escapeHtml(`user-content-${kind}-${utils.lib.mdurl.encode(name.toLowerCase())}`);
}

function buildHtml({ Token }: StateCore, type: 'html_block' | 'html_inline', content: string): Token {
  const token = new Token(type, '', 0);
  token.content = content;
  return token;
}

/** The normalised labels of a document's notes. */
function labelsOf(env: Env & { footnotes?: Set<string> }): Set<string> {
  env.footnotes ??= new Set();
  return env.footnotes;
}

function matchAt(pattern: RegExp, text: string, at: number): [] | RegExpExecArray {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? [];
}
