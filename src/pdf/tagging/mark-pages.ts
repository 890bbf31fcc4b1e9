import { codeOf, OperationReader } from '../content/content-operations.ts';
import { decodeStream, type InflateBudget } from '../objects/decode-stream.ts';
import { listContents } from '../objects/drawings.ts';
import { asDict, asName, PdfDamage, type PdfDict, PdfRef, PdfStream, resolve } from '../objects/objects.ts';
import { findFreeName } from '../objects/trees.ts';
import { type Adopted, type Adoption, adoptText } from './adopt-text.ts';
import { findAreas } from './link-areas.ts';
import { markArtifacts } from './mark-artifacts.ts';
import { TextReader } from './read-text.ts';
import { type ContentOwner, type MarkedContent, type StructureElement, wrapKids } from './structure-elements.ts';
import { TextTracer } from './trace-text.ts';

// Groups of CSS nest far less, and the stack holds far more.
const depthLimit = 500;

const [beginText, draw, beginMark, beginPlainMark, endMark] = ['BT', 'Do', 'BDC', 'BMC', 'EMC'].map(codeOf);
const [save, restore, clip, clipEvenOdd] = ['q', 'Q', 'W', 'W*'].map(codeOf);

/** Marks as artifacts what pages paint and no element holds, also in the forms that they draw, and reads their text. */
export class PageMarker {
  /** The text of each mark that was read. */
  readonly texts = new Map<ContentOwner, Map<number, string>>();
  /** The characters of private use that elements show. */
  readonly privates = new Map<StructureElement, string[]>();
  /** Whether an artifact is in content of an element, or the other way round. */
  hasMixedMarks = false;
  readonly #findsPrivate: boolean;
  readonly #marked: MarkedContent;
  readonly #isWanted: (element: StructureElement) => boolean;
  readonly #budget: InflateBudget;
  readonly #reader: TextReader;
  readonly #tracer: TextTracer;
  /** The marks that text gets which has none. */
  #adopted: ReadonlyMap<ContentOwner, Adopted> = new Map();
  /** An element of the page before. */
  #last: StructureElement | undefined;
  /** Whether a form, or one that it draws, holds content of elements. */
  readonly #holding = new Map<PdfStream, boolean>();
  /** What the forms held that were drawn. */
  readonly #contents = new Map<PdfStream, Buffer>();
  /** The artifact that is drawn in place of a form from the second time on: one, or forms that draw each other twice would grow without end. */
  readonly #copies = new Map<PdfStream, PdfRef>();
  /** The forms whose content is being marked. */
  readonly #open = new Set<PdfStream>();

  /** `isWanted` chooses the elements whose text is read. With `findsPrivate` all others are looked through where fonts have such characters. */
  constructor(
    marked: MarkedContent,
    isWanted: (element: StructureElement) => boolean,
    budget: InflateBudget,
    findsPrivate: boolean,
  ) {
    this.#findsPrivate = findsPrivate;
    this.#marked = marked;
    this.#isWanted = isWanted;
    this.#budget = budget;
    this.#reader = new TextReader(budget);
    this.#tracer = new TextTracer(marked, this.#reader, budget);
  }

  /** Marks a page. Returns whether anything was not marked. */
  markPage(page: PdfDict): boolean {
    return this.#markContent(page, this.#readContent(page));
  }

