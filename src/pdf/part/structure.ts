import {
  asArray,
  asDict,
  asList,
  asName,
  asNumber,
  asString,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfString,
  resolve,
} from '../objects/objects.ts';
import { encodeTextString, readLanguage } from '../objects/text-string.ts';
import { buildNameTree, buildNumberTree, findFreeName, readNameTree, readNumberTree } from '../objects/trees.ts';
import type { DroppedAnnotation } from './links/links.ts';
import type { OpenPart } from './open-part.ts';
import { detachAnnotation, pruneStructure } from './prune-structure.ts';

/** For each name and key of a part the one that it has in the whole document. */
export interface StructureNames {
  /** Keys in the parent tree. */
  keys: Map<number, number>;
  /** Element identifiers. */
  ids: Map<string, string>;
  roles: Map<string, string>;
  classes: Map<string, string>;
}

/** The structure tree of all parts. */
export interface JoinedStructure {
  /** The root for the catalog; undefined if no part is tagged. */
  root: PdfRef | undefined;
  /** The tagged parts. */
  names: Map<OpenPart, StructureNames>;
}

/**
 * Joins the structure trees (ISO 32000-2, 14.7): one root, one element "Document" over those of all parts, one parent tree
 * with new keys, and one tree each of identifiers, roles and classes.
 */
export function joinStructure(parts: readonly OpenPart[], dropped: readonly DroppedAnnotation[]): JoinedStructure {
  const tagged = parts.filter(({ catalog }) => asDict(catalog.get('StructTreeRoot'))?.has('K'));
  const joined: JoinedStructure = { root: undefined, names: new Map() };
  if (tagged.length === 0) return joined;
  const parents: [number, PdfObject][] = [];
  const ids = new Map<string, PdfObject>();
  const roles: PdfDict = new Map();
  const classes: PdfDict = new Map();
  const namespaces: PdfObject[] = [];
  const kids: PdfObject[] = [];
  const dictionary: PdfDict = new Map([['Type', 'StructTreeRoot']]);
  const root = new PdfRef(dictionary);
  const document = new PdfRef(buildDict({ Type: 'StructElem', S: 'Document', P: root }));
  const above = parts.length === 1 ? root : document;
  for (const part of tagged) {
    const tree = asDict(part.catalog.get('StructTreeRoot')) as PdfDict;
    const entries = readParents(part, tree, dropped);
    if (part.cut) pruneStructure(tree);
    joined.names.set(part, {
      keys: joinParents(entries, parents),
      ids: joinIds(part, tree, ids),
      roles: joinNamed(tree.get('RoleMap'), roles, part, (value) => asName(value)),
      classes: joinNamed(tree.get('ClassMap'), classes, part, (value) => wrapIn(part, value)),
    });
    for (const namespace of asArray(tree.get('Namespaces'))) namespaces.push(namespace);
    for (const kid of adoptKids(part, tree, above, parts.length > 1)) kids.push(kid);
  }
  if (above === document) asDict(document)?.set('K', kids);
  dictionary.set('K', above === document ? document : kids.length === 1 ? (kids[0] ?? null) : kids);
  dictionary.set('ParentTree', buildNumberTree(parents));
  dictionary.set('ParentTreeNextKey', parents.length);
  if (ids.size > 0) dictionary.set('IDTree', buildNameTree([...ids]));
  if (roles.size > 0) dictionary.set('RoleMap', roles);
  if (classes.size > 0) dictionary.set('ClassMap', classes);
  if (namespaces.length > 0) dictionary.set('Namespaces', namespaces);
  joined.root = root;
  return joined;
}

/** The entries of a part's parent tree that stay. Removes dropped annotations from their elements. */
function readParents(part: OpenPart, tree: PdfDict, dropped: readonly DroppedAnnotation[]): Map<number, PdfObject> {
  const entries = new Map(readNumberTree(tree.get('ParentTree')));
  for (const { part: owner, annotation, key } of dropped) {
    if (owner !== part || key === undefined) continue;
    detachAnnotation(asDict(entries.get(key)), annotation);
    entries.delete(key);
  }
  for (const key of part.cutKeys) entries.delete(key);
  return entries;
}

function joinParents(entries: ReadonlyMap<number, PdfObject>, parents: [number, PdfObject][]): Map<number, number> {
  const keys = new Map<number, number>();
  for (const [key, value] of [...entries].sort(([a], [b]) => a - b)) {
    if (resolve(value) === null) continue;
    keys.set(key, parents.length);
    parents.push([parents.length, value]);
  }
  return keys;
}

