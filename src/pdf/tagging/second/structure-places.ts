import { decodeContents, type InflateBudget } from '../../objects/decode-stream.ts';
import { listContents } from '../../objects/drawings.ts';
import { asDict, asNumber, type PdfDict, type PdfObject, type PdfRef } from '../../objects/objects.ts';
import { TextReader } from '../read-text.ts';
import {
  type ContentItem,
  isContent,
  type MarkedContent,
  type StructureElement,
  walkStructure,
} from '../structure-elements.ts';
import { isText, TextTracer } from '../trace-text.ts';

/** What the first content of an element on a page covers at its top left corner, in units of the page. */
interface Anchor {
  element: StructureElement;
  left: number;
  top: number;
  /** Reads its text. */
  read: () => string;
}

const inflateLimit = 1024 * 1024 * 1024;

/** How far letters reach above their baseline, as a share of their size, in lines that are set without a gap. */
const ascent = 0.5;

/** A place just above a line belongs to it, whatever rounding did. */
const tolerance = 1;

/** What leads to a part of a line leads to what holds the line. */
const inline = new Set([
  'NonStruct',
  'Span',
  'Em',
  'Strong',
  'Code',
  'Quote',
  'Sub',
  'Link',
  'Reference',
  'RB',
  'RT',
  'Ruby',
]);

/** Finds the elements that places on pages lead to (ISO 32000-2, 12.3.2.3). */
export class StructurePlaces {
  readonly #tops: readonly StructureElement[];
  readonly #pages: readonly PdfRef[];
  readonly #marked: MarkedContent;
  readonly #order = new Map<StructureElement, number>();
  readonly #anchors = new Map<PdfDict, Anchor[]>();
  readonly #budget: InflateBudget = { bytes: inflateLimit };
  readonly #tracer: TextTracer;

  /** `pages` are all pages of the document, in their order. */
  constructor(tops: readonly StructureElement[], marked: MarkedContent, pages: readonly PdfRef[]) {
    this.#tops = tops;
    this.#pages = pages;
    this.#marked = marked;
    for (const element of walkStructure(tops)) this.#order.set(element, this.#order.size);
    this.#tracer = new TextTracer(this.#marked, new TextReader(this.#budget), this.#budget);
  }

  /** A place on a page as one in the structure, with the same view: `element`, or that whose content begins nearest below the place. */
  find([page, ...view]: readonly PdfObject[], element?: PdfObject): PdfObject[] {
    return [element ?? this.#findElement(page, view).ref, ...view];
  }

  /** The text of an element on the page where it begins. */
  readText(element: StructureElement): string {
    const inner = new Set(walkStructure([element]));
    const [page] = [...inner].flatMap((each) =>
      each.kids.filter(isContent).flatMap((item) => pageOfContent(each, item) ?? []),
    );
    const anchors = page ? this.#listAnchors(page) : [];
    return anchors.map((anchor) => (inner.has(anchor.element) ? anchor.read() : '')).join('');
  }

  #findElement(page: PdfObject | undefined, [kind, ...view]: readonly PdfObject[]): StructureElement {
    const dict = asDict(page);
    const anchors = dict ? this.#listAnchors(dict) : [];
    const [left, top] = kind === 'XYZ' ? view.map(asNumber) : kind === 'FitH' ? [undefined, asNumber(view[0])] : [];
    const below = anchors.filter((anchor) => anchor.top <= (top ?? Number.POSITIVE_INFINITY) + tolerance);
    const distance = (anchor: Anchor) =>
      top === undefined ? 0 : Math.abs(top - anchor.top) + Math.abs(anchor.left - (left ?? anchor.left)) / 4;
    const [nearest] = below.toSorted((a, b) => distance(a) - distance(b));
    const found = nearest ?? anchors.at(-1) ?? this.#findNext(dict);
    return found === undefined ? (this.#tops[0] as StructureElement) : riseToBlock(found.element);
  }

  /** A page without tags leads to the next one that has some. */
  #findNext(page: PdfDict | undefined): Anchor | undefined {
    const from = this.#pages.findIndex((each) => asDict(each) === page) + 1;
    for (const next of this.#pages.slice(from)) {
      const [first] = this.#listAnchors(asDict(next) as PdfDict);
      if (first !== undefined) return first;
    }
    return undefined;
  }

  /** The content of a page, in the order of its elements. */
  #listAnchors(page: PdfDict): Anchor[] {
    const known = this.#anchors.get(page);
    if (known !== undefined) return known;
    const content = decodeContents(listContents(page), this.#budget);
    const anchors = this.#tracer.trace(page, content).flatMap((piece): Anchor[] => {
      const element = this.#marked.get(piece.owner)?.get(piece.mcid ?? -1);
      if (element === undefined) return [];
      if (!isText(piece)) return [{ element, left: piece.low[0], top: piece.high[1], read: () => '' }];
      const [left, bottom] = piece.start;
      return [{ element, left, top: bottom + ascent * piece.size, read: () => piece.text }];
    });
    const orderOf = ({ element }: Anchor) => this.#order.get(element) ?? 0;
    anchors.sort((a, b) => orderOf(a) - orderOf(b));
    this.#anchors.set(page, anchors);
    return anchors;
  }
}

/** The page that content of an element is on. */
export function pageOfContent({ dict }: StructureElement, { object }: ContentItem): PdfDict | undefined {
  return asDict(asDict(object)?.get('Pg') ?? dict.get('Pg'));
}

function riseToBlock(element: StructureElement): StructureElement {
  let block = element;
  while (inline.has(block.role) && block.parent !== undefined && block.parent.role !== 'Document') block = block.parent;
  return block;
}
