import type { WarningCode } from '../../../contract/index.ts';
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
  resolve,
} from '../../objects/objects.ts';
import { decodeTextString } from '../../objects/text-string.ts';
import { isSafeAddress, pageActions, trimAddress } from '../foreign/sanitize.ts';
import type { MergeWarnings } from '../merge-warnings.ts';
import { isAnnotation, type OpenPart } from '../open-part.ts';
import { type Destinations, findTop, type LinkTarget, readFragment } from './destinations.ts';
import { type FileLink, readFileLink, readFileName } from './file-links.ts';
import { findByPath, normalizePath, tryDecode } from './part-names.ts';

/** Annotations that are nothing without their file, sound, film or script. */
const activeKinds = new Set(['FileAttachment', 'Sound', 'Movie', 'Screen', 'RichMedia', '3D', 'TrapNet']);

/** Characters of a heading that a warning names. */
const titleLimit = 100;

const noPlace = 'the document has no such place';

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
  /** Made-up hosts with their parts. That of what is drawn over pages has none: it means the part of the page. */
  readonly #hosts = new Map<string, OpenPart | undefined>();
  readonly #names = new Map<string, OpenPart>();

  readonly #warnings: MergeWarnings;
  /** Whether a page of any part was left out. */
  readonly #isCut: boolean;
  /** Links of each part to pages that were left out. */
  readonly #cutLinks = new Map<OpenPart, number>();

  constructor(
    parts: readonly OpenPart[],
    destinations: Destinations,
    warnings: MergeWarnings,
    stampOrigins: readonly string[] = [],
  ) {
    for (const origin of stampOrigins) this.#hosts.set(new URL(origin).host, undefined);
    this.#destinations = destinations;
    this.#warnings = warnings;
    this.#isCut = parts.some(({ cut }) => cut);
    for (const part of parts) {
      const { origin, names } = part.part;
      if (origin !== undefined) this.#hosts.set(new URL(origin).host, part);
      for (const name of names ?? []) {
        const path = normalizePath(name);
        if (!this.#names.has(path)) this.#names.set(path, part);
      }
    }
  }

  /** Drops the active annotations of the page at a place of its part, and corrects where the others lead. */
  clean(part: OpenPart, place: number): DroppedAnnotation[] {
    const dict = asDict(part.pages[place]);
    const dropped: DroppedAnnotation[] = [];
    if (!dict?.has('Annots')) return dropped;
    const kept: PdfObject[] = [];
    for (const annotation of asArray(dict.get('Annots'))) {
      const entries = asDict(annotation);
      if (entries === undefined || !isAnnotation(annotation)) continue;
      if (this.#cleanAnnotation(part, place, entries)) kept.push(annotation);
      else dropped.push({ part, annotation, key: asNumber(entries.get('StructParent')) });
    }
    if (kept.length > 0) dict.set('Annots', kept);
    else dict.delete('Annots');
    return dropped;
  }

  /** The links of what is drawn over a page of a part, as links of that page. Without `areWanted` they are reported and left out. */
  copyLinks(part: OpenPart, stamp: PdfDict, areWanted: boolean): PdfDict[] {
    return asArray(stamp.get('Annots')).flatMap((annotation) => {
      const link = asDict(annotation);
      if (link === undefined || asName(link.get('Subtype')) !== 'Link') return [];
      const copy = new Map(link);
      for (const key of ['P', 'StructParent']) copy.delete(key);
      const isSafe = this.copyTarget(part, link, copy);
      if (isSafe && areWanted) return [copy];
      const lost = isSafe
        ? 'a link over a PDF that was given was dropped: no screen reader would find it (PDF/UA)'
        : this.#describeLost(part, link, 'a link');
      // It is on many pages, but is reported once.
      if (lost !== undefined) this.#warnings.add(part.index, 'link_dropped', `header, footer or margin: ${lost}`);
      return [];
    });
  }

  /** Copies the destination or action of `from` to `to`; returns false if none may stay. */
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

  /** Warns of links to pages that were left out, once for each part: contents may have hundreds. */
  reportCut(): void {
    for (const [{ index }, count] of this.#cutLinks) {
      const what = count === 1 ? 'a link was dropped: its page was' : `${count} links were dropped: their pages were`;
      this.#warnings.add(index, 'link_dropped', `${what} left out`);
    }
  }

  /** Warns of the target of a heading that leads nowhere in the document. */
  reportHeading(part: OpenPart, heading: PdfDict): void {
    if (!heading.has('A') && !heading.has('Dest')) return;
    const title = decodeTextString(asString(heading.get('Title')) ?? '').slice(0, titleLimit);
    const lost = this.#describeLost(part, heading, `the link of the heading "${title}"`);
    if (lost !== undefined) this.#warnings.add(part.index, 'link_dropped', lost);
  }

  /** Reports an outline in which a stream replaces a dictionary. Some viewers read it, others show nothing of it. */
  reportOddOutline(part: OpenPart): void {
    this.#warnings.add(part.index, 'pdf_repaired', 'a stream is in the outline, and was read as a heading');
  }

  #cleanAnnotation(part: OpenPart, place: number, annotation: PdfDict): boolean {
    const kind = asName(annotation.get('Subtype')) ?? '';
    if (activeKinds.has(kind)) {
      const note = describeFile(`a note of the kind ${kind}`, annotation.get('FS'));
      const file = kind === 'FileAttachment' && part.part.foreign ? asDict(annotation.get('FS')) : undefined;
      if (file !== undefined) part.noteFiles.push({ file, note: `page ${(part.kept[place] ?? 0) + 1}: ${note}` });
      else this.#warn(part, place, 'annotation_dropped', `${note} was dropped`);
      return false;
    }
    if (asDict(annotation.get('A'))?.has('Next')) {
      this.#warn(part, place, 'action_dropped', `what follows ${kind === 'Link' ? 'a link' : 'an action'} was dropped`);
    }
    if (kind === 'Link') {
      const lost = this.#describeLost(part, annotation, 'a link');
      if (this.copyTarget(part, annotation, annotation)) return true;
      if (lost === undefined) this.#cutLinks.set(part, (this.#cutLinks.get(part) ?? 0) + 1);
      this.#warn(part, place, 'link_dropped', lost);
      // What is drawn of a link is seen without it, too.
      return part.part.foreign && isVisible(annotation);
    }
    if (annotation.has('A')) {
      // Only links may have a destination of their own.
      const target = this.#readTarget(part, annotation);
      if (target === undefined) {
        const lost = this.#describeLost(part, annotation, `the action of ${kind === 'Widget' ? 'a field' : 'a note'}`);
        this.#warn(part, place, 'action_dropped', lost);
        annotation.delete('A');
      } else annotation.set('A', target instanceof Map ? target : buildDict({ S: 'GoTo', D: target }));
    }
    return true;
  }

  /** Warns of what a page lost, if it is anything. */
  #warn({ index, kept }: OpenPart, place: number, code: WarningCode, lost: string | undefined): void {
    const number = (kept[place] ?? 0) + 1;
    if (lost !== undefined) this.#warnings.add(index, code, `page ${number}: ${lost}`);
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
    const file = this.#findFile(part, action);
    if (file !== undefined) return this.#readInFile(part, file.linked, file.link);
    return kind === 'URI' ? this.#readAddress(part, asString(action?.get('URI')) ?? '') : undefined;
  }

  /** An address in words: one of a part, which has a made-up host, by its path. */
  #nameAddress(address: string): string {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url === undefined || !this.#hosts.has(url.host)) return decodeTextString(address) || 'nowhere';
    return tryDecode(`${url.pathname.slice(1)}${url.hash}`) || 'nowhere';
  }

  /** Says that a link was dropped, and why; undefined for a place of a page that was left out. */
  #describeLost(part: OpenPart, holder: PdfDict, what: string): string | undefined {
    const action = asDict(holder.get('A'));
    const kind = asName(action?.get('S'));
    if (this.#findFile(part, action)?.linked.cut) return undefined;
    if (kind === 'URI') {
      const address = asString(action?.get('URI')) ?? '';
      const { home, linked } = this.#findLinked(part, trimAddress(address));
      if (home !== undefined && linked?.cut) return undefined;
      const why = home === undefined ? 'it is not a URL of a web page, an email address or a phone number' : noPlace;
      return `${what} to ${this.#nameAddress(address)} was dropped: ${why}`;
    }
    if (kind === undefined || kind === 'GoTo') {
      const name = nameDestination(part, holder.get('Dest') ?? action?.get('D'));
      return this.#isCut ? undefined : `${[what, ...name].join(' to ')} was dropped: ${noPlace}`;
    }
    const done = (kind === 'Named' && asName(action?.get('N'))) || kind;
    return `${what} was dropped: ${describeFile(`it does ${done}`, action?.get('F'))}`;
  }

  #readAddress(part: OpenPart, bytes: string): LinkTarget | PdfDict | undefined {
    const address = resolveAddress(part, trimAddress(bytes));
    if (!isSafeAddress(address)) return undefined;
    const { url, home, linked } = this.#findLinked(part, address);
    if (home !== undefined) return linked && this.#readInternal(part, linked, url);
    const lower = tryDecode(address).toLowerCase();
    const names = (host: string) => lower.includes(host) || address.toLowerCase().includes(host);
    if ([...this.#hosts.keys()].some(names)) return undefined;
    return buildDict({ S: 'URI', URI: new PdfString(address) });
  }

  /** The part whose made-up host an address has, and the part that its path names. */
  #findLinked(from: OpenPart, address: string) {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url === undefined || !this.#hosts.has(url.host)) return {};
    const home = this.#hosts.get(url.host) ?? from;
    const path = normalizePath(tryDecode(url.pathname));
    return { url, home, linked: path === '' ? home : this.#findPart(from, path) };
  }

  /** The part that a user's PDF links to as another file. A base for its relative addresses makes them addresses of the web. */
  #findFile(from: OpenPart, action: PdfDict | undefined): { linked: OpenPart; link: FileLink } | undefined {
    const link = from.part.foreign ? readFileLink(action) : undefined;
    if (link === undefined || (asName(action?.get('S')) === 'URI' && asDict(from.catalog.get('URI'))?.has('Base')))
      return undefined;
    const linked = this.#findPart(from, link.path);
    return linked && { linked, link };
  }

  /** A place in another file that became a part. One that the file does not have leads to its start. */
  #readInFile(from: OpenPart, linked: OpenPart, { destination, fragment }: FileLink): LinkTarget | undefined {
    if (destination === undefined) return this.#readFragment(from, linked, readFragment(fragment), false);
    const found = this.#destinations.find(linked, destination);
    const [first] = linked.pages;
    return found ?? (linked.cut ? undefined : first && findTop(first));
  }

  #readInternal(from: OpenPart, part: OpenPart, url: URL): LinkTarget | undefined {
    return this.#readFragment(from, part, readFragment(url.hash.slice(1)), url.pathname === '/');
  }

  /** The place in a part that a fragment names. `isHere` is true of a link that names no file. */
  #readFragment(from: OpenPart, part: OpenPart, written: string, isHere: boolean): LinkTarget | undefined {
    const fragment = part.part.foreign ? written.replace(/^nameddest=/, '') : written;
    const named = this.#destinations.findName(part, fragment);
    if (named !== undefined) return named;
    const numbered = findPageByNumber(part, fragment);
    if (numbered !== undefined) return findTop(numbered);
    // A missing place in the same part is a dead link; a link to another part at least leads to its start.
    const isTop = fragment === '' || fragment === 'top';
    if (part === from && !isTop) return isHere ? this.#destinations.findElsewhere(fragment) : undefined;
    const [first] = part.pages;
    return first && findTop(first);
  }

  /** The part that a path names: the linking one first, where several have the name. */
  #findPart(from: OpenPart, path: string): OpenPart | undefined {
    const own = (from.part.names ?? []).map(normalizePath);
    return findByPath(own, path, (name) => (own.includes(name) ? from : this.#names.get(name)));
  }
}

