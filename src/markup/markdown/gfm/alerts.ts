import type { MarkdownIt, StateCore } from 'markdown-it';

/** Alerts as GitHub has them: a quote whose first line is `[!NOTE]` or another of five words. */
export function addAlerts({ core }: MarkdownIt): void {
  core.ruler.after('block', 'alerts', readAlerts);
}

const marker = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

function readAlerts({ src, tokens, Token }: StateCore): void {
  if (!src.includes('[!')) return;
  // A title is added behind each token that is read here, so the list grows meanwhile.
  for (let index = 0; index < tokens.length; index++) {
    const [open, paragraph, text] = tokens.slice(index, index + 3);
    // GitHub has no alerts inside of lists and quotes.
    if (open?.type !== 'blockquote_open' || open.level > 0 || paragraph?.type !== 'paragraph_open') continue;
    const found = marker.exec(text?.content ?? '');
    const close = tokens.findIndex((token, at) => at > index && token.type === 'blockquote_close' && token.level === 0);
    const hasText = found !== null && (found[0].length < (text?.content.length ?? 0) || close > index + 4);
    if (!hasText || text === undefined) continue;
    const kind = (found[1] ?? '').toLowerCase();
    open.attrs = [
      ['class', `markdown-alert markdown-alert-${kind}`],
      ['role', 'note'],
    ];
    for (const token of [open, tokens[close]]) if (token) token.tag = 'div';
    text.content = text.content.slice(found[0].length);
    const title = new Token('html_block', '', 0);
    title.content = `<p class="markdown-alert-title">${kind.charAt(0).toUpperCase()}${kind.slice(1)}</p>\n`;
    // The paragraph of the marker goes if nothing else is in it.
    tokens.splice(index + 1, text.content === '' ? 3 : 0, title);
  }
}
