import { EngineError } from '../../../children/index.ts';
import type { EInvoice } from '../../../pdf/index.ts';
import { walkXml, XmlError } from './walk-xml.ts';

const field = '/pdf/e_invoice';

/** The root element of UN/CEFACT's Cross Industry Invoice, the one syntax of Factur-X, ZUGFeRD and XRechnung within a PDF. */
const syntax = {
  root: 'CrossIndustryInvoice',
  namespace: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
};

/** The depth of what is read of an invoice, the root included. */
const deepest = 4;

const core = 'urn:cen.eu:en16931:2017';

/** The profiles of Factur-X 1.0 (ZUGFeRD 2.1 and later) by the guideline that the XML says it follows. */
const profiles = new Map<string, EInvoice['level']>(
  Object.entries({
    'urn:factur-x.eu:1p0:minimum': 'MINIMUM',
    'urn:factur-x.eu:1p0:basicwl': 'BASIC WL',
    [`${core}#compliant#urn:factur-x.eu:1p0:basic`]: 'BASIC',
    [core]: 'EN 16931',
    [`${core}#conformant#urn:factur-x.eu:1p0:extended`]: 'EXTENDED',
    // A subset of EXTENDED, with no level in a PDF (AFNOR XP Z12-012, annex A).
    [`${core}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr`]: 'EXTENDED',
    // Peppol BIS Billing restricts the core, and adds nothing to it.
    [`${core}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`]: 'EN 16931',
  }),
);

/** Encodings of XML that are read, by the names that the first line may give them. */
const encodings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'utf-8': 'utf-8',
    utf8: 'utf-8',
    'us-ascii': 'utf-8',
    'iso-8859-1': 'iso-8859-1',
    'iso-8859-15': 'iso-8859-15',
    'windows-1252': 'windows-1252',
  }),
);

/** XRechnung of any version, with or without its extension. The version is written as "3.0". */
const xrechnung = new RegExp(
  `^${core}#compliant#urn:(?:xeinkauf\\.de:kosit|xoev-de:kosit:standard):xrechnung_(\\d+\\.\\d+)(?:#|$)`,
);

/**
 * Reads of an invoice as XML what its container has to say of it. Whether the invoice itself is right is not checked. Throws
 * `e_invoice_invalid` for what is no such XML, or follows a guideline that is not known, and the signal's reason.
 */
export async function readInvoice(bytes: Uint8Array, signal: AbortSignal): Promise<EInvoice> {
  let guideline = '';
  let issued = '';
  let root: string | undefined;
  const namespace = await walk(decode(bytes), signal, ({ path, text }) => {
    if (path.length > deepest) return;
    const place = path.slice(1).join('/');
    if (path.length === 1) root = path[0];
    if (place === 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID') guideline = text.trim();
    if (place === 'ExchangedDocument/IssueDateTime/DateTimeString') issued = text.trim();
  });
  if (root !== syntax.root || namespace !== syntax.namespace) {
    refuse(`is an element ${root}, not ${syntax.root} of UN/CEFACT, which Factur-X and ZUGFeRD 2 contain`);
  }
  if (guideline === '') refuse('names no guideline (GuidelineSpecifiedDocumentContextParameter/ID)');
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(issued) ?? [];
  return { ...chooseProfile(guideline), ...(year && { modified: `${year}-${month}-${day}T00:00:00Z` }) };
}

function chooseProfile(guideline: string): EInvoice {
  const [, version] = xrechnung.exec(guideline) ?? [];
  if (version !== undefined) return { level: 'XRECHNUNG', version, name: 'xrechnung.xml', relationship: 'alternative' };
  const level =
    profiles.get(guideline) ?? refuse(`follows the guideline "${guideline.slice(0, 200)}", which is not known`);
  // What these two hold is less than an invoice, so it is no alternative to the pages.
  const relationship = level === 'MINIMUM' || level === 'BASIC WL' ? 'data' : 'alternative';
  return { level, version: '1.0', name: 'factur-x.xml', relationship };
}

async function walk(...args: Parameters<typeof walkXml>): ReturnType<typeof walkXml> {
  try {
    return await walkXml(...args);
  } catch (error) {
    if (error instanceof XmlError) refuse(`is not XML that can be read: ${error.message}`);
    throw error;
  }
}

function decode(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, startLength)).toString('latin1');
  const wide = wideStarts.find(({ pattern }) => pattern.test(start))?.encoding;
  // Each character of the first line is ASCII, so half of its bytes are NUL in UTF-16.
  const [, named] =
    /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.-]+)/.exec(
      start.replaceAll('\0', ''),
    ) ?? [];
  const label = (named ?? 'utf-8').toLowerCase();
  const isWide = label.startsWith('utf-16');
  const encoding = wide ?? encodings.get(label);
  if (encoding === undefined || (named !== undefined && isWide !== (wide !== undefined))) {
    refuse(`says that its encoding is ${named}, which is wrong or not supported; use UTF-8`);
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return refuse(`is not ${encoding.toUpperCase()}`);
  }
}

/** Bytes in which the first line of XML is looked for. */
const startLength = 300;

/** How XML of two bytes a character begins: with a byte order mark, or with "<" (XML 1.0, appendix F). */
const wideStarts = [
  { pattern: /^(?:\xff\xfe|<\0)/, encoding: 'utf-16le' },
  { pattern: /^(?:\xfe\xff|\0<)/, encoding: 'utf-16be' },
];

function refuse(reason: string): never {
  throw new EngineError('e_invoice_invalid', `${field} ${reason}`);
}
