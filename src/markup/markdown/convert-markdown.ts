import Markdown, { type MarkdownIt, type StateBlock, type Token } from 'markdown-it';
import addDefinitionLists from 'markdown-it-deflist';
import { addAttributes } from './attributes.ts';
import { addFences, type FenceEnv } from './convert-fence.ts';
import { addAlerts } from './gfm/alerts.ts';
import { addAutolinks } from './gfm/autolinks.ts';
import { addFootnotes } from './gfm/footnotes.ts';
import { addMath } from './gfm/math.ts';
import { addTaskLists } from './gfm/task-lists.ts';
import { addPairedMarks } from './paired-marks.ts';
import { addPrintMarks } from './print-marks.ts';

// No real document nests a hundred lists, and nested brackets are read once for each level.
const depthLimit = 200;

let converter: MarkdownIt | undefined;

const additions = [
  ...[addPairedMarks, addAutolinks, addTaskLists, addFootnotes, addAlerts, addMath],
  ...[addDefinitionLists, addAttributes, addFences, addPrintMarks],
];

/**
 * CommonMark 0.31 with the GitHub additions and those of other programs as HTML, without a document around it. Raw HTML and
 * addresses of every scheme pass. Formulas and diagrams are left in `env`, for what makes a tree of the HTML. Throws a
 * RangeError for blocks that are nested too deeply.
 */
export function convertMarkdown(text: string, env: FenceEnv = {}): string {
  return openConverter().render(text, env);
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
  for (const add of additions) add(markdown);
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
