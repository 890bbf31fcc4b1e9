import type { Conformance } from '../../part/conformance.ts';
import { type InvoiceClaim, readInvoiceClaim } from '../../part/foreign/invoice-claim.ts';
import type { MergeWarnings } from '../../part/merge-warnings.ts';
import type { OpenPart } from '../../part/open-part.ts';
import { hasFile } from '../attachments.ts';

/** The e-invoices among the parts. */
export interface ChosenInvoice {
  /** What the one says of itself that the document stays; undefined for none. */
  claim: InvoiceClaim | undefined;
  /** The parts whose claim is kept, or reported as lost. */
  known: ReadonlySet<OpenPart>;
}

/**
 * The e-invoice among users' PDFs that the document stays: that of a single part, or the only one among several if the document is PDF/A-3.
 * `taken` are the names of files that are attached already. Warns of the claims that are lost, with the remedy.
 */
export function chooseInvoice(
  parts: readonly OpenPart[],
  { pdfA, invoice }: Conformance,
  taken: ReadonlySet<string>,
  warnings: MergeWarnings,
): ChosenInvoice {
  if (invoice !== undefined) return { claim: undefined, known: new Set() };
  const found = parts.flatMap((part) => {
    const claim = part.part.foreign ? readInvoiceClaim(part.catalog) : undefined;
    return claim !== undefined && hasFile(part, claim.name) ? [{ part, claim }] : [];
  });
  const lose = (why: string) => {
    for (const { part, claim } of found)
      warnings.add(part.index, 'metadata_dropped', `its claim to be an e-invoice (${claim.level}) was dropped: ${why}`);
  };
  const known = new Set(found.map(({ part }) => part));
  const [only] = found;
  if (only === undefined) return { claim: undefined, known };
  if (found.length > 1) lose('a document can be one e-invoice only');
  else if (taken.has(only.claim.name)) lose(`another attachment has the name ${only.claim.name}`);
  else if (pdfA?.part === 4 || (parts.length > 1 && pdfA?.part !== 3))
    lose('write PDF/A-3 to keep it, such as level 3b');
  else return { claim: only.claim, known };
  return { claim: undefined, known };
}
