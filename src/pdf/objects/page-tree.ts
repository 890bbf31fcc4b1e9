import {
  asArray,
  asDict,
  asName,
  asNumber,
  followRef,
  PdfDamage,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  resolve,
  unlessDamaged,
} from './objects.ts';
import { PdfFile } from './pdf-file.ts';

/** A page tree with more pages than are wanted. */
export class TooManyPages extends Error {
  override name = 'TooManyPages';
}

/** Entries that a page inherits from the nodes above it (ISO 32000-2, 7.7.3.4). */
const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
const depthLimit = 64;

/** Kids of all nodes of a tree; nodes that name one another again and again have more. */
const kidLimit = 1_000_000;

interface Waiting {
  node: PdfObject;
  inherited: PdfDict;
  /** The node above; undefined for the root. */
  above: PdfDict | undefined;
  /** Whether this node or one above it names another parent than it has. */
  isStray: boolean;
}

/**
 * The pages of a file in order, each with a copy of what it inherits. A page that the tree names twice becomes two. `report`
 * is called with what other readers take otherwise, in words. Throws PdfDamage for a tree without a page, with too many nodes or
 * with a ring: a node below itself. TooManyPages beyond `limit`.
 */
export function readPages(file: PdfFile, limit: number, report: (oddity: string) => void = () => {}): PdfRef[] {
  const pages: PdfRef[] = [];
  const seen = new Set<PdfDict>();
  const root = file.catalog.get('Pages') ?? null;
  // Nodes, and after the kids of each the node itself, to be left.
  const waiting: (Waiting | PdfDict)[] = [{ node: root, inherited: new Map(), above: undefined, isStray: false }];
  const open = new Set<PdfDict>();
  const oddities = new Set<string>();
  let kidsLeft = kidLimit;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next instanceof Map) {
      open.delete(next);
      continue;
    }
    const dict = resolve(next.node);
    if (dict instanceof PdfStream) oddities.add('a stream in the page tree was left out: it is not a page');
    if (!(dict instanceof Map)) continue;
    const isStray = next.isStray || (next.above !== undefined && asDict(dict.get('Parent')) !== next.above);
    const isPage = asName(dict.get('Type')) === 'Page' || !dict.has('Kids');
    if (isPage) {
      if (pages.length === limit) throw new TooManyPages();
      if (isStray && inheritsOtherwise(dict, next.inherited)) {
        report(`page ${pages.length + 1} has a place in the page tree, and names another one`);
      }
      if (asName(dict.get('Type')) !== 'Page') report(`page ${pages.length + 1} is not marked as a page`);
      pages.push(takePage(file, next, dict, seen));
      continue;
    }
    if (asName(dict.get('Type')) !== 'Pages') oddities.add('a node of the page tree is not marked as one');
    if (open.has(dict)) throw new PdfDamage('a page tree with a ring');
    if (seen.has(dict)) oddities.add('the page tree names a node twice');
    open.add(dict);
    seen.add(dict);
    waiting.push(dict);
    const inherited = new Map(next.inherited);
    for (const key of inheritable) if (dict.has(key)) inherited.set(key, dict.get(key) ?? null);
    const kids = asArray(dict.get('Kids'));
    kidsLeft -= kids.length;
    if (kidsLeft < 0) throw new PdfDamage('a page tree with too many nodes');
    for (let i = kids.length - 1; i >= 0; i--) {
      waiting.push({ node: kids[i] ?? null, inherited, above: dict, isStray });
    }
  }
  if (pages.length === 0) throw new PdfDamage('no pages');
  for (const oddity of oddities) report(oddity);
  const count = asNumber(asDict(root)?.get('Count'));
  if (!asDict(root)?.has('Kids')) report('the root of the page tree is a page');
  else if (count !== pages.length) report(`the page tree counts ${count ?? 'no'} pages and has ${pages.length}`);
  return pages;
}

/** Whether a page has something else from the parents that it names than from its place in the tree. */
function inheritsOtherwise(page: PdfDict, inherited: PdfDict): boolean {
  const missing = inheritable.filter((key) => !page.has(key));
  return missing.some((key) => {
    let node: PdfDict | undefined = page;
    for (let depth = 0; node !== undefined && !node.has(key) && depth < depthLimit; depth++) {
      node = asDict(node.get('Parent'));
    }
    return !isSame(resolve(node?.get(key)), resolve(inherited.get(key)));
  });
}

function isSame(one: PdfObject, other: PdfObject): boolean {
  return one === other || (Array.isArray(one) && String(one) === String(other));
}

function takePage(file: PdfFile, { node, inherited }: Waiting, dict: PdfDict, seen: Set<PdfDict>): PdfRef {
  if (seen.has(dict)) return new PdfRef(new Map(dict), file);
  seen.add(dict);
  for (const [key, value] of inherited) if (!dict.has(key)) dict.set(key, value);
  return node instanceof PdfRef ? followRef(node) : new PdfRef(dict, file);
}

const pageLimit = 100_000;

/** The pages of a PDF that our Chromium printed; none if it is damaged, which merging reports. */
export function openPrinted(pdf: Uint8Array): PdfRef[] {
  return unlessDamaged(
    () => readPages(new PdfFile(pdf), pageLimit),
    () => [],
  );
}
