/** Why a document could not be bound. */
export class BindError extends Error {
  override name = 'BindError';
  readonly code: 'pdf_invalid' | 'too_many_pages';
  /** Index of the part, from 0. */
  readonly part: number;

  constructor(code: BindError['code'], part: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.part = part;
  }
}
