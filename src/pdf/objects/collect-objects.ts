import { hash } from 'node:crypto';
import { type NumberOf, ObjectWriter } from './object-writer.ts';
import {
  followRef,
  type PdfDict,
  type PdfObject,
  PdfRef,
  type PdfSource,
  PdfStream,
  type WalkPlace,
} from './objects.ts';

/** Called with a dictionary, its file, and its owner: the stream that it belongs to, or the dictionary itself. */
export type VisitDict = (dict: PdfDict, source: PdfSource, owner: PdfDict | PdfStream) => void;

/** The objects to write, in order, numbered from 1. */
interface CollectedObjects {
  objects: PdfRef[];
  numberOf: NumberOf;
}

interface Place extends WalkPlace {
  ref: PdfRef;
  /** Its number in the walk, from 1. */
  turn: number;
  /** The equal object that is written for it, or itself. */
  same: Place;
  number: number;
}

/** Types of dictionaries without an identity: two equal ones may become one. */
const shareable = new Set([
  'Font',
  'FontDescriptor',
  'Encoding',
  'ExtGState',
  'Pattern',
  'Halftone',
  'CMap',
  'XObject',
]);
/** Keys of dictionaries with an identity: a parent, a place on a page, or a title. */
const personal = ['Parent', 'P', 'Kids', 'Rect', 'Title', 'T', 'FT', 'S', 'StructParent', 'StructParents'];

/**
 * Walks from the roots to every object that they lead to, depth first, and merges equal fonts, images and other resources: an
 * object is compared after all objects that it refers to, so equal trees become one from their leaves up. Rings stay.
 */
export function collectObjects(roots: readonly PdfRef[], visit: VisitDict = () => {}): CollectedObjects {
  const order: Place[] = [];
  const placeOf = (ref: PdfRef): Place | undefined => {
    const { place } = followRef(ref);
    return place?.walk === order ? (place as Place) : undefined;
  };
  const equals = new Map<string, Place>();
  const turnOf: NumberOf = (ref) => placeOf(ref)?.same.turn ?? 0;
  const writer = new ObjectWriter(turnOf);
  const path: (PdfRef | Place)[] = [...roots].reverse();
  const found: PdfRef[] = [];
  for (let step = path.pop(); step !== undefined; step = path.pop()) {
    if (!(step instanceof PdfRef)) {
      const key = describe(step.ref.value, writer);
      const same = equals.get(key);
      if (same === undefined) equals.set(key, step);
      else step.same = same;
      continue;
    }
    const ref = followRef(step);
    const { value } = ref;
    if (ref.place?.walk === order || value === null) continue;
    const place: Place = { walk: order, ref, turn: order.length + 1, same: undefined as unknown as Place, number: 0 };
    place.same = place;
    ref.place = place;
    order.push(place);
    found.length = 0;
    // The writer adds the length.
    if (value instanceof PdfStream) value.dict.delete('Length');
    collectRefs(value, ref.source, visit, found);
    if (isShareable(value)) path.push(place);
    for (let i = found.length - 1; i >= 0; i--) path.push(found[i] as PdfRef);
  }
  const objects: PdfRef[] = [];
  for (const place of order) {
    if (place.same !== place) continue;
    objects.push(place.ref);
    place.number = objects.length;
  }
  return { objects, numberOf: (ref) => placeOf(ref)?.same.number ?? 0 };
}

function collectRefs(object: PdfObject, source: PdfSource | undefined, visit: VisitDict, found: PdfRef[]): void {
  if (object instanceof PdfRef) found.push(object);
  else if (Array.isArray(object)) {
    for (const value of object) if (typeof value === 'object') collectRefs(value, source, visit, found);
  } else if (object instanceof Map || object instanceof PdfStream) {
    const dict = object instanceof PdfStream ? object.dict : object;
    if (source !== undefined) visit(dict, source, object);
    for (const value of dict.values()) if (typeof value === 'object') collectRefs(value, source, visit, found);
  }
}

function isShareable(object: PdfObject): boolean {
  if (object instanceof PdfStream || Array.isArray(object)) return true;
  if (!(object instanceof Map)) return false;
  const type = object.get('Type');
  if (typeof type === 'string') return shareable.has(type);
  return !personal.some((key) => object.has(key));
}

/** The same text for equal objects only. */
function describe(object: PdfObject, writer: ObjectWriter): string {
  writer.writeObject(object);
  const written = writer.take();
  const text = written.length < 256 ? written.toString('latin1') : digest(written);
  return object instanceof PdfStream ? `${text} ${digest(object.data)}` : text;
}

function digest(data: Uint8Array): string {
  return hash('sha256', data, 'base64');
}
