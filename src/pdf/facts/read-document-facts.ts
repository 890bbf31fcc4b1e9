import { asDict, asString, PdfDamage, type PdfDict, PdfEncrypted, type PdfRef } from '../objects/objects.ts';
import { readPages } from '../objects/page-tree.ts';
import { PdfFile } from '../objects/pdf-file.ts';
import { decodeTextString, readLanguage } from '../objects/text-string.ts';
import { readInfoDate } from '../part/document-info.ts';
import { readInvoiceClaim } from '../part/foreign/invoice-claim.ts';
import { readXmp, readXmpProperties, readXmpProperty } from '../part/foreign/read-xmp.ts';
import { readEdges, readSize, readTurns } from '../part/page-box.ts';
import {
  type AttachmentFact,
  describeSignature,
  type FieldFact,
  type LinkFact,
  type OutlineFact,
  Places,
  readAttachments,
  readFields,
  readLinks,
  readOutline,
  type SignatureFact,
} from './document-contents.ts';
import { type FontFact, type ImageFact, PageContents } from './page-contents.ts';

/** A page. */
export interface PageFact {
  /** From 1. */
  page: number;
  /** Size as it is seen, in millimetres, with one decimal. */
  width_mm: number;
  height_mm: number;
  /** Degrees clockwise by which the paper is turned to be seen: 0, 90, 180 or 270. */
  rotation: number;
  /** Boxes other than the paper, in points from its lower left corner: left, bottom, right, top. */
  boxes?: Record<string, number[]>;
}

/** What a PDF holds. What it says of itself is not verified. */
export interface DocumentFacts {
  /** Such as "1.7". */
  version: string;
  /** Size of the file. */
  bytes: number;
  /** Whether it is encrypted. Then nothing else of it is known. */
  encrypted: boolean;
  /** Whether it is damaged: what other readers find in it may differ. */
  damaged: boolean;
  pages: PageFact[];
  title?: string;
  author?: string;
  subject?: string;
  keywords?: string;
  /** The program that made the document. */
  creator?: string;
  /** The program that wrote the PDF. */
  producer?: string;
  /** ISO 8601. */
  created?: string;
  modified?: string;
  /** A BCP 47 tag. */
  language?: string;
  /** Whether it has a structure tree, which screen readers need. */
  tagged: boolean;
  /** Standards that it claims to keep, such as "PDF/A-3b", "PDF/UA-1" and "Factur-X EN 16931". */
  claims: string[];
  outline: OutlineFact[];
  links: LinkFact[];
  fields: FieldFact[];
  attachments: AttachmentFact[];
  fonts: FontFact[];
  images: ImageFact[];
  signatures: SignatureFact[];
}

const pageLimit = 100_000;
const mmPerPoint = 25.4 / 72;

/** Reads what a PDF holds. Throws `PdfDamage` for bytes in which no page can be found. */
export function readDocumentFacts(pdf: Uint8Array): DocumentFacts {
  try {
    return readFile(pdf, new PdfFile(pdf), false);
  } catch (error) {
    if (error instanceof PdfEncrypted) {
      return { ...nothing, version: readVersion(pdf), bytes: pdf.length, encrypted: true };
    }
    if (!(error instanceof PdfDamage)) throw error;
    // Its objects are looked for without the cross-reference table.
    return readFile(pdf, new PdfFile(pdf, true), true);
  }
}

