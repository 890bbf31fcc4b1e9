import { codeOf, OperationReader } from '../content/content-operations.ts';
import { ObjectReader } from '../objects/object-reader.ts';
import { asNumber, type PdfDict } from '../objects/objects.ts';

/** What encloses a content stream. */
export interface Surroundings {
  /** Whether a marked-content identifier of this stream belongs to an element that may hold content. */
  isTagged(mcid: number): boolean;
  /**
   * What to draw for the form XObject or image of this name: the name of a form with its own marks, or undefined for what is
   * drawn as it is and marked as a whole.
   */
  draw(name: string): string | undefined;
  /** The properties of this name, where a mark names them (ISO 32000-2, 14.6.2). */
  findProperties(name: string): PdfDict | undefined;
  /** Called where an artifact begins in content of an element, or the other way round. */
  noteMixed?: (() => void) | undefined;
  /** Called where a mark of an element begins and ends, and with its content. */
  noteMark?: ((mcid: number, from: number, to: number) => void) | undefined;
}

/** What an operation means to marks. Those that mean nothing are not listed. */
type Meaning = 'path' | 'paint' | 'end path' | 'show' | 'draw' | 'border' | 'begin' | 'end';

const meanings = new Map<number, Meaning>();
const add = (meaning: Meaning, operators: string) => {
  for (const operator of operators.split(' ')) meanings.set(codeOf(operator), meaning);
};
add('path', 'm re l c v y h');
add('paint', 'S s f F f* B B* b b*');
add('end path', 'n');
add('show', `Tj TJ ' " sh BI`);
add('draw', 'Do');
// An artifact must not reach over these: it would overlap with what they open or close.
add('border', 'q Q BT ET BX EX');
add('begin', 'BMC BDC');
add('end', 'EMC');
const bare = codeOf('BMC');

const open = '/Artifact BMC\n';
const close = '\nEMC\n';

/** Whether what is inside a mark is content of an element, an artifact, or neither by this mark. */
export interface Mark {
  kind: 'tagged' | 'artifact' | 'neutral';
  mcid: number;
  /** Where its content begins. */
  from: number;
}

/**
 * Marks what a content stream paints outside of all marks as artifacts (ISO 32000-2, 14.8.2.2), and marks that no element
 * holds. Undefined if all of it is marked already.
 */
export function markArtifacts(content: Buffer, surroundings: Surroundings): Buffer | undefined {
  const pieces: (Buffer | string)[] = [];
  const marks: Mark[] = [];
  /** How many of the marks say what their content is. */
  let marked = 0;
  let copied = 0;
  let isOpen = false;
  let path = -1;
  const insert = (text: string, at: number, skipTo = at) => {
    pieces.push(content.subarray(copied, at), text);
    copied = skipTo;
  };
  const cover = (start: number) => {
    if (marked > 0 || isOpen) return;
    insert(open, start);
    isOpen = true;
  };
  const uncover = (at: number) => {
    if (isOpen) insert(close, at);
    isOpen = false;
  };
  const operations = new OperationReader(content);
  while (operations.next()) {
    const meaning = meanings.get(operations.operator);
    if (meaning === undefined) continue;
    const { start, end } = operations;
    switch (meaning) {
      case 'path':
        if (path < 0) path = start;
        break;
      case 'paint':
        cover(path < 0 ? start : path);
        path = -1;
        break;
      case 'end path':
        path = -1;
        break;
      case 'show':
        cover(start);
        break;
      case 'draw': {
        const name = readName(content, start);
        const drawn = marked > 0 ? undefined : surroundings.draw(name);
        if (drawn === undefined) cover(start);
        else {
          uncover(start);
          if (drawn !== name) insert(`/${drawn} Do`, start, end);
        }
        break;
      }
      case 'begin': {
        uncover(start);
        const mark = readMark(content, operations, surroundings.findProperties);
        if (mark.kind === 'tagged' && !surroundings.isTagged(mark.mcid)) {
          insert(open.trimEnd(), start, end);
          mark.kind = 'artifact';
        }
        if (marks.some(({ kind }) => isOpposite(kind, mark.kind))) surroundings.noteMixed?.();
        marks.push(mark);
        if (mark.kind !== 'neutral') marked++;
        break;
      }
      case 'end': {
        uncover(start);
        const mark = marks.pop();
        if (mark === undefined || mark.kind === 'neutral') break;
        marked--;
        if (mark.kind === 'tagged') surroundings.noteMark?.(mark.mcid, mark.from, start);
        break;
      }
      case 'border':
        uncover(start);
    }
  }
  uncover(content.length);
  if (pieces.length === 0) return undefined;
  pieces.push(content.subarray(copied));
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)));
}

function isOpposite(outer: Mark['kind'], inner: Mark['kind']): boolean {
  return outer !== inner && outer !== 'neutral' && inner !== 'neutral';
}

/** Reads the mark that an operation opens. `findProperties` finds those that it names (ISO 32000-2, 14.6.2). */
export function readMark(
  content: Buffer,
  { operator, start, end }: OperationReader,
  findProperties: (name: string) => PdfDict | undefined,
): Mark {
  const reader = new ObjectReader(content, () => null, start);
  const tag = reader.readObject();
  if (tag === 'Artifact') return { kind: 'artifact', mcid: -1, from: end };
  const given = operator === bare ? null : reader.readObject();
  const properties = typeof given === 'string' ? findProperties(given) : given;
  const mcid = properties instanceof Map ? asNumber(properties.get('MCID')) : undefined;
  return mcid === undefined ? { kind: 'neutral', mcid: -1, from: end } : { kind: 'tagged', mcid, from: end };
}

function readName(content: Buffer, start: number): string {
  const name = new ObjectReader(content, () => null, start).readObject();
  return typeof name === 'string' ? name : '';
}
