import { type PdfDamage, PdfEncrypted } from '../pdf/objects.ts';
import type { AuthorFault } from './tagging/explain-faults.ts';

/** Why a document could not be merged. */
export class MergeError extends Error {
  override name = 'MergeError';
  readonly code: 'pdf_invalid' | 'not_conforming' | 'too_many_pages' | 'invalid_request';
  /** Index of the part, from 0; undefined where it is the whole document. */
  readonly part: number | undefined;

  /** What only the author of the document can mend. */
  readonly faults: readonly AuthorFault[];

  constructor(
    code: MergeError['code'],
    part: number | undefined,
    message: string,
    { faults = [], ...options }: ErrorOptions & { faults?: readonly AuthorFault[] } = {},
  ) {
    super(message, options);
    this.code = code;
    this.part = part;
    this.faults = faults;
  }
}

/** The damage of a part as an error for the caller. */
export function explainDamage(damage: PdfDamage, part: number): MergeError {
  const encrypted = damage instanceof PdfEncrypted;
  const message = encrypted ? 'The PDF needs a password.' : `The PDF cannot be read: ${damage.message}.`;
  return new MergeError('pdf_invalid', part, message, { cause: damage });
}