  #markContent(page: PdfDict, content: Buffer): boolean {
    const { data, hasMarkedForm } = this.#mark(content, page, asDict(page.get('Resources')));
    if (data !== undefined) page.set('Contents', new PdfRef(new PdfStream(new Map(), data)));
    return data !== undefined || hasMarkedForm;
  }

  /**
   * Marks a page of our Chromium, whose text all belongs to elements below `top` then. `said` is as in `Adoption`, `bareLinks`
   * are the annotations of links whose elements hold nothing. Returns what got marks.
   */
  adoptPage(
    page: PdfRef,
    top: StructureElement | undefined,
    said: Pick<Adoption, 'spoken' | 'hidden'>,
    bareLinks: ReadonlyMap<PdfDict, StructureElement>,
  ): Iterable<ContentOwner> {
    const dict = asDict(page) as PdfDict;
    const content = this.#readContent(dict);
    const pieces = holdsBareText(content) ? this.#tracer.trace(dict, content) : [];
    const addParagraph = () => top && insertParagraph(top, page, this.#last);
    const last = [...(this.#marked.get(dict)?.values() ?? [])].at(-1);
    const links = pieces.length > 0 && bareLinks.size > 0 ? findAreas(dict, bareLinks) : [];
    this.#adopted = adoptText(pieces, { page, ...said, links, marked: this.#marked, addParagraph });
    this.#markContent(dict, content);
    this.#last = last ?? this.#last;
    return this.#adopted.keys();
  }

  #readContent(page: PdfDict): Buffer {
    return Buffer.concat(
      listContents(page).flatMap((stream, index) => [
        Buffer.from(index > 0 ? '\n' : ''),
        decodeStream(stream, this.#budget),
      ]),
    );
  }

  #mark(written: Buffer, owner: ContentOwner, resources: PdfDict | undefined) {
    const { insertions = [], marks, spoken } = this.#adopted.get(owner) ?? {};
    const content = insertAll(written, insertions);
    const elements = this.#marked.get(owner);
    const forms = asDict(resources?.get('XObject'));
    const properties = asDict(resources?.get('Properties'));
    const texts = new Map<number, string>();
    this.texts.set(owner, texts);
    const mayBePrivate = this.#findsPrivate && this.#reader.hasPrivate(resources);
    let hasMarkedForm = false;
    const data = markArtifacts(content, {
      isTagged: (mcid) => elements?.has(mcid) ?? false,
      findProperties: (name) => asDict(properties?.get(name)),
      noteMixed: () => {
        this.hasMixedMarks = true;
      },
      draw: (name) => {
        const form = resolve(forms?.get(name));
        // What a form draws of itself is not shown.
        if (!(form instanceof PdfStream) || this.#open.has(form) || !this.#holdsContent(form)) return undefined;
        if (this.#contents.has(form)) return forms && this.#drawAgain(form, name, forms);
        if (this.#markForm(form, resources)) hasMarkedForm = true;
        return name;
      },
      noteMark: (mcid, from, to) => {
        const element = elements?.get(mcid);
        const said = spoken?.get(mcid);
        if (element === undefined || !(this.#isWanted(element) || mayBePrivate)) return;
        this.#reader.privates.clear();
        const text = said === undefined ? this.#reader.read(content.subarray(from, to), resources) : ` ${said} `;
        texts.set(mcid, (texts.get(mcid) ?? '') + text);
        const privates = [...(this.privates.get(element) ?? []), ...this.#reader.privates];
        // What a style adds only decorates.
        if (privates.length > 0 && !marks?.has(mcid)) this.privates.set(element, privates);
      },
    });
    return { data: data ?? (content === written ? undefined : content), hasMarkedForm };
  }

  #markForm(form: PdfStream, above: PdfDict | undefined): boolean {
    const content = decodeStream(form, this.#budget);
    this.#contents.set(form, content);
    this.#open.add(form);
    const { data, hasMarkedForm } = this.#mark(content, form, asDict(form.dict.get('Resources')) ?? above);
    this.#open.delete(form);
    if (data === undefined) return hasMarkedForm;
    form.data = data;
    form.dict.delete('Filter');
    form.dict.delete('DecodeParms');
    return true;
  }

  /**
   * A form of elements that is drawn once more, as for the text under a mask, would be read twice (ISO 14289-1, 7.20): a copy
   * takes its place, which is an artifact. Returns the copy's name among `forms`.
   */
  #drawAgain(form: PdfStream, name: string, forms: PdfDict): string {
    const copy = this.#copies.get(form) ?? this.#copy(form);
    for (const [known, object] of forms) if (object === copy) return known;
    const copyName = findFreeName(name, 0, (free) => forms.has(free), '_');
    forms.set(copyName, copy);
    return copyName;
  }

  #copy(form: PdfStream): PdfRef {
    const dict = new Map(form.dict);
    for (const key of ['StructParents', 'Filter', 'DecodeParms']) dict.delete(key);
    const content = this.#contents.get(form) as Buffer;
    const copy = new PdfStream(dict, content);
    this.#contents.set(copy, content);
    this.#open.add(form);
    copy.data = this.#mark(content, copy, asDict(dict.get('Resources'))).data ?? content;
    this.#open.delete(form);
    const ref = new PdfRef(copy);
    this.#copies.set(form, ref);
    return ref;
  }

  #holdsContent(form: PdfStream, depth = 0): boolean {
    if (depth > depthLimit) throw new PdfDamage('forms nested too deep');
    if (asName(form.dict.get('Subtype')) !== 'Form') return false;
    const known = this.#holding.get(form);
    if (known !== undefined) return known;
    // A ring of forms holds what its other members hold.
    this.#holding.set(form, false);
    const inner = asDict(asDict(form.dict.get('Resources'))?.get('XObject'))?.values() ?? [];
    const holds =
      (this.#marked.get(form)?.size ?? 0) > 0 ||
      [...inner].map(resolve).some((each) => each instanceof PdfStream && this.#holdsContent(each, depth + 1));
    this.#holding.set(form, holds);
    return holds;
  }
}

/** Puts a paragraph below `top`, after the child that holds `last`, or first. */
function insertParagraph(top: StructureElement, page: PdfRef, last: StructureElement | undefined): StructureElement {
  const paragraph = wrapKids('P', top, []);
  paragraph.dict.set('Pg', page);
  let before = last;
  while (before?.parent !== undefined && before.parent !== top) before = before.parent;
  top.kids.splice(before === undefined ? 0 : top.kids.indexOf(before) + 1, 0, paragraph);
  return paragraph;
}

/** Whether content shows text, or draws something, outside of all marks and where it is clipped, as `TextTracer` looks for it. */
function holdsBareText(content: Buffer): boolean {
  let depth = 0;
  let isClipped = false;
  const outer: boolean[] = [];
  const operations = new OperationReader(content);
  while (operations.next()) {
    const { operator } = operations;
    if (operator === save) outer.push(isClipped);
    else if (operator === restore) isClipped = outer.pop() ?? isClipped;
    else if (operator === clip || operator === clipEvenOdd) isClipped = true;
    else if (operator === beginMark || operator === beginPlainMark) depth++;
    else if (operator === endMark) depth--;
    else if (depth === 0 && isClipped && (operator === beginText || operator === draw)) return true;
  }
  return false;
}

function insertAll(content: Buffer, insertions: Adopted['insertions']): Buffer {
  if (insertions.length === 0) return content;
  const pieces: Buffer[] = [];
  let copied = 0;
  for (const { at, text } of insertions.toSorted((a, b) => a.at - b.at)) {
    pieces.push(content.subarray(copied, at), Buffer.from(text, 'latin1'));
    copied = at;
  }
  return Buffer.concat([...pieces, content.subarray(copied)]);
}
