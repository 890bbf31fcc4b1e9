import type { Relationship } from '../../contract/index.ts';

/** Part and level of PDF/A (ISO 19005-2 to -4). Part 4 has no level but F, for files. */
export type ArchiveClaim = { part: 2 | 3; level: 'A' | 'B' | 'U' } | { part: 4; level?: 'F' };

/** Whether an archive may hold files that are no archives. */
export function allowsFiles({ part, level }: ArchiveClaim): boolean {
  return part === 3 || level === 'F';
}

/** The standards that a document claims to keep. */
export interface Conformance {
  /** Undefined without that claim. */
  pdfA?: ArchiveClaim;
  /** Part of PDF/UA (ISO 14289). Undefined without that claim. */
  pdfUa?: 1 | 2;
  /** The attached invoice as XML. Undefined without one. */
  invoice?: EInvoice;
}

/** What a document says of the invoice that it holds (Factur-X 1.0, 6.2). */
export interface EInvoice {
  /** The name of the attached file. */
  name: 'factur-x.xml' | 'xrechnung.xml';
  /** The profile, in the words of Factur-X. */
  level: 'MINIMUM' | 'BASIC WL' | 'BASIC' | 'EN 16931' | 'EXTENDED' | 'XRECHNUNG';
  /** The version of Factur-X, or that of XRechnung. */
  version: string;
  /** What the XML is to the pages. */
  relationship: Relationship;
  /** The day of the invoice, as a time of ISO 8601; undefined if the XML names none. */
  modified?: string;
}
