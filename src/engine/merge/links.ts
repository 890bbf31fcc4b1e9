import {
  asArray,
  asDict,
  asName,
  asNumber,
  asString,
  buildDict,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  PdfString,
} from '../pdf/objects.ts';
import { type Destinations, findTop, type LinkTarget, readFragment } from './destinations.ts';
import type { OpenPart } from './open-part.ts';
import { isSafeAddress, trimAddress } from './safe-address.ts';
import { pageActions } from './sanitize.ts';

/** Annotations that carry files, sounds, films or scripts and cannot do without. */
const activeKinds = new Set(['FileAttachment', 'Sound', 'Movie', 'Screen', 'RichMedia', '3D', 'TrapNet']);

/** An annotation that was dropped. */
export interface DroppedAnnotation {
  part: OpenPart;
  annotation: PdfObject;
  /** Its key in the parent tree of the part. */
  key: number | undefined;
}

/** Where links lead, decided once for annotations and outlines of all parts. */
export class Links {
  readonly #destinations: Destinations;
  readonly #hosts: { host: string; part: OpenPart }[] = [];
  readonly #names = new Map<string, OpenPart>();

  constructor(parts: readonly OpenPart[], destinations: Destinations) {
    this.#destinations = destinations;
    for (const part of parts) {
      const { origin, names } = part.part;
      if (origin !== undefined) this.#hosts.push({ host: new URL(origin).host, part });
      for (const name of names ?? []) {
        const path = normalizePath(name);
        if (!this.#names.has(path)) this.#names.set(path, part);
      }
    }
  }

  /** Keeps of a page's annotations those that are harmless, with links that lead to the right place. */
  clean(part: OpenPart, page: PdfRef): DroppedAnnotation[] {
    const dict = asDict(page);
    const dropped: DroppedAnnotation[] = [];
    if (!dict?.has('Annots')) return dropped;
    const kept: PdfObject[] = [];
    for (const annotation of asArray(dict.get('Annots'))) {
      const entries = asDict(annotation);
      if (entries === undefined) continue;
      if (this.#cleanAnnotation(part, entries)) kept.push(annotation);
      else dropped.push({ part, annotation, key: asNumber(entries.get('StructParent')) });
    }
    if (kept.length > 0) dict.set('Annots', kept);
    else dict.delete('Annots');
    return dropped;
  }

  /** Gives `to` the target that `from` has as its destination or action; false where none may stay. */
  copyTarget(part: OpenPart, from: PdfDict, to: PdfDict): boolean {
    const target = this.#readTarget(part, from);
    to.delete('A');
    to.delete('PA');
    to.delete('Dest');
    if (target === undefined) return false;
    if (target instanceof Map) to.set('A', target);
    else to.set('Dest', target);
    return true;
  }

  #cleanAnnotation(part: OpenPart, annotation: PdfDict): boolean {
    const kind = asName(annotation.get('Subtype'));
    if (kind === undefined || activeKinds.has(kind)) return false;
    if (kind === 'Link') return this.copyTarget(part, annotation, annotation);
    if (annotation.has('A')) {
      // Only links may have a destination of their own.
      const target = this.#readTarget(part, annotation);
      if (target === undefined) annotation.delete('A');
      else annotation.set('A', target instanceof Map ? target : buildDict({ S: 'GoTo', D: target }));
    }
    return true;
  }

  #readTarget(part: OpenPart, from: PdfDict): LinkTarget | PdfDict | undefined {
    if (from.has('Dest')) return this.#destinations.find(part, from.get('Dest'));
    const action = asDict(from.get('A'));
    const kind = asName(action?.get('S'));
    if (kind === 'GoTo') return this.#destinations.find(part, action?.get('D'));
    if (kind === 'Named') {
      const name = asName(action?.get('N'));
      return name !== undefined && pageActions.has(name) ? buildDict({ S: 'Named', N: name }) : undefined;
    }
    return kind === 'URI' ? this.#readAddress(part, asString(action?.get('URI')) ?? '') : undefined;
  }

  #readAddress(part: OpenPart, bytes: string): LinkTarget | PdfDict | undefined {
    const address = trimAddress(bytes);
    if (!isSafeAddress(address)) return undefined;
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const home = this.#hosts.find(({ host }) => host === url?.host);
    if (url !== undefined && home !== undefined) return this.#readInternal(part, home.part, url);
    const lower = tryDecode(address).toLowerCase();
    if (this.#hosts.some(({ host }) => lower.includes(host) || address.toLowerCase().includes(host))) return undefined;
    return buildDict({ S: 'URI', URI: new PdfString(address) });
  }

  #readInternal(from: OpenPart, home: OpenPart, url: URL): LinkTarget | undefined {
    const path = normalizePath(tryDecode(url.pathname));
    const part = path === '' ? home : this.#findPart(from, path);
    if (part === undefined) return undefined;
    const fragment = readFragment(url.hash.slice(1));
    const named = this.#destinations.findName(part, fragment);
    if (named !== undefined) return named;
    // A place of this part that is not there is a dead link; the start of another part is better than nothing.
    if (part === from && fragment !== '' && fragment !== 'top') return undefined;
    return findTop(findPageByNumber(part, fragment) ?? (part.pages[0] as PdfRef));
  }

  /**
   * The part that a path means. It counts from the folder of the part's own name; `..` above the top of the made-up address
   * has been dropped by then, so the folders above are tried too.
   */
  #findPart(from: OpenPart, path: string): OpenPart | undefined {
    const own = (from.part.names ?? []).map(normalizePath);
    const folders = (own[0] ?? '').split('/').slice(0, -1);
    for (let depth = folders.length; depth >= 0; depth--) {
      const name = [...folders.slice(0, depth), path].join('/');
      const part = own.includes(name) ? from : this.#names.get(name);
      if (part !== undefined) return part;
    }
    return undefined;
  }
}

/** The page of a user's PDF that a fragment such as "page=3" names (RFC 8118, section 3). */
function findPageByNumber({ part, pages, kept }: OpenPart, fragment: string): PdfRef | undefined {
  const number = part.foreign ? /^page=(\d{1,6})\b/.exec(fragment)?.[1] : undefined;
  return number === undefined ? undefined : pages[kept.indexOf(Number(number) - 1)];
}

function normalizePath(path: string): string {
  return path
    .replace(/\\/g, '/')
    .replace(/^(\.?\/)+/, '')
    .normalize();
}

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
