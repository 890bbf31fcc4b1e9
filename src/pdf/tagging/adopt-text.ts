import { asDict, buildDict, type PdfObject, PdfStream } from '../objects/objects.ts';
import { encodeTextString } from '../objects/text-string.ts';
import {
  type ContentItem,
  type ContentOwner,
  isElement,
  type MarkedContent,
  type StructureElement,
} from './structure-elements.ts';
import { isText, type Shape, type TextPiece } from './trace-text.ts';

/** Marks of a content stream that it gets. */
export interface Adopted {
  /** What to put in, and where. */
  insertions: { at: number; text: string }[];
  /** The new marks. */
  marks: Set<number>;
  /** What marks are read out as, if not as their text. */
  spoken: Map<number, string>;
}

/** The place of a link whose element is empty. */
export interface LinkArea extends Pick<Shape, 'low' | 'high'> {
  element: StructureElement;
}

/** What a page offers to text that no element holds. */
export interface Adoption {
  page: PdfObject;
  /** What other texts are read out as; empty for those that only decorate. */
  spoken: ReadonlyMap<string, string>;
  /** The texts that are hidden from readers, as `joinHidden` writes them. */
  hidden: string;
  /** The links of the page whose elements hold nothing. */
  links: readonly LinkArea[];
  /** The element of each mark, by what it counts in. New marks are added. */
  marked: MarkedContent;
  /** Makes an element for what a page without its own text shows. */
  addParagraph: () => StructureElement | undefined;
}

/** Text that is in no element, with what encloses it. */
interface Run {
  own: TextPiece[];
  /** The shapes before it, the last one first. */
  shapes: readonly Shape[];
  link: LinkArea | undefined;
}

/** Text that no element holds, in one line or several, and what it belongs to. */
interface Group {
  pieces: TextPiece[];
  /** Undefined if the page has no other, or the text is that of a link. */
  neighbour: TextPiece | Shape | undefined;
  link?: LinkArea | undefined;
  /** Whether it is read before its neighbour. */
  isBefore: boolean;
}

/** By how many sizes of its characters text may be away to be of the same line, or of the next one. */
const line = { same: 0.7, next: 1.7 };
/** Text in another line is farther away than any text in the same line, in units of the page. */
const otherLine = 1e6;

/** Shapes before a text that may enclose it. */
const shapeLimit = 10;

/** What text may stand out of what is around it, in units of the page. */
const slack = 1;

/** What leads the eye from a title to its page (CSS Generated Content 3, 5). */
const leader = /([._·…-])(?: ?\1){3,}/;
const privateOnly = /^[\s\p{Co}]+$/u;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/**
 * Chromium tags the text of nodes. What it makes itself, as from `content` of `::before` or the chosen option of a list, has no
 * mark, and would be lost to those who listen (ISO 14289-1, 7.1). Gives it to the element whose shape encloses it, such as a
 * field or a link without text, or else to that of the text that it touches, or of the nearest. Symbols that only their font knows
 * stay without, unless a style says what they represent. Returns the marks, by what they count in.
 */
export function adoptText(pieces: readonly (TextPiece | Shape)[], adoption: Adoption): Map<ContentOwner, Adopted> {
  const adopted = new Map<ContentOwner, Adopted>();
  const last = new Map<ContentItem, ContentItem>();
  let paragraph: StructureElement | undefined;
  for (const { pieces: own, neighbour, link, isBefore } of findGroups(pieces, adoption)) {
    const held = neighbour && findItem(neighbour, adoption.marked);
    if (held === undefined && link === undefined) paragraph ??= adoption.addParagraph();
    const element = held?.element ?? link?.element ?? paragraph;
    if (element === undefined) continue;
    for (const piece of own) {
      const item = addMark(piece, element, adoption);
      element.kids.splice(findPlace(element, held?.item, isBefore, last), 0, item);
      if (held !== undefined && !isBefore) last.set(held.item, item);
      const alternative = findAlternative(piece.text, adoption);
      const { insertions, marks, spoken }: Adopted = adopted.get(piece.owner) ?? {
        insertions: [],
        marks: new Set(),
        spoken: new Map(),
      };
      adopted.set(piece.owner, { insertions, marks: marks.add(item.mcid), spoken });
      if (alternative !== undefined) spoken.set(item.mcid, alternative);
      const properties = `/MCID ${item.mcid}${alternative === undefined ? '' : ` /Alt ${writeText(alternative)}`}`;
      insertions.push({ at: piece.from, text: `/Span <<${properties}>> BDC\n` }, { at: piece.to, text: '\nEMC\n' });
    }
  }
  return adopted;
}

function findItem({ owner, mcid }: TextPiece | Shape, marked: MarkedContent) {
  const element = marked.get(owner)?.get(mcid ?? -1);
  const item = element?.kids.find(
    (kid): kid is ContentItem => !isElement(kid) && kid.owner === owner && kid.mcid === mcid,
  );
  return element && item && { element, item };
}

/** Where among the kids of an element text goes that is read before or after one of them; after those put there before. */
function findPlace(
  { kids }: StructureElement,
  item: ContentItem | undefined,
  isBefore: boolean,
  last: ReadonlyMap<ContentItem, ContentItem>,
): number {
  if (item === undefined) return kids.length;
  return isBefore ? kids.indexOf(item) : kids.indexOf(last.get(item) ?? item) + 1;
}

