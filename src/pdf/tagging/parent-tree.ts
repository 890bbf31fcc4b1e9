import { asArray, asDict, asNumber, type PdfDict, type PdfObject, PdfRef, PdfStream } from '../objects/objects.ts';
import { buildNumberTree, readNumberTree } from '../objects/trees.ts';
import type { StructureNames } from '../part/structure.ts';
import { addLink, isLink } from './repair-links.ts';
import {
  type ContentOwner,
  isElement,
  type MarkedContent,
  type StructureElement,
  walkStructure,
} from './structure-elements.ts';

/** The parent tree of a document (ISO 32000-2, 14.7.5.4): the element of each mark and each annotation. */
export class ParentTree {
  readonly #entries: Map<number, PdfObject>;
  /** The first key that is free. */
  #next: number;

  constructor(root: PdfDict) {
    this.#entries = new Map(readNumberTree(root.get('ParentTree')));
    this.#next = findFree(this.#entries.keys());
  }

  /** Names the elements that hold the marks of these owners now. */
  nameContent(owners: Iterable<ContentOwner>, marked: MarkedContent, { keys }: StructureNames): void {
    for (const owner of owners) {
      const dict = owner instanceof PdfStream ? owner.dict : owner;
      const marks = marked.get(owner);
      let key = keys.get(asNumber(dict.get('StructParents')) ?? -1);
      if (marks !== undefined) key ??= this.#addKey(dict, keys);
      if (key === undefined) continue;
      const list: PdfObject[] = [];
      for (const [mcid, { ref }] of marks ?? []) {
        while (list.length < mcid) list.push(null);
        list[mcid] = ref;
      }
      this.#entries.set(key, list);
    }
  }

  /** What is of the part gets its keys of the whole when it is written. */
  #addKey(dict: PdfDict, keys: StructureNames['keys']): number {
    const free = findFree(keys.keys());
    dict.set('StructParents', free);
    keys.set(free, this.#next);
    return this.#next++;
  }

  /**
   * Links in what is hidden from readers have no element. They can be reached all the same, and so each gets one, at the end of
   * the part.
   */
  adoptLinks(pages: readonly PdfRef[], tops: readonly StructureElement[], { keys }: StructureNames): void {
    const held = new Set<PdfDict>();
    for (const { role, kids } of walkStructure(tops)) {
      for (const kid of kids) if (!isElement(kid) && kid.annotation && role === 'Link') held.add(kid.annotation);
    }
    const top = tops.at(-1);
    if (top === undefined) return;
    let free = findFree(keys.keys());
    for (const page of pages) {
      for (const object of asArray(asDict(page)?.get('Annots'))) {
        const annotation = asDict(object);
        if (!isLink(annotation) || held.has(annotation)) continue;
        const isNew = object instanceof PdfRef && object.source === undefined;
        // What is of the part gets its keys of the whole when it is written.
        annotation.set('StructParent', isNew ? this.#next : free);
        if (!isNew) keys.set(free++, this.#next);
        this.#entries.set(this.#next++, addLink(top, page, object).ref);
      }
    }
  }

  write(root: PdfDict): void {
    const entries = [...this.#entries].sort(([a], [b]) => a - b);
    root.set('ParentTree', buildNumberTree(entries));
    root.set('ParentTreeNextKey', this.#next);
  }
}

/** The number after the highest one. */
function findFree(numbers: Iterable<number>): number {
  let free = 0;
  for (const number of numbers) free = Math.max(free, number + 1);
  return free;
}
