import { decodeStream } from '../../objects/decode-stream.ts';
import { PdfDamage, type PdfDict, PdfStream, resolve } from '../../objects/objects.ts';

const byteLimit = 1024 * 1024;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The XMP packet of a document as text (ISO 32000-2, 14.3.2); empty where there is none that can be read. */
export function readXmp(catalog: PdfDict): string {
  const stream = resolve(catalog.get('Metadata'));
  if (!(stream instanceof PdfStream) || stream.data.length > byteLimit) return '';
  try {
    return decodeStream(stream, { bytes: byteLimit }).toString('utf8');
  } catch (error) {
    if (error instanceof PdfDamage) return '';
    throw error;
  }
}

/** The title that a packet names, the default one of several; undefined where it names none. */
export function readXmpTitle(xmp: string): string | undefined {
  const titles = /<dc:title\b[^>]*>([\s\S]{0,20000}?)<\/dc:title>/.exec(xmp)?.[1] ?? '';
  const items = [...titles.matchAll(/<rdf:li\b([^>]*)>([^<]*)<\/rdf:li>/g)];
  const [, , title] = items.find(([, attributes]) => attributes?.includes('x-default')) ?? items[0] ?? [];
  return title?.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
