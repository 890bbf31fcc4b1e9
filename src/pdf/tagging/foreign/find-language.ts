import { codeOf, OperationReader } from '../../content/content-operations.ts';
import { decodeContents, decodeStream, type InflateBudget } from '../../objects/decode-stream.ts';
import { listContents } from '../../objects/drawings.ts';
import { ObjectReader } from '../../objects/object-reader.ts';
import {
  asArray,
  asDict,
  asList,
  asName,
  asNumber,
  asString,
  PdfDamage,
  type PdfDict,
  type PdfObject,
  PdfStream,
  resolve,
  unlessDamaged,
} from '../../objects/objects.ts';
import { readLanguage } from '../../objects/text-string.ts';
import type { OpenPart } from '../../part/open-part.ts';
import {
  type ContentOwner,
  isElement,
  readElements,
  type StructureElement,
  walkStructure,
} from '../structure-elements.ts';

const inflateLimit = 1024 * 1024 * 1024;
// Forms of a user's PDF nest far less.
const depthLimit = 50;

const operators = new Map(['BDC', 'BMC', 'EMC', 'Tj', 'TJ', "'", '"', 'Do'].map((name) => [codeOf(name), name]));

/** Texts in a dictionary that are read out: of an element, or of a mark. */
const spoken = ['ActualText', 'Alt', 'E'];

/** A mark that is open: its language, and whether it is content of the tags. */
interface OpenMark {
  language: string | undefined;
  isTagged: boolean;
}

/**
 * The language of a user's PDF whose catalog names none: that of its first text, if elements and marks name the language of every text (ISO
 * 14289-1, 7.2). Undefined if that of any is not known. The outline has no other language than that of the catalog.
 */
export function findTaggedLanguage({ catalog, pages }: OpenPart): string | undefined {
  const tree = asDict(catalog.get('StructTreeRoot'));
  if (tree === undefined || asDict(catalog.get('Outlines'))?.has('First')) return undefined;
  const tops = readElements(asList(tree.get('K')), asDict(tree.get('RoleMap')));
  const search = new LanguageSearch(tops);
  const read = () => {
    for (const page of pages) search.readPage(asDict(page) as PdfDict);
    return search.finish();
  };
  return unlessDamaged(read, () => undefined);
}

class LanguageSearch {
  readonly #budget: InflateBudget = { bytes: inflateLimit };
  readonly #marked = new Map<ContentOwner, Map<number, StructureElement>>();
  readonly #annotations = new Map<PdfDict, StructureElement>();
  /** The forms that were read, with the languages around them: once more says nothing new, and forms may draw each other without end. */
  readonly #read = new Map<PdfStream, Set<string>>();
  /** The languages of all texts, in their order. */
  readonly #found: (string | undefined)[] = [];

  constructor(tops: readonly StructureElement[]) {
    for (const element of walkStructure(tops)) {
      if (spoken.some((key) => isText(element.dict.get(key)))) this.#found.push(languageOf(element));
      for (const kid of element.kids) {
        if (isElement(kid)) continue;
        if (kid.annotation) this.#annotations.set(kid.annotation, element);
        if (kid.owner === undefined || kid.mcid === undefined) continue;
        const marks = this.#marked.get(kid.owner) ?? new Map<number, StructureElement>();
        this.#marked.set(kid.owner, marks.set(kid.mcid, element));
      }
    }
  }

  readPage(page: PdfDict): void {
    const content = decodeContents(listContents(page), this.#budget);
    this.#search(content, page, asDict(page.get('Resources')), [], 0);
    for (const annotation of asArray(page.get('Annots')).flatMap((each) => asDict(each) ?? [])) {
      if (!isText(annotation.get('Contents')) && !isText(annotation.get('TU'))) continue;
      const element = this.#annotations.get(annotation);
      this.#found.push(readLanguage(annotation) ?? (element && languageOf(element)));
    }
  }

  finish(): string | undefined {
    return this.#found.includes(undefined) ? undefined : this.#found[0];
  }

  #search(
    content: Buffer,
    owner: ContentOwner,
    resources: PdfDict | undefined,
    around: readonly OpenMark[],
    depth: number,
  ): void {
    if (depth > depthLimit) throw new PdfDamage('forms in forms without an end');
    const marks = [...around];
    const operations = new OperationReader(content);
    while (operations.next()) {
      const operator = operators.get(operations.operator);
      if (operator === 'BDC' || operator === 'BMC') {
        const reader = new ObjectReader(content, () => null, operations.start);
        const [tag, properties] = [reader.readObject(), operator === 'BDC' ? reader.readObject() : null];
        marks.push(this.#openMark(asName(tag), properties, owner, resources, marks));
      } else if (operator === 'EMC') {
        if (marks.length > around.length) marks.pop();
      } else if (operator === 'Do') {
        const name = new ObjectReader(content, () => null, operations.start).readObject();
        const form = resolve(asDict(resources?.get('XObject'))?.get(asName(name) ?? '') ?? null);
        if (!(form instanceof PdfStream) || asName(form.dict.get('Subtype')) !== 'Form') continue;
        if (!this.#isNew(form, marks)) continue;
        const own = asDict(form.dict.get('Resources')) ?? resources;
        this.#search(decodeStream(form, this.#budget), form, own, marks, depth + 1);
      } else if (operator !== undefined && isTagged(marks)) this.#found.push(findLanguage(marks));
    }
  }

  #isNew(form: PdfStream, marks: readonly OpenMark[]): boolean {
    const around = this.#read.get(form) ?? new Set();
    const key = JSON.stringify([isTagged(marks), findLanguage(marks)]);
    if (around.has(key)) return false;
    this.#read.set(form, around.add(key));
    return true;
  }

  #openMark(
    tag: string | undefined,
    properties: PdfObject,
    owner: ContentOwner,
    resources: PdfDict | undefined,
    marks: readonly OpenMark[],
  ): OpenMark {
    const name = typeof properties === 'string' ? properties : undefined;
    const entries = asDict(name === undefined ? properties : asDict(resources?.get('Properties'))?.get(name));
    const element = this.#marked.get(owner)?.get(asNumber(entries?.get('MCID')) ?? -1);
    const own = entries && readLanguage(entries);
    const language = own ?? (element && languageOf(element));
    if (entries && spoken.some((key) => isText(entries.get(key)))) this.#found.push(language ?? findLanguage(marks));
    return { language, isTagged: element !== undefined && tag !== 'Artifact' };
  }
}

function isTagged(marks: readonly OpenMark[]): boolean {
  return marks.some((mark) => mark.isTagged);
}

/** The language of the innermost mark that names one. */
function findLanguage(marks: readonly OpenMark[]): string | undefined {
  return marks.findLast(({ language }) => language !== undefined)?.language;
}

/** The language of an element, or of the nearest around it that names one. */
function languageOf(element: StructureElement): string | undefined {
  for (let each: StructureElement | undefined = element; each; each = each.parent) {
    if (each.dict.has('Lang')) return readLanguage(each.dict);
  }
  return undefined;
}

function isText(value: PdfObject | undefined): boolean {
  return (asString(value ?? null) ?? '') !== '';
}
