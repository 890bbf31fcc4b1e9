import type { MarkdownIt } from 'markdown-it';
import { parseAttributes } from './attributes.ts';
import { type FormulaEnv, placeFormula } from './gfm/math.ts';

/** What a document has of fences that are no listings. */
export interface FenceEnv extends FormulaEnv {
  /** The lines of the source that diagrams begin in, from 1. */
  diagrams?: number[];
  /** The attribute for the line of each diagram, if a script draws them, and the lines of the source before the text. */
  drawn?: { mark: string; linesBefore: number };
}

/** Reads what is behind the language of a fence: line numbers, an id and classes. A fence of mathematics is a formula. */
export function addFences({ renderer, utils }: MarkdownIt): void {
  const { fence } = renderer.rules;
  renderer.rules.fence = (tokens, index, options, env: FenceEnv = {}, self): string => {
    const token = tokens[index];
    if (token === undefined) return '';
    const info = utils.unescapeAll(token.info).trim();
    const line = (token.map?.[0] ?? 0) + 1;
    if (/^math(?:\s|$)/i.test(info)) return placeFormula(env, { tex: token.content, isDisplay: true, line: line + 1 });
    const isDiagram = /^mermaid(?:\s|$)/i.test(info);
    if (isDiagram) {
      env.diagrams ??= [];
      env.diagrams.push(line);
    }
    const html = fence?.(tokens, index, options, env, self) ?? '';
    if (isDiagram && env.drawn) return html.replace('<pre', `<pre ${env.drawn.mark}="${line + env.drawn.linesBefore}"`);
    if (!/[{:]|showLineNumbers/i.test(info)) return html;
    const language = readLanguage(info);
    const code = `<code${language === '' ? '' : ` class="language-${utils.escapeHtml(language)}"`}>`;
    const start = readLineNumbers(info);
    const given = parseAttributes(/\{[^{}]*\}$/.exec(info)?.[0] ?? '') ?? [];
    const classes = given.flatMap(([name, value]) =>
      name === 'class' && value !== language && !/^number-?lines$/i.test(value) ? [value] : [],
    );
    if (start !== undefined) classes.push('line-numbers');
    const attributes = {
      id: given.find(([name]) => name === 'id')?.[1],
      class: classes.join(' '),
      'data-start': start,
    };
    const written = Object.entries(attributes).map(([name, value]) =>
      value === undefined || value === '' ? '' : ` ${name}="${utils.escapeHtml(String(value))}"`,
    );
    return html.replace(/^<pre><code[^>]*>/, () => `<pre${written.join('')}>${code}`);
  };
}

/** The language, also as `js{1,3}`, `ts:line-numbers` and `{.python}`. */
function readLanguage(info: string): string {
  return (
    /^\{(?:[^{}]*?\s)??\.(?!number-?lines\b)([^\s{}]+)/i.exec(info)?.[1] ??
    /^(?!\{)[^\s]*?(?=\{|:(?:no-)?line-numbers|\s|$)/.exec(info)?.[0] ??
    ''
  );
}

const numbers = /(?:^|[\s{,:])(?:showLineNumbers|line-numbers|linenos|\.number-?lines)(?:=["']?(\w+))?(?![\w-])/i;
const first = /(?:^|[\s{,])(?:startFrom|linenostart|start-?line)=["']?(\d{1,6})/i;

/** The number of the first line, if lines are to be numbered, in the words of Docusaurus, Hugo, VitePress or pandoc. */
function readLineNumbers(info: string): number | undefined {
  const [found, value = ''] = numbers.exec(info) ?? [];
  if (found === undefined || /^(?:false|no)$/i.test(value)) return undefined;
  return Number(first.exec(info)?.[1] ?? (/^\d{1,6}$/.test(value) ? value : 1));
}
