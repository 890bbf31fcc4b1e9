import type { Completion } from '@codemirror/autocomplete';

/** `{% for line in order.lines %}`: the name of the item, and the path of the list. */
const loops = /\{%-?\s*for\s+(\w+)\s+in\s+([\w.]+)/g;

/**
 * The names below a path in the values of a template; no path means all values and the items of loops. `before` is the
 * template's text up to the place, whose loops say what the name of an item represents.
 */
export function listNames(values: unknown, path: readonly string[], before: string): Completion[] {
  const items = new Map([...before.matchAll(loops)].map(([, item = '', list = '']) => [item, list.split('.')]));
  const found = resolve(values, path, items);
  if (Array.isArray(found)) return ['first', 'last', 'size'].map((label) => ({ label, type: 'property' }));
  const own = isObject(found)
    ? Object.entries(found).map(([label, value]) => ({ label, type: 'variable', detail: describe(value) }))
    : [];
  if (path.length > 0) return own;
  return [...own, ...[...items].map(([label, list]) => ({ label, type: 'variable', detail: `of ${list.join('.')}` }))];
}

function resolve(values: unknown, path: readonly string[], items: ReadonlyMap<string, readonly string[]>): unknown {
  const [first = '', ...rest] = path;
  const list = items.get(first);
  if (!list) return follow(values, path);
  // Without the loop itself, so that an item named like its list does not lead in a circle.
  const others = new Map([...items].filter(([item]) => item !== first));
  const all = resolve(values, list, others);
  return follow(Array.isArray(all) ? all[0] : undefined, rest);
}

function follow(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, step) => (isObject(found) ? found[step] : undefined), values);
}

/** A value in a few characters. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} items`;
  if (isObject(value)) return 'object';
  const text = String(value);
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
