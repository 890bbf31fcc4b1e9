import { asArray, asDict, asNumber, asString, type PdfDict, type PdfObject, PdfRef, PdfString } from './objects.ts';

// Viewers read a node of this size in one step, and the largest trees of real files get two levels.
const nodeSize = 64;
const entryLimit = 2_000_000;

/** The entries of a number tree, in the order of the tree (ISO 32000-2, 7.9.7). */
export function readNumberTree(root: PdfObject | undefined): [number, PdfObject][] {
  const entries: [number, PdfObject][] = [];
  walkTree(root, 'Nums', (key, value) => {
    const number = asNumber(key);
    if (number !== undefined && Number.isInteger(number)) entries.push([number, value]);
  });
  return entries;
}

/** The entries of a name tree, in the order of the tree (ISO 32000-2, 7.9.6). */
export function readNameTree(root: PdfObject | undefined): [string, PdfObject][] {
  const entries: [string, PdfObject][] = [];
  walkTree(root, 'Names', (key, value) => {
    const name = asString(key);
    if (name !== undefined) entries.push([name, value]);
  });
  return entries;
}

function walkTree(root: PdfObject | undefined, key: string, take: (key: PdfObject, value: PdfObject) => void): void {
  const seen = new Set<PdfDict>();
  const waiting: PdfObject[] = [root ?? null];
  let taken = 0;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const dict = asDict(node);
    if (dict === undefined || seen.has(dict)) continue;
    seen.add(dict);
    const leaves = asArray(dict.get(key));
    for (let i = 0; i + 1 < leaves.length && taken < entryLimit; i += 2, taken++) {
      take(leaves[i] ?? null, leaves[i + 1] ?? null);
    }
    const kids = asArray(dict.get('Kids'));
    for (let i = kids.length - 1; i >= 0; i--) waiting.push(kids[i] ?? null);
  }
}

/** A number tree of entries that are in rising order of their keys. */
export function buildNumberTree(entries: readonly [number, PdfObject][]): PdfRef {
  return buildTree('Nums', entries);
}

/** A name tree of the entries, which need no order; keys must differ. */
export function buildNameTree(entries: readonly [string, PdfObject][]): PdfRef {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return buildTree(
    'Names',
    sorted.map(([key, value]) => [new PdfString(key), value]),
  );
}

function buildTree(leafKey: string, entries: readonly [PdfObject, PdfObject][]): PdfRef {
  let nodes: { node: PdfDict; limits: PdfObject[] }[] = [];
  for (let i = 0; i < entries.length; i += nodeSize) {
    const some = entries.slice(i, i + nodeSize);
    const limits = [some[0]?.[0] ?? null, some.at(-1)?.[0] ?? null];
    nodes.push({ node: new Map([[leafKey, some.flat()]]), limits });
  }
  // The root alone has no limits.
  while (nodes.length > 1) {
    const above: typeof nodes = [];
    for (let i = 0; i < nodes.length; i += nodeSize) {
      const some = nodes.slice(i, i + nodeSize);
      const kids = some.map(({ node, limits }) => new PdfRef(node.set('Limits', limits)));
      const limits = [some[0]?.limits[0] ?? null, some.at(-1)?.limits[1] ?? null];
      above.push({ node: new Map([['Kids', kids]]), limits });
    }
    nodes = above;
  }
  return new PdfRef(nodes[0]?.node ?? new Map([[leafKey, []]]));
}

/** The name, or if it is taken the name with the first free number behind it. The search starts at the number of the part. */
export function findFreeName(name: string, part: number, isTaken: (name: string) => boolean, mark = '-'): string {
  let free = name;
  for (let count = part + 1; isTaken(free); count++) free = `${name}${mark}${count}`;
  return free;
}
