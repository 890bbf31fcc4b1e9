import { ObjectReader } from '../../pdf/object-reader.ts';
import { asNumber, type PdfDict } from '../../pdf/objects.ts';
import { type Operation, readOperations } from './content-operations.ts';

/** What stands around a content stream. */
export interface Surroundings {
  /** Whether a marked-content identifier of this stream belongs to an element that may hold content. */
  isTagged(mcid: number): boolean;
  /**
   * What to draw for the form XObject or image of this name: the name of a form with marks of its own, or undefined for what is
   * drawn as it is and marked as a whole.
   */
  draw(name: string): string | undefined;
  /** The properties of this name, where a mark names them (ISO 32000-2, 14.6.2). */
  findProperties(name: string): PdfDict | undefined;
  /** Called with each operation that text is read from, and the identifier of the mark that it stands in; -1 for none. */
  read?: ((mcid: number, operation: Operation) => void) | undefined;
}

const pathStarts = new Set(['m', 're', 'l', 'c', 'v', 'y', 'h']);
const pathPaints = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const textShows = new Set(['Tj', 'TJ', "'", '"']);
/** What else text is read from: fonts, lines, and marks with a text that stands for what they hold. */
const textSetters = new Set(['Tf', 'Tm', 'BDC', 'BMC', 'EMC']);
/** An artifact must not reach over these: it would overlap with what they open or close. */
const borders = new Set(['q', 'Q', 'BT', 'ET', 'BMC', 'BDC', 'EMC', 'BX', 'EX']);

const open = '/Artifact BMC\n';
const close = '\nEMC\n';

/** Whether what stands inside a mark is content of an element, an artifact, or neither by this mark. */
type Mark = { kind: 'tagged'; mcid: number } | { kind: 'artifact' } | { kind: 'neutral' };

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
  for (const operation of readOperations(content)) {
    const { operator, start, end } = operation;
    if (pathStarts.has(operator)) {
      if (path < 0) path = start;
      continue;
    }
    if (isOpen && borders.has(operator)) {
      insert(close, start);
      isOpen = false;
    }
    if (pathPaints.has(operator)) cover(path < 0 ? start : path);
    else if (textShows.has(operator)) cover(start);
    else if (operator === 'sh' || operator === 'BI') cover(start);
    else if (operator === 'Do') {
      const name = readName(content, start);
      const drawn = marked > 0 ? undefined : surroundings.draw(name);
      if (drawn === undefined) cover(start);
      else {
        if (isOpen) insert(close, start);
        isOpen = false;
        if (drawn !== name) insert(`/${drawn} Do`, start, end);
      }
    } else if (operator === 'BDC' || operator === 'BMC') {
      let mark = readMark(content, operation, surroundings);
      if (mark.kind === 'tagged' && !surroundings.isTagged(mark.mcid)) {
        insert(open.trimEnd(), start, end);
        mark = { kind: 'artifact' };
      }
      marks.push(mark);
      if (mark.kind !== 'neutral') marked++;
    } else if (operator === 'EMC' && marks.length > 0 && marks.pop()?.kind !== 'neutral') marked--;
    if (path >= 0 && (operator === 'n' || pathPaints.has(operator))) path = -1;
    if (surroundings.read !== undefined && (textSetters.has(operator) || textShows.has(operator))) {
      const mark = marks.findLast(({ kind }) => kind === 'tagged');
      surroundings.read(mark?.kind === 'tagged' ? mark.mcid : -1, operation);
    }
  }
  if (isOpen) insert(close, content.length);
  if (pieces.length === 0) return undefined;
  pieces.push(content.subarray(copied));
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)));
}

function readMark(content: Buffer, { operator, start }: Operation, { findProperties }: Surroundings): Mark {
  const reader = new ObjectReader(content, () => null, start);
  const tag = reader.readObject();
  if (tag === 'Artifact') return { kind: 'artifact' };
  if (operator === 'BMC') return { kind: 'neutral' };
  const given = reader.readObject();
  const properties = typeof given === 'string' ? findProperties(given) : given;
  const mcid = properties instanceof Map ? asNumber(properties.get('MCID')) : undefined;
  return mcid === undefined ? { kind: 'neutral' } : { kind: 'tagged', mcid };
}

function readName(content: Buffer, start: number): string {
  const name = new ObjectReader(content, () => null, start).readObject();
  return typeof name === 'string' ? name : '';
}
