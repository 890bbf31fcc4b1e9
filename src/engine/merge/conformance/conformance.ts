/** The standards that a document claims to keep. */
export interface Conformance {
  /** Part and level of PDF/A (ISO 19005-2 and -3). Undefined without that claim. */
  pdfA?: { part: 2 | 3; level: 'A' | 'B' | 'U' };
  /** Part of PDF/UA (ISO 14289-1). Undefined without that claim. */
  pdfUa?: 1;
}
