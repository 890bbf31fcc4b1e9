import type { Env, MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it';

/** A formula, as TeX. */
export interface Formula {
  tex: string;
  /** Whether it is set by itself, centred, with nothing else in its line. */
  isDisplay: boolean;
  /** The line of the source that it begins in, from 1. */
  line: number;
}

/** What a document has of formulas. */
export interface FormulaEnv extends Env {
  formulas?: Formula[];
}

/** Mathematics as GitHub has it: `$x$`, `` $`x`$ ``, `$$x$$` and, in `convert-fence.ts`, a fence with the word `math`. */
export function addMath({ block, inline, core, renderer }: MarkdownIt): void {
  inline.ruler.before('escape', 'math', readInline);
  block.ruler.before('fence', 'math_block', readBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  core.ruler.after('inline', 'math_lines', addLines);
  renderer.rules.math_inline = place;
  renderer.rules.math_block = place;

  function place(tokens: Token[], index: number, _: unknown, env: FormulaEnv = {}): string {
    const { content, meta, type, map } = tokens[index] as Token;
    const line = (map?.[0] ?? Number(meta?.line)) + 1;
    return placeFormula(env, { tex: content, isDisplay: type === 'math_block' || meta?.isDisplay === true, line });
  }
}

/** Keeps a formula, and returns the element that it replaces once the document is a tree. */
export function placeFormula(env: FormulaEnv, formula: Formula): string {
  env.formulas ??= [];
  const number = env.formulas.push(formula) - 1;
  const [tag, end] = formula.isDisplay ? ['div', '\n'] : ['span', ''];
  const text = formula.tex.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<${tag} class="math" data-formula="${number}">${text}</${tag}>${end}`;
}

// A dollar sign is an amount of money if a blank is inside of it, or a letter or a digit outside.
const display = /\$\$((?:[^$\\]|\\.)+)\$\$/sy;
const quoted = /\$`([^`]+)`\$/y;
const plain = /\$((?:[^\s$\\]|\\.)(?:(?:[^$\\]|\\.)*?(?:[^\s$\\]|\\.))?)\$(?![\p{L}\p{N}_$])/suy;

function readInline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src[pos] !== '$' || /[\p{L}\p{N}_$]/u.test(src[pos - 1] ?? '')) return false;
  for (const pattern of [display, quoted, plain]) {
    pattern.lastIndex = pos;
    const [found, tex = ''] = pattern.exec(src) ?? [];
    if (found === undefined || tex.trim() === '' || pos + found.length > posMax) continue;
    if (!silent) {
      const token = state.push('math_inline', '', 0);
      token.content = tex;
      token.meta = { isDisplay: pattern === display, below: src.slice(0, pos).split('\n').length - 1 };
    }
    state.pos += found.length;
    return true;
  }
  return false;
}

function readBlock(state: StateBlock, start: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[start] ?? 0) - state.blkIndent >= 4 || !lineOf(state, start).startsWith('$$')) return false;
  // The first line that ends in two dollar signs is the last of the formula.
  let line = start;
  let text = lineOf(state, line).slice(2);
  while (!text.trimEnd().endsWith('$$')) {
    line++;
    if (line >= endLine || state.isEmpty(line) || (state.sCount[line] ?? 0) < state.blkIndent) return false;
    text += `\n${lineOf(state, line)}`;
  }
  const tex = text.trimEnd().slice(0, -2);
  if (tex.trim() === '' || tex.includes('$$')) return false;
  if (silent) return true;
  const token = state.push('math_block', '', 0);
  token.content = tex;
  token.map = [start, line + 1];
  state.line = line + 1;
  return true;
}

function lineOf({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string {
  return src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]);
}

/** Tells formulas in the text of a block which line they are in. */
function addLines({ src, tokens }: StateCore): void {
  if (!src.includes('$')) return;
  for (const { children, map } of tokens)
    for (const token of children ?? [])
      if (token.type === 'math_inline')
        token.meta = { ...token.meta, line: (map?.[0] ?? 0) + Number(token.meta?.below) };
}
