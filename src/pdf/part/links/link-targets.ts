import { asDict, asName, asString, buildDict, type PdfDict, type PdfRef, PdfString } from '../../objects/objects.ts';
import { decodeTextString } from '../../objects/text-string.ts';
import { isSafeAddress, pageActions, trimAddress } from '../foreign/sanitize.ts';
import type { PartPlace } from '../merge-part.ts';
import type { OpenPart } from '../open-part.ts';
import { readBox } from '../page-box.ts';
import { type Destinations, findTop, type LinkTarget, readFragment } from './destinations.ts';
import { type FileLink, readFileLink } from './file-links.ts';
import { findByPath, normalizePath, readPlaceIndex, tryDecode } from './part-names.ts';

/** Finds where links lead: to places of all parts, to other parts by their names, and to the web. */
export class LinkTargets {
  readonly #destinations: Destinations;
  /** Made-up hosts with their parts. That of what is drawn over pages has none: it means the part of the page. */
  readonly #hosts = new Map<string, OpenPart | undefined>();
  readonly #names = new Map<string, OpenPart>();
  readonly #parts: readonly OpenPart[];

  constructor(parts: readonly OpenPart[], destinations: Destinations, stampOrigins: readonly string[]) {
    for (const origin of stampOrigins) this.#hosts.set(new URL(origin).host, undefined);
    this.#destinations = destinations;
    this.#parts = parts;
    for (const part of parts) {
      const { origin, names } = part.part;
      if (origin !== undefined) this.#hosts.set(new URL(origin).host, part);
      for (const name of names ?? []) {
        const path = normalizePath(name);
        if (!this.#names.has(path)) this.#names.set(path, part);
      }
    }
  }

  /** The destination or the action of a link; undefined if it may not stay, or leads nowhere. */
  read(part: OpenPart, from: PdfDict): LinkTarget | PdfDict | undefined {
    if (from.has('Dest')) return this.#destinations.find(part, from.get('Dest'));
    const action = asDict(from.get('A'));
    const kind = asName(action?.get('S'));
    if (kind === 'GoTo') return this.#destinations.find(part, action?.get('D'));
    if (kind === 'Named') {
      const name = asName(action?.get('N'));
      return name !== undefined && pageActions.has(name) ? buildDict({ S: 'Named', N: name }) : undefined;
    }
    const file = this.findFile(part, action);
    if (file !== undefined) return this.#readInFile(part, file.linked, file.link);
    return kind === 'URI' ? this.#readAddress(part, asString(action?.get('URI')) ?? '') : undefined;
  }

  /** An address in words: one of a part, which has a made-up host, by its path. */
  nameAddress(address: string): string {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url === undefined || !this.#hosts.has(url.host)) return decodeTextString(address) || 'nowhere';
    return tryDecode(`${url.pathname.slice(1)}${url.hash}`) || 'nowhere';
  }

  #readAddress(part: OpenPart, bytes: string): LinkTarget | PdfDict | undefined {
    const address = resolveAddress(part, trimAddress(bytes));
    if (!isSafeAddress(address)) return undefined;
    const { url, home, linked, place } = this.findLinked(part, address);
    if (linked !== undefined && place !== undefined) return findPlace(linked, place);
    if (home !== undefined) return linked && this.#readInternal(part, linked, url);
    const lower = tryDecode(address).toLowerCase();
    const names = (host: string) => lower.includes(host) || address.toLowerCase().includes(host);
    if ([...this.#hosts.keys()].some(names)) return undefined;
    return buildDict({ S: 'URI', URI: new PdfString(address) });
  }

  /** The part whose made-up host an address has, and the part that its path names. */
  findLinked(from: OpenPart, address: string) {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url === undefined || !this.#hosts.has(url.host)) return {};
    const home = this.#hosts.get(url.host) ?? from;
    const path = normalizePath(tryDecode(url.pathname));
    const place = home.part.places?.[readPlaceIndex(url.pathname) ?? -1];
    if (place !== undefined) return { url, home, linked: this.#parts[place.part], place };
    return { url, home, linked: path === '' ? home : this.#findPart(from, path) };
  }

  /** The part that a user's PDF links to as another file. A base for its relative addresses makes them addresses of the web. */
  findFile(from: OpenPart, action: PdfDict | undefined): { linked: OpenPart; link: FileLink } | undefined {
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

/** A place of a part, if its page stays. */
function findPlace({ pages, numbers, before }: OpenPart, { page, y }: PartPlace): LinkTarget | undefined {
  const found = pages[numbers.indexOf(before + page)];
  if (found === undefined || y === undefined) return found && findTop(found);
  const [left] = readBox(asDict(found));
  return [found, 'XYZ', left, y, 0];
}

/** A relative address of a user's PDF means what its catalog says it is relative to (ISO 32000-2, 12.6.4.8). */
function resolveAddress({ part, catalog }: OpenPart, address: string): string {
  const base = asString(asDict(catalog.get('URI'))?.get('Base'));
  if (!part.foreign || base === undefined || /^[a-z][a-z\d+.-]*:/i.test(address)) return address;
  return URL.canParse(address, base) ? new URL(address, base).href : address;
}

/** The page of a user's PDF that a fragment such as "page=3" names (RFC 8118, section 3). */
function findPageByNumber({ part, pages, kept }: OpenPart, fragment: string): PdfRef | undefined {
  const number = part.foreign ? /^page=(\d{1,6})\b/.exec(fragment)?.[1] : undefined;
  return number === undefined ? undefined : pages[kept.indexOf(Number(number) - 1)];
}
