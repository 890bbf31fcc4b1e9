import { parseAst } from 'vitest/node';

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/**
 * The texts of a source in TypeScript, with or without JSX, and where each starts: its strings, its templates with an ellipsis for each
 * value, and the text between tags. Strings that are joined by `+` are one text.
 */
export function readStrings(source: string, lang: 'ts' | 'tsx'): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  const visit = (node: Node): void => {
    if (/^(?:TS(?!AsExpression|NonNull|Satisfies)|Import)/.test(node.type)) return;
    const text = readText(node);
    if (text?.trim()) {
      found.push({ line: source.slice(0, node.start).split('\n').length, text: text.replace(/\s+/g, ' ').trim() });
    }
    // The pieces of a text have been read with it; a value inside it has its own texts.
    const inner = text === undefined ? Object.values(node) : listValues(node);
    for (const value of inner) for (const child of [value].flat()) if (isNode(child)) visit(child);
  };
  visit(parseAst(source, { lang }) as unknown as Node);
  return found;
}

/** The text of a node; undefined if it is none. */
function readText(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'JSXText') return String(node.value);
  if (node.type === 'TemplateLiteral') {
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
  const [left, right] = [node.left as Node, node.right as Node].map(readText);
  return left === undefined && right === undefined ? undefined : `${left ?? '…'}${right ?? '…'}`;
}

/** The values inside a text. */
function listValues(node: Node): Node[] {
  if (node.type === 'TemplateLiteral') return node.expressions as Node[];
  if (node.type !== 'BinaryExpression') return [];
  return [node.left as Node, node.right as Node].flatMap((side) =>
    readText(side) === undefined ? [side] : listValues(side),
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
