import { parseAst } from 'vitest/node';

/** A change to a source file that its tests should notice: the text from `start` to `end` becomes `text`. */
export interface Mutant {
  start: number;
  end: number;
  text: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const opposites: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
};

/** Numbers of at least this size are limits. */
const leastLimit = 1000;

/**
 * The mutants of a source file in TypeScript, in the order of the text. Types, imports and words are left alone. A number grows by one;
 * a limit or a duration becomes 0, since one byte or millisecond more makes no difference that anything shows.
 */
export function listMutants(source: string): Mutant[] {
  const mutants: Mutant[] = [];
  // Offsets of the parser count UTF-16 units, as those of the source do.
  const visit = (node: Node, parent?: Node): void => {
    if (/^(?:TS(?!AsExpression|NonNull|Satisfies)|Import)/.test(node.type)) return;
    mutants.push(...mutate(node, source, parent));
    for (const value of Object.values(node)) for (const child of [value].flat()) if (isNode(child)) visit(child, node);
  };
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node);
  const changes = mutants.filter(({ start, end, text }) => source.slice(start, end) !== text);
  return changes.sort((one, other) => one.start - other.start);
}

function mutate(node: Node, source: string, parent?: Node): Mutant[] {
  const replace = ({ start, end }: Node, text: string): Mutant => ({ start, end, text });
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') return mutateOperator(node, source);
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression')
    return ['true', 'false'].map((text) => replace(node.test as Node, text));
  if (node.type === 'UnaryExpression' && node.operator === '!')
    return [replace(node, source.slice(node.start + 1, node.end))];
  if (node.type === 'Literal' && typeof node.value === 'boolean') return [replace(node, String(!node.value))];
  if (node.type === 'Literal' && typeof node.value === 'number')
    return [replace(node, node.value >= leastLimit || isDuration(parent) ? '0' : String(node.value + 1))];
  const isCall = node.type === 'ExpressionStatement' && /^(?:Call|Await)/.test((node.expression as Node).type);
  return isCall ? [replace(node, ';')] : [];
}

/** Whether it gives a value to what has a unit of time in its name. */
function isDuration(node: Node | undefined): boolean {
  const name = (node?.id ?? node?.key) as { name?: string } | undefined;
  return /(?:Ms|Seconds|Minutes|Days)$/.test(name?.name ?? '');
}

function mutateOperator(node: Node, source: string): Mutant[] {
  const text = opposites[String(node.operator)];
  const [left, right] = [node.left, node.right] as [Node, Node];
  const at = source.indexOf(String(node.operator), left.end);
  // Of texts that are joined, a minus makes no number.
  const joins =
    node.operator === '+' &&
    [left, right].some(({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string');
  if (text === undefined || joins || at < 0 || at >= right.start) return [];
  return [{ start: at, end: at + String(node.operator).length, text }];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
