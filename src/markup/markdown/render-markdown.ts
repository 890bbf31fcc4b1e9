import { parseFragment, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { Theme, WarningCode } from '../../contract/index.ts';
import {
  addClass,
  createElement,
  type Element,
  findAttribute,
  parentOf,
  readTextOf,
  setAttribute,
  walkElements,
} from '../html/html-tree.ts';
import { fillContents } from './build-contents.ts';
import type { FenceEnv } from './convert-fence.ts';
import { convertMarkdown } from './convert-markdown.ts';
import { type FrontMatter, splitFrontMatter } from './front-matter.ts';
import { addHeadingIds } from './heading-ids.ts';
import { highlightCode } from './highlight-code.ts';
import { hasLongWord, measureTable } from './measure-table.ts';
import { numberLines } from './number-lines.ts';
import { buildPrintStyle } from './print-style.ts';
import { emojiCode, replaceEmoji } from './replace-emoji.ts';
import { designs } from './theme-style.ts';

/** What a document looks like, unless its front matter says otherwise. */
export interface MarkdownOptions {
  /** Page numbers at the foot of each page. Default true; never with a header or footer of the front matter. */
  pageNumbers?: boolean;
  /** Its design. Default that of the front matter, else "plain". */
  theme?: Theme | undefined;
  /** The style's own page margins. Default true; never with a margin of the front matter. */
  margins?: boolean;
  /** What draws its diagrams: the URL of the script, and the attribute for the line of each. Default nothing does. */
  diagrams?: { script: string; mark: string } | undefined;
}

/** A Markdown document as a page, with what its front matter says. */
export interface MarkdownPage extends FrontMatter {
  /** A whole HTML document with its style; relative addresses stay relative. */
  html: string;
  /** What is printed as its source, and what of the front matter means nothing. */
  warnings: { code: WarningCode; detail: string }[];
  /** Whether it has diagrams and the script that draws them. Default false. */
  hasDiagrams?: boolean;
}

/**
 * CommonMark with the additions of GitHub and others as an HTML document that prints well. Raw HTML passes, as CommonMark has it: the
 * text is trusted as far as an HTML part is. `title` is the front matter's or the first heading's. Throws
 * `invalid_request` if the front matter is wrong. Slow on large documents (a megabyte takes seconds), so the service
 * runs it in a child.
 */
export async function renderMarkdown(source: string, options: MarkdownOptions = {}): Promise<MarkdownPage> {
  const { matter, contents, sheets, ignored, text, linesBefore } = await splitFrontMatter(source);
  const { mark, script } = options.diagrams ?? {};
  const env: FenceEnv = mark === undefined ? {} : { drawn: { mark, linesBefore } };
  const tree = parseFragment(convertMarkdown(text, env));
  const warnings: MarkdownPage['warnings'] = [];
  if (ignored.length > 0)
    warnings.push({ code: 'front_matter_ignored', detail: `Keys without effect: ${ignored.join(', ')}.` });
  const hasDiagrams = script !== undefined && env.diagrams !== undefined;
  for (const line of hasDiagrams ? [] : (env.diagrams ?? []))
    warnings.push({
      code: 'diagram_unprinted',
      detail: `The Mermaid diagram in line ${line + linesBefore} is printed as its source.`,
    });
  const elements = [...walkElements(tree)];
  const headings = elements.filter(({ tagName }) => /^h[1-6]$/.test(tagName));
  addHeadingIds(headings);
  // GitHub names headings before it replaces the codes in them.
  if (emojiCode.test(text)) await replaceEmoji(tree);
  for (const element of elements) prepareForPrint(element);
  const codes = elements.filter((element) => element.tagName === 'code' && parentOf(element)?.tagName === 'pre');
  await highlightCode(codes);
  for (const code of codes) {
    const listing = parentOf(code);
    if (listing && hasClass(listing, 'line-numbers')) numberLines(code, listing);
  }
  const title = matter.title ?? readTitle(headings);
  const lists = elements.filter((element) => element.tagName === 'nav' && hasClass(element, 'contents'));
  if (contents !== undefined) lists.push(placeContents(tree, headings[0]));
  for (const list of lists) if (list.childNodes.length === 0) fillContents(list, headings, contents);
  let style = '';
  if (env.formulas) {
    const { setFormulas } = await import('./set-formulas.ts');
    const formulas = await setFormulas(elements, env.formulas);
    style = formulas.style;
    for (const { line, tex, why } of formulas.refused)
      warnings.push({ code: 'formula_invalid', detail: `Line ${line + linesBefore}: ${why}: ${tex.trim()}` });
  }
  const page = { ...matter, ...(title === undefined ? {} : { title }) };
  if (hasDiagrams) tree.childNodes.push(createElement('script', [], [{ name: 'src', value: script }]));
  const body = serialize(tree);
  const rules = {
    theme: options.theme ?? readTheme(matter.options),
    pageNumbers: (options.pageNumbers ?? true) && !hasAny(matter.options, ['header', 'footer']),
    margins: (options.margins ?? true) && !hasAny(matter.options, ['margin']),
  };
  return {
    ...page,
    html: buildDocument(page, { style: style + buildPrintStyle(rules, body), sheets, body }),
    warnings,
    ...(hasDiagrams && { hasDiagrams }),
  };
}

/** Puts an empty contents list behind the title, or at the start. */
function placeContents(tree: Tree.DocumentFragment, first: Element | undefined): Element {
  const list = createElement('nav', [], [{ name: 'class', value: 'contents' }]);
  const at = first?.tagName === 'h1' ? tree.childNodes.indexOf(first) + 1 : 0;
  list.parentNode = tree;
  tree.childNodes.splice(at, 0, list);
  return list;
}

function hasClass(element: Element, name: string): boolean {
  return (findAttribute(element, 'class') ?? '').split(/\s+/).includes(name);
}

/** A listing of at most this many lines stays on one page. */
const shortListingLines = 24;

function prepareForPrint(element: Element): void {
  if (element.tagName === 'pre' && readTextOf(element).split('\n').length <= shortListingLines)
    addClass(element, 'keep-together');
  // Only such a cell may break words anywhere: otherwise narrow columns would break all of theirs.
  if (/^t[dh]$/.test(element.tagName) && hasLongWord(readTextOf(element))) addClass(element, 'long-word');
  if (element.tagName === 'table') measureTable(element);
  // Paper has no links to click.
  if (element.tagName === 'details') setAttribute(element, 'open', '');
  if (element.tagName === 'input' && findAttribute(element, 'type') === 'checkbox') {
    const parent = parentOf(element);
    const item = parent?.tagName === 'p' ? parentOf(parent) : parent;
    if (item?.tagName === 'li') addClass(item, 'task-list-item');
  }
}

function readTitle(headings: Element[]): string | undefined {
  const first = headings.find(({ tagName }) => tagName === 'h1');
  return first && (readTextOf(first).replace(/\s+/g, ' ').trim() || undefined);
}

/** A design that the front matter names. Its options are checked later. */
function readTheme(options: { theme?: unknown } = {}): Theme | undefined {
  return Object.keys(designs).find((theme) => theme === options.theme) as Theme | undefined;
}

function hasAny(options: object | undefined, names: string[]): boolean {
  return options !== undefined && names.some((name) => Object.hasOwn(options, name));
}

interface PageContent {
  style: string;
  /** URLs of more style sheets. */
  sheets: readonly string[];
  body: string;
}

function buildDocument(page: FrontMatter, { style, sheets, body }: PageContent): string {
  const lang = page.lang ?? 'en';
  const direction = /^(ar|fa|he|ps|sd|ug|ur|yi)\b/i.test(lang) ? ' dir="rtl"' : '';
  const metas = { author: page.author, description: page.subject, keywords: page.keywords };
  const head = Object.entries(metas).flatMap(([name, content]) =>
    content === undefined ? [] : [`<meta name="${name}" content="${escapeHtml(content)}">\n`],
  );
  const links = sheets.map((sheet) => `<link rel="stylesheet" href="${escapeHtml(sheet)}">\n`);
  return `<!doctype html>
<html lang="${escapeHtml(lang)}"${direction}>
<head>
<meta charset="utf-8">
<title>${escapeHtml(page.title ?? '')}</title>
${head.join('')}<style>
${style}</style>
${links.join('')}</head>
<body>
${body}
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