function readFile(pdf: Uint8Array, file: PdfFile, damaged: boolean): DocumentFacts {
  const pages = readPages(file, pageLimit);
  const { catalog } = file;
  const places = new Places(catalog, pages);
  const contents = new PageContents();
  const links: LinkFact[] = [];
  for (const [index, page] of pages.entries()) {
    const dict = asDict(page) as PdfDict;
    contents.readPage(dict, index + 1);
    for (const link of readLinks(dict, index + 1, places)) links.push(link);
  }
  const { fields, signed } = readFields(catalog, pages);
  const language = readLanguage(catalog);
  const { title, author, subject, keywords, creator, producer, created, modified } = readProperties(file);
  return {
    version: asVersion(catalog) ?? file.version,
    bytes: pdf.length,
    encrypted: false,
    damaged,
    pages: pages.map((page, index) => describePage(page, index + 1)),
    ...(title && { title }),
    ...(author && { author }),
    ...(subject && { subject }),
    ...(keywords && { keywords }),
    ...(creator && { creator }),
    ...(producer && { producer }),
    ...(created && { created }),
    ...(modified && { modified }),
    ...(language && { language }),
    tagged: asDict(catalog.get('StructTreeRoot')) !== undefined,
    claims: readClaims(catalog),
    outline: readOutline(catalog, places),
    links,
    fields,
    attachments: readAttachments(catalog),
    fonts: listFonts(contents),
    images: contents.images,
    signatures: signed.map(([field, value]) => describeSignature(field, value, pdf.length)),
  };
}

const nothing: Omit<DocumentFacts, 'version' | 'bytes' | 'encrypted'> = {
  damaged: false,
  pages: [],
  tagged: false,
  claims: [],
  outline: [],
  links: [],
  fields: [],
  attachments: [],
  fonts: [],
  images: [],
  signatures: [],
};

function readVersion(pdf: Uint8Array): string {
  return /%PDF-(\d\.\d)/.exec(Buffer.from(pdf.subarray(0, 1024)).toString('latin1'))?.[1] ?? '1.4';
}

/** The version that the catalog says, which counts before that of the header (ISO 32000-2, 7.7.2). */
function asVersion(catalog: PdfDict): string | undefined {
  const version = catalog.get('Version');
  return typeof version === 'string' ? version : undefined;
}

function describePage(page: PdfRef, number: number): PageFact {
  const dict = asDict(page);
  const { width, height } = readSize(page);
  const boxes = ['CropBox', 'BleedBox', 'TrimBox', 'ArtBox'].flatMap((name) => {
    const edges = readEdges(dict?.get(name));
    return edges ? [[name, edges] as const] : [];
  });
  return {
    page: number,
    width_mm: toTenths(width * mmPerPoint),
    height_mm: toTenths(height * mmPerPoint),
    rotation: readTurns(dict) * 90,
    ...(boxes.length > 0 && { boxes: Object.fromEntries(boxes) }),
  };
}

function toTenths(mm: number): number {
  return Math.round(mm * 10) / 10;
}

/** The document information, and what only XMP says. */
function readProperties(file: PdfFile): Partial<Record<string, string>> {
  const info = asDict(file.trailer.get('Info'));
  const xmp = readXmp(file.catalog);
  const own = readXmpProperties(xmp);
  const text = (key: string) => decodeTextString(asString(info?.get(key)) ?? '').trim();
  const date = (key: string) => readInfoDate(asString(info?.get(key)) ?? '');
  return {
    title: text('Title') || own.title,
    author: text('Author') || own.author,
    subject: text('Subject') || own.subject,
    keywords: text('Keywords') || own.keywords,
    creator: text('Creator') || own.creator,
    producer: text('Producer') || readXmpProperty(xmp, 'pdf:Producer'),
    created: date('CreationDate') ?? own.created,
    modified: date('ModDate') ?? own.modified,
  };
}

function readClaims(catalog: PdfDict): string[] {
  const xmp = readXmp(catalog);
  const read = (name: string) => readXmpProperty(xmp, name)?.trim() ?? '';
  const claims: string[] = [];
  const part = read('pdfaid:part');
  if (part !== '') claims.push(`PDF/A-${part}${read('pdfaid:conformance').toLowerCase()}`);
  const access = read('pdfuaid:part');
  if (access !== '') claims.push(`PDF/UA-${access}`);
  const invoice = readInvoiceClaim(catalog);
  if (invoice) claims.push(`${invoice.prefix === 'fx' ? 'Factur-X' : 'ZUGFeRD'} ${invoice.level}`);
  return claims;
}

/** Each font once: documents have several subsets of one. */
function listFonts({ fonts }: PageContents): FontFact[] {
  const found = new Map([...fonts.values()].map((font) => [JSON.stringify(font), font]));
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
