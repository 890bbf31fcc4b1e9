import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { findBundled } from '../../children/index.ts';
import {
  addClass,
  createElement,
  type Element,
  findAttribute,
  replaceElement,
  setAttribute,
  walkElements,
} from '../html/html-tree.ts';
import type { Formula } from './gfm/math.ts';

/** Formulas that KaTeX cannot set, and the style of the others. */
interface SetFormulas {
  style: string;
  refused: { line: number; tex: string; why: string }[];
}

/** Sets the formulas of a document with KaTeX. One that it cannot set stays as its source. */
export async function setFormulas(elements: readonly Element[], formulas: readonly Formula[]): Promise<SetFormulas> {
  const { default: katex } = await import('katex');
  // Definitions of one formula count for those after it.
  const macros = {};
  const refused: SetFormulas['refused'] = [];
  for (const element of elements) {
    const formula = formulas[Number(findAttribute(element, 'data-formula') ?? -1)];
    if (formula === undefined) continue;
    const { tex, isDisplay, line } = formula;
    try {
      const options = {
        displayMode: isDisplay,
        output: 'html',
        strict: 'ignore',
        macros,
        trust: refuse,
        globalGroup: true,
      } as const;
      replaceElement(element, [describe(parseFragment(katex.renderToString(tex, options)), tex)]);
    } catch (error) {
      const [why = ''] = (error instanceof Error ? error.message : '').split(/ at (?:position \d|end of input)/);
      refused.push({ line, tex, why: why.replace('KaTeX parse error: ', '') });
      const mark = isDisplay ? '$$' : '$';
      const text: Tree.TextNode = { nodeName: '#text', value: `${mark}${tex}${mark}`, parentNode: null };
      const source = createElement('code', [text]);
      addClass(source, 'math-error');
      element.childNodes = [source];
      source.parentNode = element;
    }
  }
  return { style: await readStyle(), refused };
}

/** Formulas cannot load files, lead to addresses or have attributes. KaTeX would print the name of the command. */
function refuse({ command }: { command: string }): never {
  throw new Error(`Unsupported command: ${command}`);
}

/**
 * A set formula as a picture whose description is its source. MathML is no help: Chromium writes none into a PDF, and leaves out
 * hidden text.
 */
function describe(tree: Tree.DocumentFragment, tex: string): Element {
  const [formula, ...parts] = walkElements(tree);
  if (formula === undefined) throw new Error('it is empty');
  for (const part of parts) part.attrs = part.attrs.filter(({ name }) => name !== 'aria-hidden');
  setAttribute(formula, 'role', 'img');
  setAttribute(formula, 'aria-label', tex.replace(/\s+/g, ' ').trim());
  return formula;
}

/** The style of KaTeX with its fonts in it: a document has no address at which they could be. */
async function readStyle(): Promise<string> {
  const style = await readFile(findFile('katex.min.css'), 'utf8');
  const sources = /src:url\((fonts\/[\w-]+\.woff2)\) format\("woff2"\)[^;}]*/g;
  const fonts = Array.from(style.matchAll(sources), ([, name = '']) => name);
  const bytes = await Promise.all(fonts.map((name) => readFile(findFile(name), 'base64')));
  let next = 0;
  return style.replace(sources, () => `src:url(data:font/woff2;base64,${bytes[next++]}) format("woff2")`);
}

/** A file of KaTeX: in the bundle in a folder next to the program. */
function findFile(name: string): string {
  const here = import.meta.url;
  return here.endsWith('.ts') ? createRequire(here).resolve(`katex/dist/${name}`) : findBundled(`katex/${name}`, here);
}