function findGroups(pieces: readonly (TextPiece | Shape)[], adoption: Adoption): Group[] {
  const texts = pieces.filter(isText);
  const tagged = texts.filter(({ mcid }) => mcid !== undefined);
  const runs: Run[] = [];
  let shapes: readonly Shape[] = [];
  let before: TextPiece | undefined;
  for (const piece of pieces) {
    if (!isText(piece)) shapes = [piece, ...shapes].slice(0, shapeLimit);
    else if (piece.mcid !== undefined) {
      shapes = [];
      before = undefined;
    } else if (isReadOut(piece.text, adoption)) {
      const link = adoption.links.find((area) => isWithin(piece, area));
      const run = runs.at(-1);
      if (before !== undefined && run?.link === link && continues(before, piece)) run?.own.push(piece);
      else runs.push({ own: [piece], shapes, link });
      before = piece;
    }
  }
  const linked = runs.filter(({ link }) => link !== undefined).sort(compareRuns);
  const others = runs.filter(({ link }) => link === undefined);
  return [...others, ...linked].map(({ own, shapes: around, link }) => {
    if (link !== undefined) return { pieces: own, neighbour: undefined, link, isBefore: false };
    // Such as that of a list, and not that of its chosen option.
    const enclosing = around.find((shape) => own.every((piece) => isWithin(piece, shape)));
    if (enclosing !== undefined) return { pieces: own, neighbour: enclosing, isBefore: false };
    return findNeighbour(own, tagged);
  });
}

/** The order of lines, and that in a line: floats are drawn before the text beside them. */
function compareRuns({ own: [a] }: Run, { own: [b] }: Run): number {
  if (a === undefined || b === undefined) return 0;
  return Math.round(b.start[1] - a.start[1]) || a.start[0] - b.start[0];
}

function isWithin({ start, end }: TextPiece, { low, high }: Pick<Shape, 'low' | 'high'>): boolean {
  const isInside = ([x, y]: TextPiece['start']) =>
    x >= low[0] - slack && y >= low[1] - slack && x <= high[0] + slack && y <= high[1] + slack;
  return isInside(start) && isInside(end);
}

/** Whether text goes on in another piece, as where it is broken into lines. */
function continues(before: TextPiece, piece: TextPiece): boolean {
  const { along, across } = measure(before, before.end, piece.start);
  const { size } = piece;
  return Math.abs(across) < size * line.same ? Math.abs(along) < size : across < 0 && -across < size * line.next;
}

function findNeighbour(own: TextPiece[], tagged: readonly TextPiece[]): Group {
  const [first] = own as [TextPiece];
  const end = own.at(-1) as TextPiece;
  let best: Group = { pieces: own, neighbour: undefined, isBefore: false };
  let least = Number.POSITIVE_INFINITY;
  const consider = (neighbour: TextPiece, isBefore: boolean, { along, across }: ReturnType<typeof measure>) => {
    const isSame = Math.abs(across) < Math.max(end.size, neighbour.size) * line.same;
    if (isSame ? along < -end.size : across > 0) return;
    const distance = isSame ? Math.abs(along) : otherLine + Math.abs(across) + Math.abs(along) / 100;
    if (distance >= least) return;
    least = distance;
    const isTurned = isSame && rightToLeft.test(neighbour.text);
    // Chromium draws a line from left to right.
    best = { pieces: isTurned ? own.toReversed() : own, neighbour, isBefore: isBefore !== isTurned };
  };
  for (const neighbour of tagged) {
    consider(neighbour, true, measure(end, end.end, neighbour.start));
    consider(neighbour, false, measure(first, neighbour.end, first.start));
  }
  return best;
}

/** How far it is from one point to another, along the line of a piece and across: up is positive. */
function measure(
  { start, end }: TextPiece,
  [fromX, fromY]: TextPiece['start'],
  [toX, toY]: TextPiece['start'],
): { along: number; across: number } {
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
  const [x, y] = length > 0 ? [(end[0] - start[0]) / length, (end[1] - start[1]) / length] : [1, 0];
  const [right, up] = [toX - fromX, toY - fromY];
  return { along: right * x + up * y, across: up * x - right * y };
}

/** A new mark of an element. */
function addMark({ owner }: TextPiece, element: StructureElement, { marked, page }: Adoption) {
  const marks = marked.get(owner) ?? new Map<number, StructureElement>();
  const mcid = Math.max(-1, ...marks.keys()) + 1;
  marked.set(owner, marks.set(mcid, element));
  const reference = buildDict({ Type: 'MCR', Pg: page, MCID: mcid });
  if (owner instanceof PdfStream) reference.set('Stm', findReference(owner, marks));
  return { object: reference, owner, mcid } satisfies ContentItem;
}

/** How the marks of a form name it. */
function findReference(form: PdfStream, marks: ReadonlyMap<number, StructureElement>): PdfObject {
  for (const { kids } of marks.values()) {
    for (const kid of kids) {
      const stream = isElement(kid) || kid.owner !== form ? undefined : asDict(kid.object)?.get('Stm');
      if (stream !== undefined) return stream;
    }
  }
  return null;
}

/** What is read out instead of a text; empty for nothing at all. */
function findAlternative(text: string, { spoken }: Adoption): string | undefined {
  const own = text.replace(/\s+/g, ' ').trim();
  return spoken.get(own) ?? (leader.test(own) ? own.replace(leader, ' ').trim() : undefined);
}

function isReadOut(text: string, adoption: Adoption): boolean {
  const alternative = findAlternative(text, adoption);
  if (alternative !== undefined) return alternative !== '';
  return !privateOnly.test(text) && !adoption.hidden.includes(normalize(text));
}

/** Hidden texts as they are compared with what pages show: whole words of one of them, in any case, because lines divide texts. */
export function joinHidden(texts: readonly string[] = []): string {
  return texts.map(normalize).join('\n');
}

function normalize(text: string): string {
  return ` ${text.replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim().toLowerCase()} `;
}

function writeText(text: string): string {
  return `<${Buffer.from(encodeTextString(text).bytes, 'latin1').toString('hex')}>`;
}
