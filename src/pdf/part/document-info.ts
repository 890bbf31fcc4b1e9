import type { Metadata } from '../../contract/index.ts';
import { readInfo } from '../objects/compare-repair.ts';
import { asDict, asString, buildDict, PdfRef, PdfString } from '../objects/objects.ts';
import { decodeTextString, encodeTextString } from '../objects/text-string.ts';
import { readXmp, readXmpProperties } from './foreign/read-xmp.ts';
import type { OpenPart } from './open-part.ts';

/** The properties to write: those of the request, and for a single part those of its author too. */
export function chooseMetadata(given: Metadata | undefined, parts: readonly OpenPart[]): Metadata {
  const [only] = parts;
  if (only === undefined || parts.length > 1) return given ?? {};
  const { original } = only.part;
  const infos = [original && readInfo(original), asDict(only.file.trailer.get('Info'))];
  const own: Metadata = {};
  const keys = only.part.foreign ? textKeys : (['title'] as const);
  for (const key of keys) {
    const texts = infos.map((info) => clean(decodeTextString(asString(info?.get(infoKeys[key])) ?? '')));
    const text = texts.find((candidate) => candidate !== '') ?? '';
    // Chromium makes the address the title of a page without one.
    const address =
      !only.part.foreign && only.part.origin !== undefined && text.includes(new URL(only.part.origin).host);
    if (text !== '' && !address) own[key] = text;
  }
  if (!only.part.foreign) return { ...own, ...given };
  // Some programs write properties as XMP alone.
  const xmp = readXmpProperties(readXmp(only.catalog));
  for (const key of textKeys) {
    const text = clean(xmp[key] ?? '');
    if (own[key] === undefined && text !== '') own[key] = text;
  }
  for (const key of ['created', 'modified'] as const) {
    const dates = infos.map((info) => readInfoDate(asString(info?.get(dateKeys[key])) ?? ''));
    const date = [...dates, xmp[key]].find((candidate) => readDate(candidate) !== undefined);
    if (date !== undefined) own[key] = date;
  }
  return { ...own, ...given };
}

const textKeys = ['title', 'author', 'subject', 'keywords', 'creator'] as const;
const infoKeys = {
  title: 'Title',
  author: 'Author',
  subject: 'Subject',
  keywords: 'Keywords',
  creator: 'Creator',
} as const;
const dateKeys = { created: 'CreationDate', modified: 'ModDate' } as const;

/** A date of the document information in ISO 8601 (ISO 32000-2, 7.9.4); undefined for anything else. */
export function readInfoDate(bytes: string): string | undefined {
  const pattern = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-]\d\d)'?(\d\d)?)?/;
  const found = pattern.exec(decodeTextString(bytes).trim());
  if (found === null) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', offset, minutes = '00'] = found;
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  return isTime(`${time}Z`) ? `${time}${offset === undefined ? 'Z' : `${offset}:${minutes}`}` : undefined;
}

/** Whether a text in the form of ISO 8601 is a time. A parser makes March 3 of February 31. */
function isTime(text: string): boolean {
  const date = text.slice(0, 10);
  return !Number.isNaN(Date.parse(text)) && new Date(`${date}T00:00Z`).toISOString().startsWith(date);
}

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
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  if (!isTime(`${time}${offset}`)) return undefined;
  return {
    info: new PdfString(
      `D:${year}${month}${day}${hour}${minute}${second}${offset === 'Z' ? 'Z' : `${zone.replace(':', "'")}'`}`,
    ),
    xmp: `${time}${offset}`,
  };
}
