import type { PdfDict } from '../objects/objects.ts';
import type { StructureElement } from './structure-elements.ts';

/** The standard structure types of PDF 1.7 (ISO 32000-1, 14.8.4). */
const standard = new Set(
  `Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody
  Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP
  Figure Formula Form`.split(/\s+/),
);

/** The nearest standard type of those that Chromium writes beside them; Span for others. */
const nearest: Record<string, string> = { Aside: 'Div', Title: 'P', FENote: 'Div', DocumentFragment: 'Div' };

/** Maps the types of elements that PDF 1.7 does not know to those that it does (ISO 14289-1, 7.1). */
export function mapRoles(elements: Iterable<StructureElement>, roles: PdfDict): void {
  for (const { role } of elements) {
    if (!standard.has(role) && !roles.has(role)) roles.set(role, nearest[role] ?? 'Span');
  }
}