function joinIds(part: OpenPart, tree: PdfDict, ids: Map<string, PdfObject>): Map<string, string> {
  const names = new Map<string, string>();
  const entries = readNameTree(tree.get('IDTree'));
  // Chromium takes identifiers from counters of its process. Sorted by element, the same page gives the same bytes.
  if (!part.part.foreign) entries.sort(([, a], [, b]) => numberOf(a) - numberOf(b));
  for (const [id, element] of entries) {
    if (asDict(element) === undefined || names.has(id)) continue;
    const wanted = part.part.foreign ? id : `${part.index + 1}.${names.size + 1}`;
    const name = findFreeName(wanted, part.index, (free) => ids.has(free));
    names.set(id, name);
    ids.set(name, element);
  }
  return names;
}

function numberOf(object: PdfObject): number {
  return object instanceof PdfRef ? object.number : 0;
}

/** Adds named entries. Returns new names of those whose name already means something else. */
function joinNamed(
  from: PdfObject | undefined,
  to: PdfDict,
  part: OpenPart,
  read: (value: PdfObject) => PdfObject | undefined,
): Map<string, string> {
  const names = new Map<string, string>();
  for (const [name, raw] of asDict(from) ?? []) {
    const value = read(raw);
    if (value === undefined) continue;
    const unique = findFreeName(name, part.index, (free) => to.has(free) && to.get(free) !== value);
    if (unique !== name) names.set(name, unique);
    to.set(unique, value);
  }
  return names;
}

function wrapIn(part: OpenPart, value: PdfObject): PdfRef {
  return value instanceof PdfRef ? value : new PdfRef(value, part.file);
}

function adoptKids(part: OpenPart, tree: PdfDict, above: PdfRef, several: boolean): PdfObject[] {
  const kids: PdfObject[] = [];
  for (const kid of asList(tree.get('K'))) {
    const dict = asDict(kid);
    if (dict === undefined) continue;
    dict.set('P', above);
    // The whole has the language of its first part.
    const language = part.part.foreign && several ? readLanguage(part.catalog) : undefined;
    if (language !== undefined && !dict.has('Lang')) dict.set('Lang', new PdfString(language));
    if (part.part.dropsLanguage) dict.delete('Lang');
    if (several && !part.part.foreign && dict.get('S') === 'Document') {
      dict.set('S', 'Part');
      if (part.part.title !== undefined) dict.set('T', encodeTextString(part.part.title));
    }
    kids.push(wrapIn(part, kid));
  }
  return kids;
}

const parentKeys = ['StructParents', 'StructParent'];

/** Renames what a dictionary of a tagged part refers to, to the names of the whole document. */
export function renameStructure(dict: PdfDict, names: StructureNames | undefined): void {
  for (const entry of parentKeys) {
    if (!dict.has(entry)) continue;
    const key = names?.keys.get(asNumber(dict.get(entry)) ?? -1);
    if (key === undefined) dict.delete(entry);
    else dict.set(entry, key);
  }
  if (names === undefined) return;
  if (names.ids.size > 0) renameIds(dict, names.ids);
  if (names.roles.size === 0 && names.classes.size === 0) return;
  if (dict.get('Type') !== 'StructElem' && !(dict.has('S') && dict.has('P'))) return;
  const role = names.roles.get(asName(dict.get('S')) ?? '');
  if (role !== undefined) dict.set('S', role);
  const classes = resolve(dict.get('C'));
  const rename = (name: PdfObject) => names.classes.get(asName(name) ?? '') ?? name;
  if (classes !== null) dict.set('C', Array.isArray(classes) ? classes.map(rename) : rename(classes));
}

function renameIds(dict: PdfDict, ids: ReadonlyMap<string, string>): void {
  const rename = (id: PdfObject) => {
    const name = ids.get(asString(id) ?? '');
    return name === undefined ? id : new PdfString(name);
  };
  const id = dict.get('ID');
  if (id !== undefined && dict.has('P') && dict.has('S')) dict.set('ID', rename(id));
  // Attributes of table cells name their header cells.
  const headers = dict.get('Headers');
  if (headers !== undefined && dict.has('O')) dict.set('Headers', asArray(headers).map(rename));
}
