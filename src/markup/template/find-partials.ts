import { type Liquid, type Template, toValueSync } from 'liquidjs';

/** A tag that takes in another file. */
export interface PartialTag {
  /** render, include or layout. */
  tag: string;
  /** The name in quotes; null for a name that is computed. */
  name: string | null;
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
}

/** The parts of LiquidJS's tags that its types keep to themselves. */
interface ParsedTag extends Template {
  token: Template['token'] & { name?: string };
  file?: unknown;
}

/** The tags of a template that take in another file, wherever they are in it, rendered or not. Throws what the parser throws, which names `partial`. */
export function findPartialTags(liquid: Liquid, text: string, partial?: string): PartialTag[] {
  const found: PartialTag[] = [];
  const open = liquid.parse(text, partial).toReversed() as ParsedTag[];
  for (let node = open.pop(); node; node = open.pop()) {
    const { name: tag = '' } = node.token;
    // "layout none" takes in nothing.
    const isNone = tag === 'layout' && node.file === undefined;
    if (['render', 'include', 'layout'].includes(tag) && !isNone) {
      const [line = 1, column = 1] = node.token.getPosition();
      found.push({ tag, name: typeof node.file === 'string' ? node.file : null, line, column });
    }
    const children = node.children && (toValueSync(node.children(false, true)) as ParsedTag[]);
    if (children) open.push(...children.toReversed());
  }
  return found;
}
