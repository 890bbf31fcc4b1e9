import type { Metadata } from '../../../contract/index.ts';
import { decodeStream } from '../../objects/decode-stream.ts';
import { type PdfDict, PdfStream, resolve, unlessDamaged } from '../../objects/objects.ts';

const byteLimit = 1024 * 1024;

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
);

/** The XMP packet of a document as text (ISO 32000-2, 14.3.2); empty if there is none that can be read. */
export function readXmp(catalog: PdfDict): string {
  const stream = resolve(catalog.get('Metadata'));
  if (!(stream instanceof PdfStream) || stream.data.length > byteLimit) return '';
  return unlessDamaged(
    () => decodeStream(stream, { bytes: byteLimit }).toString('utf8'),
    () => '',
  );
}

/** The properties of a document that a packet names, as the document information has them. */
export function readXmpProperties(xmp: string): Partial<Record<keyof Metadata, string | undefined>> {
  const authors = readItems(xmp, 'dc:creator').map(({ text }) => text);
  return {
    title: readDefault(xmp, 'dc:title'),
    author: authors.length > 0 ? authors.join(', ') : undefined,
    subject: readDefault(xmp, 'dc:description'),
    keywords: readXmpProperty(xmp, 'pdf:Keywords'),
    creator: readXmpProperty(xmp, 'xmp:CreatorTool'),
    created: readXmpProperty(xmp, 'xmp:CreateDate'),
    modified: readXmpProperty(xmp, 'xmp:ModifyDate'),
  };
}

/** The value of a property in several languages: the default one, or the first. */
function readDefault(xmp: string, name: string): string | undefined {
  const items = readItems(xmp, name);
  return (items.find(({ attributes }) => attributes.includes('x-default')) ?? items[0])?.text;
}

function readItems(xmp: string, name: string): { attributes: string; text: string }[] {
  const list = new RegExp(`<${name}\\b[^>]*>([\\s\\S]{0,20000}?)</${name}>`).exec(xmp)?.[1] ?? '';
  const items = list.matchAll(/<rdf:li\b([^>]*)>([^<]*)<\/rdf:li>/g);
  return [...items].map(([, attributes = '', text = '']) => ({ attributes, text: decodeEntities(text) }));
}

/** A property with one value, which is an element or an attribute. */
export function readXmpProperty(xmp: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]{0,20000})</${name}>|\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(xmp);
  const text = found?.[1] ?? found?.[2] ?? found?.[3];
  return text === undefined ? undefined : decodeEntities(text);
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities.get(name) ?? whole;
    const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
