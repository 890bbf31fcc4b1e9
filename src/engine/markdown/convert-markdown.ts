import Markdown, { type MarkdownIt, type StateBlock, type Token } from 'markdown-it';
import { addAutolinks } from './gfm/autolinks.ts';
import { addFootnotes } from './gfm/footnotes.ts';
import { addStrikethrough, addTaskLists } from './gfm/strikethrough.ts';

// No real document nests a hundred lists, and nested brackets are read once for each level.
const depthLimit = 200;

let converter: MarkdownIt | undefined;

/**
 * CommonMark 0.31 with the GitHub additions (tables, strikethrough, autolinks, task lists, footnotes) as HTML, without a
 * document around it. Raw HTML and addresses of every scheme pass. Throws a RangeError for blocks that are nested
 * too deeply.
 */
export function convertMarkdown(text: string): string {
  return openConverter().render(text);
}

/** Only the images and the raw HTML of a document, in their order: all that can load a file. Throws as above. */
export function extractLoadingHtml(text: string): string {
  const markdown = openConverter();
  const tokens = markdown.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  const parts = tokens.map((token) => {
    if (token.type === 'html_block' || token.type === 'html_inline') return token.content;
    return token.type === 'image' ? `<img src="${markdown.utils.escapeHtml(String(token.attrGet('src')))}">\n` : '';
  });
  return parts.join('');
}

function openConverter(): MarkdownIt {
  converter ??= buildConverter();
  return converter;
}

function buildConverter(): MarkdownIt {
  const markdown = new Markdown({ html: true, maxNesting: depthLimit });
  markdown.block.ruler.before('table', 'refuse_depth', refuseDepth);
  for (const add of [addStrikethrough, addAutolinks, addTaskLists, addFootnotes]) add(markdown);
  markdown.validateLink = () => true;
  // CommonMark percent-encodes what an address may not hold and leaves the host unchanged.
  markdown.normalizeLink = (address) => markdown.utils.lib.mdurl.encode(address);
  markdown.normalizeLinkText = (text) => text;
  markdown.renderer.rules.th_open = openCell;
  markdown.renderer.rules.td_open = openCell;
  return markdown;
}

/** The library leaves out blocks that are nested too deeply. An error is better than a document with a hole. */
function refuseDepth({ level }: StateBlock): false {
  if (level >= depthLimit - 2) throw new RangeError('nested too deeply');
  return false;
}

/** Aligns by an attribute as GitHub does, so that a style can override it. */
function openCell(tokens: Token[], index: number): string {
  const cell = tokens[index];
  const align = /\w+$/.exec(String(cell?.attrGet('style') ?? ''))?.[0];
  return align === undefined ? `<${cell?.tag}>` : `<${cell?.tag} align="${align}">`;
}
