/** An output or tag of a template, without braces; text in quotes is blanked. */
interface LiquidTag {
  text: string;
  /** Where `text` starts in the template. */
  offset: number;
}

const hidden = /\{%-?\s*(comment|raw)\b[\s\S]*?\{%-?\s*end\1\s*-?%\}/g;
const tags = /(\{\{-?|\{%-?)([\s\S]*?)-?(?:\}\}|%\})/g;

/** Finds the outputs and tags of a template in their order, outside of comments and raw text. */
export function findTags(content: string): LiquidTag[] {
  const shown = content.replace(hidden, blank);
  return [...shown.matchAll(tags)].map((match) => {
    const [, open = '', text = ''] = match;
    return { text: text.replace(/"[^"]*"|'[^']*'/g, blank), offset: match.index + open.length };
  });
}

/** Replaces a text by spaces, so that offsets stay right. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
