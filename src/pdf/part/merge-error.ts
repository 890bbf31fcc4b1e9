import { type PdfDamage, PdfEncrypted, unlessDamaged } from '../objects/objects.ts';

/** What only the author of a document can repair. The names are those of the findings of `templates check`. */
export type FaultCode =
  | 'no_title'
  | 'no_language'
  | 'no_tags'
  | 'not_accessible'
  | 'no_alternative'
  | 'heading_skipped'
  | 'no_header_cells'
  | 'no_link_text'
  | 'no_character_text'
  | 'text_lost';

/** A fault that only the author of the document can fix, in words, as sent on the wire. */
export interface AuthorFault {
  code: FaultCode;
  /** Index of the part, from 0; undefined for the whole document. */
  part?: number;
  /** Number of the page in the document, from 1, if it is on one. */
  page?: number;
  /** The element's text, shortened. */
  text?: string;
  /** The level of a heading. */
  level?: number;
  detail: string;
}

/** Why a field of a form cannot have the value that was asked for. */
export interface FieldFault {
  /** Its full name; empty for the form as a whole. */
  name: string;
  detail: string;
  /** Whether the form has no field of this name. */
  isUnknown?: true;
}

/** Why a document could not be merged. */
export class MergeError extends Error {
  override name = 'MergeError';
  readonly code: 'pdf_invalid' | 'not_conforming' | 'too_many_pages' | 'invalid_request';
  /** Index of the part, from 0; undefined if it is the whole document. */
  readonly part: number | undefined;

  /** Faults that only the author of the document can fix. */
  readonly faults: readonly AuthorFault[];
  /** Values of form fields that cannot be set. */
  readonly fields: readonly FieldFault[];
  /** The fields that the form has, if others were named. */
  readonly knownFields: readonly string[];

  constructor(
    code: MergeError['code'],
    part: number | undefined,
    message: string,
    { faults = [], fields = [], knownFields = [], ...options }: ErrorOptions & MergeErrorDetails = {},
  ) {
    super(message, options);
    this.code = code;
    this.part = part;
    this.faults = faults;
    this.fields = fields;
    this.knownFields = knownFields;
  }
}

/** What a merge error lists, if anything. */
interface MergeErrorDetails {
  faults?: readonly AuthorFault[];
  fields?: readonly FieldFault[];
  knownFields?: readonly string[];
}

/** What `read` returns. Its damage is that of part 0, as an error for the caller. */
export function readAlone<T>(read: () => T): T {
  return unlessDamaged(read, (damage) => {
    throw explainDamage(damage, 0);
  });
}

/** The damage of a part as an error for the caller. */
export function explainDamage(damage: PdfDamage, part: number): MergeError {
  const encrypted = damage instanceof PdfEncrypted;
  const message = encrypted ? 'The PDF needs a password.' : `The PDF cannot be read: ${damage.message}.`;
  return new MergeError('pdf_invalid', part, message, { cause: damage });
}
