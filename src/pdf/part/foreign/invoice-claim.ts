import { readXmp, readXmpProperty } from './read-xmp.ts';

/** What the metadata of a document say of the e-invoice that it has attached (Factur-X 1.0, 6.2; ZUGFeRD 1.0 and 2.0). */
export interface InvoiceClaim {
  namespace: string;
  prefix: 'fx' | 'zf';
  /** The name of the attached XML. */
  name: string;
  type: string;
  version: string;
  level: string;
}

/** The namespaces of the claim, by their usual prefix. */
const namespaces: Readonly<Record<InvoiceClaim['prefix'], readonly string[]>> = {
  fx: ['urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'],
  zf: [
    'urn:ferd:pdfa:CrossIndustryDocument:invoice:1p0#',
    'urn:zugferd:pdfa:CrossIndustryDocument:invoice:1p0#',
    'urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#',
  ],
};

/** Reads the claim of a document to be an e-invoice; undefined for one that is not whole. */
export function readInvoiceClaim(catalog: Parameters<typeof readXmp>[0]): InvoiceClaim | undefined {
  const xmp = readXmp(catalog);
  for (const [, own = '', namespace = ''] of xmp.matchAll(/\sxmlns:([A-Za-z][\w-]*)\s*=\s*["']([^"']+)["']/g)) {
    const prefix = (['fx', 'zf'] as const).find((each) => namespaces[each].includes(namespace));
    if (prefix === undefined) continue;
    const read = (name: string) => readXmpProperty(xmp, `${own}:${name}`)?.trim() ?? '';
    const [name, level, version] = [read('DocumentFileName'), read('ConformanceLevel'), read('Version')];
    if (name === '' || level === '' || version === '') continue;
    return { namespace, prefix, name, level, version, type: read('DocumentType') || 'INVOICE' };
  }
  return undefined;
}
