import type { MarkdownIt, StateCore } from 'markdown-it';

/** Page breaks and the place of the contents: lines that other programs for Markdown know, and that print as nothing themselves. */
export function addPrintMarks({ core }: MarkdownIt): void {
  core.ruler.push('print_marks', readMarks);
}

const pageBreak = /^\\(?:newpage|pagebreak|clearpage)$|^<!--\s*(?:page-?break|newpage)\s*-->$/i;
const contents = /^(?:\[\[_?toc_?\]\]|\[toc\])$/i;

function readMarks({ src, tokens, Token }: StateCore): void {
  if (!/break|page|toc/i.test(src)) return;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    const isAlone = token?.type === 'inline' && tokens[index - 1]?.type === 'paragraph_open';
    if (token === undefined || (!isAlone && token.type !== 'html_block')) continue;
    const text = token.content.trim();
    // `[toc]` is a link if the document has an address for it.
    const isContents = isAlone && contents.test(text) && !token.children?.some(({ type }) => type === 'link_open');
    if (!isContents && !pageBreak.test(text)) continue;
    const mark = new Token('html_block', '', 0);
    mark.content = isContents ? '<nav class="contents"></nav>\n' : '<div class="page-break"></div>\n';
    if (isAlone) tokens.splice(--index, 3, mark);
    else tokens[index] = mark;
  }
}
