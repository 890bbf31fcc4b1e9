import { parser } from '@lezer/json';

type Node = ReturnType<typeof parser.parse>['topNode'];

/** The line and column of a value in JSON text, from 1; of the innermost value around it that is there. */
export function locateValue(text: string, path: readonly string[]): { line: number; column: number } {
  let found: Node | null = parser.parse(text).topNode.firstChild;
  for (const step of path) {
    const inner: Node | null = found && findStep(found, step, text);
    if (!inner) break;
    found = inner;
  }
  const before = text.slice(0, found?.from ?? 0).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function findStep(node: Node, step: string, text: string): Node | null {
  if (node.name === 'Array') return listValues(node)[Number(step)] ?? null;
  const properties = node.getChildren('Property');
  const property = properties.findLast((one) => {
    const name = one.getChild('PropertyName');
    return name !== null && readName(text.slice(name.from, name.to)) === step;
  });
  return property?.lastChild ?? null;
}

function listValues(array: Node): Node[] {
  const values: Node[] = [];
  for (let child = array.firstChild; child; child = child.nextSibling) {
    if (/^(True|False|Null|Number|String|Object|Array)$/.test(child.name)) values.push(child);
  }
  return values;
}

function readName(quoted: string): string {
  try {
    return JSON.parse(quoted);
  } catch {
    return quoted;
  }
}