/** The name of a destination, where it has one, as its author wrote it. */
function nameDestination({ part }: OpenPart, destination: PdfObject | undefined): string[] {
  const written = asName(destination) ?? asString(destination);
  if (written === undefined) return [];
  return [part.foreign ? `"${decodeTextString(written)}"` : `#${tryDecode(written)}`];
}

/** A relative address of a user's PDF means what its catalog says it is relative to (ISO 32000-2, 12.6.4.8). */
function resolveAddress({ part, catalog }: OpenPart, address: string): string {
  const base = asString(asDict(catalog.get('URI'))?.get('Base'));
  if (!part.foreign || base === undefined || /^[a-z][a-z\d+.-]*:/i.test(address)) return address;
  return URL.canParse(address, base) ? new URL(address, base).href : address;
}

/** Whether a link draws something: a border, which it has unless it says otherwise, or an appearance (12.5.4 and 12.5.5). */
function isVisible(link: PdfDict): boolean {
  if (link.has('AP')) return true;
  const style = asNumber(asDict(link.get('BS'))?.get('W'));
  const border = resolve(link.get('Border'));
  return (style ?? (Array.isArray(border) ? (asNumber(border[2]) ?? 0) : 1)) > 0;
}

/** What leads to a file, with the file's name. */
function describeFile(what: string, file: PdfObject | undefined): string {
  const name = readFileName(file);
  return name === undefined ? what : `${what} (${name})`;
}

/** The page of a user's PDF that a fragment such as "page=3" names (RFC 8118, section 3). */
function findPageByNumber({ part, pages, kept }: OpenPart, fragment: string): PdfRef | undefined {
  const number = part.foreign ? /^page=(\d{1,6})\b/.exec(fragment)?.[1] : undefined;
  return number === undefined ? undefined : pages[kept.indexOf(Number(number) - 1)];
}
