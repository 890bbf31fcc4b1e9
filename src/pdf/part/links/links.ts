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
  resolve,
} from '../../objects/objects.ts';
import { decodeTextString } from '../../objects/text-string.ts';
import { trimAddress } from '../foreign/sanitize.ts';
import type { MergeWarnings } from '../merge-warnings.ts';
import { isAnnotation, type OpenPart } from '../open-part.ts';
import type { Destinations } from './destinations.ts';
import { readFileName } from './file-links.ts';
import { LinkTargets } from './link-targets.ts';
import { tryDecode } from './part-names.ts';

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
  readonly #targets: LinkTargets;
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
    this.#targets = new LinkTargets(parts, destinations, stampOrigins);
    this.#warnings = warnings;
    this.#isCut = parts.some(({ cut }) => cut);
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
    const target = this.#targets.read(part, from);
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
      // Only links may have their own destination.
      const target = this.#targets.read(part, annotation);
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

  /** Says that a link was dropped, and why; undefined for a place of a page that was left out. */
  #describeLost(part: OpenPart, holder: PdfDict, what: string): string | undefined {
    const action = asDict(holder.get('A'));
    const kind = asName(action?.get('S'));
    if (this.#targets.findFile(part, action)?.linked.cut) return undefined;
    if (kind === 'URI') {
      const address = asString(action?.get('URI')) ?? '';
      const { home, linked } = this.#targets.findLinked(part, trimAddress(address));
      if (home !== undefined && linked?.cut) return undefined;
      const why = home === undefined ? 'it is not a URL of a web page, an email address or a phone number' : noPlace;
      return `${what} to ${this.#targets.nameAddress(address)} was dropped: ${why}`;
    }
    if (kind === undefined || kind === 'GoTo') {
      const name = nameDestination(part, holder.get('Dest') ?? action?.get('D'));
      return this.#isCut ? undefined : `${[what, ...name].join(' to ')} was dropped: ${noPlace}`;
    }
    const done = (kind === 'Named' && asName(action?.get('N'))) || kind;
    return `${what} was dropped: ${describeFile(`it does ${done}`, action?.get('F'))}`;
  }
}

/** The name of a destination, where it has one, as its author wrote it. */
function nameDestination({ part }: OpenPart, destination: PdfObject | undefined): string[] {
  const written = asName(destination) ?? asString(destination);
  if (written === undefined) return [];
  return [part.foreign ? `"${decodeTextString(written)}"` : `#${tryDecode(written)}`];
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
