import type { Metadata } from '../../contract/index.ts';
import { readInfo } from '../objects/compare-repair.ts';
import { asDict, asString, buildDict, PdfRef, PdfString } from '../objects/objects.ts';
import { decodeTextString, encodeTextString } from '../objects/text-string.ts';
import { readXmp, readXmpTitle } from './foreign/read-xmp.ts';
import type { OpenPart } from './open-part.ts';

/** The properties to write: those of the request, and for a single part those of its author too. */
export function chooseMetadata(given: Metadata | undefined, parts: readonly OpenPart[]): Metadata {
  const [only] = parts;
  if (only === undefined || parts.length > 1) return given ?? {};
  const { original } = only.part;
  const infos = [original && readInfo(original), asDict(only.file.trailer.get('Info'))];
  const own: Metadata = {};
  const keys = only.part.foreign ? (['title', 'author', 'subject', 'keywords'] as const) : (['title'] as const);
  for (const key of keys) {
    const texts = infos.map((info) => clean(decodeTextString(asString(info?.get(infoKeys[key])) ?? '')));
    const text = texts.find((candidate) => candidate !== '') ?? '';
    // Chromium makes the address the title of a page without one.
    const address =
      !only.part.foreign && only.part.origin !== undefined && text.includes(new URL(only.part.origin).host);
    if (text !== '' && !address) own[key] = text;
  }
  // Some programs write the title as XMP alone.
  const title = only.part.foreign && own.title === undefined ? readXmpTitle(readXmp(only.catalog)) : undefined;
  if (title !== undefined && clean(title) !== '') own.title = clean(title);
  return { ...own, ...given };
}

const infoKeys = { title: 'Title', author: 'Author', subject: 'Subject', keywords: 'Keywords' } as const;

function clean(text: string): string {
  return text.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ').trim();
}

/** The document information dictionary (ISO 32000-2, 14.3.3). */
export function buildInfo(metadata: Metadata, producer: string): PdfRef {
  return new PdfRef(
    buildDict({
      Title: writeText(metadata.title),
      Author: writeText(metadata.author),
      Subject: writeText(metadata.subject),
      Keywords: writeText(metadata.keywords),
      Creator: writeText(metadata.creator),
      Producer: encodeTextString(producer),
      CreationDate: readDate(metadata.created)?.info,
      ModDate: readDate(metadata.modified)?.info,
    }),
  );
}

function writeText(text: string | undefined): PdfString | undefined {
  return text === undefined ? undefined : encodeTextString(text);
}

/** A date in the form of each place that it is written to, so that both say the same second. */
interface WrittenDate {
  /** ISO 32000-2, 7.9.4: in UTC for what ends in "Z", else with its own offset. */
  info: PdfString;
  /** ISO 8601, as XMP has it. */
  xmp: string;
}

/** Reads a date and time of ISO 8601 with an offset; undefined for anything else. */
export function readDate(iso: string | undefined): WrittenDate | undefined {
  const pattern = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
  const found = iso === undefined ? null : pattern.exec(iso);
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, second = '00', zone = 'Z'] = found;
  const offset = zone.toUpperCase();
  return {
    info: new PdfString(
      `D:${year}${month}${day}${hour}${minute}${second}${offset === 'Z' ? 'Z' : `${zone.replace(':', "'")}'`}`,
    ),
    xmp: `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`,
  };
}
