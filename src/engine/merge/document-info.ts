import { asDict, asString, buildDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../pdf/objects.ts';
import { decodeTextString, encodeTextString } from '../pdf/text-string.ts';
import { readXmp, readXmpTitle } from './foreign/read-xmp.ts';
import type { OpenPart } from './open-part.ts';

/** Document properties. Dates are ISO 8601 and written only when given. */
export interface DocumentMetadata {
  title?: string;
  author?: string;
  subject?: string;
  keywords?: string;
  creator?: string;
  created?: string;
  modified?: string;
}

/** The properties to write: those of the request, and for a single part those of its author too. */
export function chooseMetadata(given: DocumentMetadata | undefined, parts: readonly OpenPart[]): DocumentMetadata {
  const [only] = parts;
  if (only === undefined || parts.length > 1) return given ?? {};
  const info = asDict(only.file.trailer.get('Info'));
  const own: DocumentMetadata = {};
  const keys = only.part.foreign ? (['title', 'author', 'subject', 'keywords'] as const) : (['title'] as const);
  for (const key of keys) {
    const text = clean(decodeTextString(asString(info?.get(infoKeys[key])) ?? ''));
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
export function buildInfo(metadata: DocumentMetadata, producer: string): PdfRef {
  return new PdfRef(
    buildDict({
      Title: writeText(metadata.title),
      Author: writeText(metadata.author),
      Subject: writeText(metadata.subject),
      Keywords: writeText(metadata.keywords),
      Creator: writeText(metadata.creator),
      Producer: encodeTextString(producer),
      CreationDate: writeDate(metadata.created),
      ModDate: writeDate(metadata.modified),
    }),
  );
}

function writeText(text: string | undefined): PdfString | undefined {
  return text === undefined ? undefined : encodeTextString(text);
}

/** A date of ISO 32000-2, 7.9.4: in UTC for what ends in "Z", else with its own offset. */
function writeDate(iso: string | undefined): PdfObject | undefined {
  const pattern = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
  const found = iso === undefined ? null : pattern.exec(iso);
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, second = '00', zone = 'Z'] = found;
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.replace(':', "'")}'`;
  return new PdfString(`D:${year}${month}${day}${hour}${minute}${second}${offset}`);
}

function isDate(iso: string | undefined): boolean {
  return writeDate(iso) !== undefined;
}

/** The same properties as XMP (ISO 16684-1), or undefined if there are none. */
export function buildXmp(metadata: DocumentMetadata, producer: string): PdfRef | undefined {
  const lines: string[] = [];
  const add = (name: string, text: string | undefined, wrap: (escaped: string) => string = (escaped) => escaped) => {
    if (text !== undefined) lines.push(`<${name}>${wrap(escapeXml(text))}</${name}>`);
  };
  const alternatives = (text: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt>`;
  add('dc:title', metadata.title, alternatives);
  add('dc:creator', metadata.author, (text) => `<rdf:Seq><rdf:li>${text}</rdf:li></rdf:Seq>`);
  add('dc:description', metadata.subject, alternatives);
  add('pdf:Keywords', metadata.keywords);
  add('xmp:CreatorTool', metadata.creator);
  add('xmp:CreateDate', isDate(metadata.created) ? metadata.created : undefined);
  add('xmp:ModifyDate', isDate(metadata.modified) ? metadata.modified : undefined);
  if (lines.length === 0) return undefined;
  add('pdf:Producer', producer);
  const packet = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
${lines.join('\n')}
</rdf:Description>
</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
  return new PdfRef(new PdfStream(buildDict({ Type: 'Metadata', Subtype: 'XML' }), Buffer.from(packet, 'utf8')));
}

function escapeXml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return text
    .toWellFormed()
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>]/g, (character) => names[character] ?? character);
}
