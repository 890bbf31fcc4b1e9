/** Markdown that cannot become a page, by its own fault. */
export class MarkdownError extends Error {
  /** `too_large` for what costs too much, else `invalid_request`. */
  readonly code: 'invalid_request' | 'too_large';

  constructor(code: 'invalid_request' | 'too_large', message: string) {
    super(message);
    this.name = 'MarkdownError';
    this.code = code;
  }
}
