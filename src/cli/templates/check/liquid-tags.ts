/** One output or tag of a template, without its braces and without what stands in quotes. */
interface LiquidTag {
  text: string;
  /** Where `text` starts in the template. */
  offset: number;
}

const hidden = /\{%-?\s*(comment|raw)\b[\s\S]*?\{%-?\s*end\1\s*-?%\}/g;
const tags = /(\{\{-?|\{%-?)([\s\S]*?)-?(?:\}\}|%\})/g;

/** The outputs and tags of a template in their order. Comments and raw text are none; texts in quotes are blanked. */
export function findTags(content: string): LiquidTag[] {
  const shown = content.replace(hidden, blank);
  return [...shown.matchAll(tags)].map((match) => {
    const [, open = '', text = ''] = match;
    return { text: text.replace(/"[^"]*"|'[^']*'/g, blank), offset: match.index + open.length };
  });
}

/** As long as before, so that places stay right. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
