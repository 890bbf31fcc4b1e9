import {
  asArray,
  asDict,
  asName,
  asString,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfString,
  resolve,
} from '../../objects/objects.ts';
import { buildNameTree, findFreeName, readNameTree } from '../../objects/trees.ts';
import type { OpenPart } from '../open-part.ts';
import { readBox } from '../page-box.ts';

/** Where a link may lead: a place on a page, or the name of one. */
export type LinkTarget = PdfObject[] | PdfString;

/** Before the name of a place that was made to find the page of an element, and that the document does without. */
export const generatedPlace = 'platen-place-';

/** The named destinations of all parts, each under its own name. */
export class Destinations {
  readonly #places = new Map<string, PdfObject[]>();
  /** For each part its own names and the names that they have now. */
  readonly #names = new Map<OpenPart, Map<string, string>>();
  /** The places that parts call by an empty name, as Chromium does for links to "#". Viewers refuse such a name. */
  readonly #unnamed = new Map<OpenPart, PdfObject[]>();

  constructor(parts: readonly OpenPart[]) {
    for (const part of parts) {
      const names = new Map<string, string>();
      this.#names.set(part, names);
      for (const [name, place] of listPlaces(part)) {
        if (names.has(name) || (name.startsWith(generatedPlace) && !part.part.foreign)) continue;
        if (name === '') {
          this.#unnamed.set(part, place);
          continue;
        }
        const unique = findFreeName(name, part.index, (free) => this.#places.has(free));
        names.set(name, unique);
        this.#places.set(unique, place);
      }
    }
  }

  /** A destination of a part as one of the whole document; undefined if it leads to no page that stays. */
  find(part: OpenPart, destination: PdfObject | undefined): LinkTarget | undefined {
    const written = asName(destination) ?? asString(destination);
    if (written === undefined) return readPlace(part, destination);
    const name = readName(part, written);
    if (part.part.foreign) return name === '' ? this.#unnamed.get(part) : this.findName(part, name);
    // Chromium names links to "#" and "#top" like this.
    const isTop = name === '' || name.toLowerCase() === 'top';
    const here = this.findName(part, name) ?? (isTop ? findTop(part.pages[0] as PdfRef) : undefined);
    return here ?? this.findElsewhere(name);
  }

  findName(part: OpenPart, name: string): PdfString | undefined {
    const unique = this.#names.get(part)?.get(name);
    return unique === undefined ? undefined : new PdfString(unique);
  }

  /** A place that the part links to as its own and that only another part of ours has. */
  findElsewhere(name: string): PdfString | undefined {
    for (const part of this.#names.keys()) {
      const found = part.part.foreign ? undefined : this.findName(part, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The place of a name of the whole document. */
  findPlace(name: string): PdfObject[] | undefined {
    return this.#places.get(name);
  }

  /** The name tree for the catalog; undefined if nothing has a name. `adapt` converts the place of a name. */
  build(adapt: (place: PdfObject[]) => PdfObject = (place) => place): PdfRef | undefined {
    const entries = [...this.#places].map(([name, place]): [string, PdfObject] => [name, adapt(place)]);
    return entries.length === 0 ? undefined : buildNameTree(entries);
  }
}

/** The places of a part that have a name, by their names as bytes. A name may come twice; the first counts. */
export function listPlaces(part: OpenPart): [name: string, place: PdfObject[]][] {
  return readNamed(part.catalog).flatMap(([written, value]) => {
    const place = readPlace(part, asDict(value)?.get('D') ?? value);
    return place === undefined ? [] : [[readName(part, written), place]];
  });
}

/** A name as bytes; Chromium writes it as the fragment of an address, percent-encoded. */
function readName({ part }: OpenPart, written: string): string {
  return part.foreign ? written : readFragment(written);
}

/** The bytes of a fragment, one character each. */
export function readFragment(fragment: string): string {
  try {
    return Buffer.from(decodeURIComponent(fragment), 'utf8').toString('latin1');
  } catch {
    return fragment;
  }
}

/** The top of a page. */
export function findTop(page: PdfRef): PdfObject[] {
  const [left, , , top] = readBox(asDict(page));
  return [page, 'XYZ', left, top, 0];
}

function readNamed(catalog: PdfDict): [string, PdfObject][] {
  const old = asDict(catalog.get('Dests'));
  return [...(old ?? []), ...readNameTree(asDict(catalog.get('Names'))?.get('Dests'))];
}

/** An explicit destination (ISO 32000-2, 12.3.2.2) with nothing in it but a page, a name and numbers. */
function readPlace(part: OpenPart, destination: PdfObject | undefined): PdfObject[] | undefined {
  const [target, ...view] = asArray(destination);
  // The standard allows a page index only for other files, but viewers follow it here too.
  const page = typeof target === 'number' ? part.pages[part.kept.indexOf(target)] : target;
  if (!(page instanceof PdfRef) || asName(asDict(page)?.get('Type')) !== 'Page') return undefined;
  const plain = view.slice(0, 5).map((item) => resolve(item));
  return [page, ...plain.map((item) => (typeof item === 'number' || typeof item === 'string' ? item : null))];
}
