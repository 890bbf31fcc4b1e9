/**
 * Every error there is, once: its stable code, the HTTP status that carries it (null if it never travels), the exit code of
 * the command line, whether the same call may succeed later, its title, and whether it concerns a service as a whole. Codes
 * are never renamed and exit codes never renumbered. `docs/reference/errors.md` is made from this table, and a test compares the two.
 */
const table = {
  // What the service answers.
  invalid_json: { status: 400, exit: 7, retryable: false, title: 'The body is not JSON', service: true },
  unauthorized: { status: 401, exit: 4, retryable: false, title: 'The API key is missing or not valid', service: true },
  payment_required: { status: 402, exit: 8, retryable: false, title: 'The plan or quota is exhausted', service: true },
  forbidden: { status: 403, exit: 4, retryable: false, title: 'This is not allowed', service: true },
  not_found: { status: 404, exit: 5, retryable: false, title: 'There is nothing at this path', service: true },
  template_not_found: { status: 404, exit: 5, retryable: false, title: 'The template does not exist', service: true },
  revision_not_found: { status: 404, exit: 5, retryable: false, title: 'The revision does not exist', service: true },
  label_not_found: { status: 404, exit: 5, retryable: false, title: 'The label does not exist', service: true },
  asset_not_found: { status: 404, exit: 5, retryable: false, title: 'The asset does not exist', service: true },
  values_not_found: { status: 404, exit: 5, retryable: false, title: 'The values do not exist', service: true },
  render_not_found: { status: 404, exit: 5, retryable: false, title: 'The render does not exist', service: true },
  method_not_allowed: {
    status: 405,
    exit: 7,
    retryable: false,
    title: 'The method is not allowed here',
    service: true,
  },
  not_acceptable: {
    status: 406,
    exit: 7,
    retryable: false,
    title: 'None of the accepted media types is available',
    service: true,
  },
  still_running: { status: 409, exit: 6, retryable: true, title: 'The same request is still running', service: true },
  render_not_finished: {
    status: 409,
    exit: 6,
    retryable: true,
    title: 'The render has not finished yet',
    service: true,
  },
  render_failed: { status: 409, exit: 7, retryable: false, title: 'The render has no result', service: true },
  in_use: { status: 409, exit: 6, retryable: false, title: 'Templates use this', service: true },
  slug_taken: { status: 409, exit: 6, retryable: false, title: 'Another template has this slug', service: true },
  result_gone: { status: 410, exit: 5, retryable: false, title: 'The PDF has been deleted', service: true },
  template_changed: { status: 412, exit: 6, retryable: false, title: 'The template has changed', service: true },
  too_large: { status: 413, exit: 7, retryable: false, title: 'The request is too large' },
  unsupported_media_type: {
    status: 415,
    exit: 7,
    retryable: false,
    title: 'The media type is not supported',
    service: true,
  },
  range_not_satisfiable: {
    status: 416,
    exit: 7,
    retryable: false,
    title: 'The range is outside of the PDF',
    service: true,
  },
  invalid_request: { status: 422, exit: 7, retryable: false, title: 'The request is not valid' },
  address_not_allowed: { status: 422, exit: 7, retryable: false, title: 'The URL is not allowed' },
  template_error: { status: 422, exit: 7, retryable: false, title: 'The template could not be filled in' },
  page_failed: { status: 422, exit: 7, retryable: false, title: 'The page returned an error' },
  page_unreachable: { status: 422, exit: 7, retryable: false, title: 'The page did not answer' },
  resource_failed: { status: 422, exit: 7, retryable: false, title: 'A resource of the page failed to load' },
  glyph_missing: { status: 422, exit: 7, retryable: false, title: 'No font has a glyph for some characters' },
  wait_failed: { status: 422, exit: 7, retryable: false, title: 'The condition to wait for failed' },
  render_timeout: { status: 422, exit: 7, retryable: false, title: 'The render timed out' },
  pdf_invalid: { status: 422, exit: 7, retryable: false, title: 'The PDF cannot be read' },
  pdf_damaged: { status: 422, exit: 7, retryable: false, title: 'The PDF is damaged' },
  signature_lost: { status: 422, exit: 7, retryable: false, title: 'The signature of a PDF would be lost' },
  not_conforming: { status: 422, exit: 7, retryable: false, title: 'The document does not conform to the standard' },
  e_invoice_invalid: { status: 422, exit: 7, retryable: false, title: 'The XML of the e-invoice cannot be used' },
  too_many_pages: { status: 422, exit: 7, retryable: false, title: 'The document has too many pages' },
  idempotency_mismatch: {
    status: 422,
    exit: 7,
    retryable: false,
    title: 'The idempotency key was used for another request',
    service: true,
  },
  result_too_large: { status: 422, exit: 7, retryable: false, title: 'The PDF is too large to store' },
  rate_limited: { status: 429, exit: 8, retryable: true, title: 'Too many requests with this key', service: true },
  internal: { status: 500, exit: 10, retryable: true, title: 'An unexpected error', service: true },
  worker_lost: { status: 500, exit: 10, retryable: true, title: 'The worker of the render was lost', service: true },

  destination_failed: { status: 502, exit: 10, retryable: true, title: 'The PDF could not be sent to its destination' },
  signing_failed: { status: 502, exit: 10, retryable: true, title: 'The PDF could not be signed' },
  queue_full: { status: 503, exit: 10, retryable: true, title: 'The queue is full', service: true },
  queue_timeout: { status: 503, exit: 10, retryable: true, title: 'No slot became free in time', service: true },
  browser_restarting: { status: 503, exit: 10, retryable: true, title: 'The browser is restarting', service: true },
  shutting_down: { status: 503, exit: 10, retryable: true, title: 'The service is shutting down', service: true },
  store_unavailable: {
    status: 503,
    exit: 10,
    retryable: true,
    title: 'The database of the service does not respond',
    service: true,
  },
  results_unavailable: {
    status: 503,
    exit: 10,
    retryable: true,
    title: 'The result storage does not respond',
    service: true,
  },
  storage_full: { status: 507, exit: 10, retryable: true, title: 'The storage of the service is full', service: true },
  // What other services answer, and what never leaves the command line.
  conflict: {
    status: null,
    exit: 6,
    retryable: false,
    title: 'The request conflicts with the stored data',
    service: true,
  },
  rejected: { status: null, exit: 7, retryable: false, title: 'The service rejected the request', service: true },
  server_failed: { status: null, exit: 10, retryable: true, title: 'The service failed', service: true },
  unexpected_answer: {
    status: null,
    exit: 10,
    retryable: false,
    title: 'The response is not the requested type',
    service: true,
  },
  connection_refused: { status: null, exit: 11, retryable: true, title: 'The connection was refused' },
  connection_failed: { status: null, exit: 11, retryable: true, title: 'The connection failed' },
  name_not_resolved: { status: null, exit: 11, retryable: true, title: 'The host name could not be resolved' },
  tls_failed: { status: null, exit: 11, retryable: false, title: 'The certificate could not be verified' },
  proxy_failed: { status: null, exit: 11, retryable: false, title: 'The proxy refused the connection' },
  body_cut: { status: null, exit: 11, retryable: true, title: 'The response was cut off' },
  timeout: { status: null, exit: 12, retryable: true, title: 'The command timed out', service: true },
  not_delivered: { status: null, exit: 11, retryable: true, title: 'The event was not delivered' },
  usage: { status: null, exit: 2, retryable: false, title: 'The command line is not valid' },
  input_missing: { status: null, exit: 2, retryable: false, title: 'An input was not found' },
  input_invalid: { status: null, exit: 2, retryable: false, title: 'An input is not valid' },
  consent_needed: { status: null, exit: 2, retryable: false, title: 'Confirmation is needed' },
  config_invalid: { status: null, exit: 3, retryable: false, title: 'A setting is not valid' },
  unknown_profile: { status: null, exit: 3, retryable: false, title: 'The profile does not exist' },
  project_not_trusted: { status: null, exit: 3, retryable: false, title: 'The project file is not trusted' },
  insecure_address: { status: null, exit: 3, retryable: false, title: 'The URL is not safe for a key' },
  redirected: { status: null, exit: 3, retryable: false, title: 'The service redirects elsewhere' },
  browser_missing: { status: null, exit: 3, retryable: false, title: 'No Chromium can be started' },
  sandbox_unavailable: { status: null, exit: 3, retryable: false, title: 'The sandbox does not work here' },
  no_key: { status: null, exit: 4, retryable: false, title: 'No API key is set' },
  output_exists: { status: null, exit: 6, retryable: false, title: 'The output exists' },
  io_failed: { status: null, exit: 15, retryable: false, title: 'A file could not be read or written' },
  differences: { status: null, exit: 20, retryable: false, title: 'There are differences' },
  partial_failure: { status: null, exit: 21, retryable: false, title: 'Some items failed' },
  interrupted: { status: null, exit: 130, retryable: false, title: 'Interrupted' },
  terminated: { status: null, exit: 143, retryable: false, title: 'Terminated' },
  bug: { status: null, exit: 1, retryable: false, title: 'An unexpected error' },
} as const satisfies Record<string, ErrorRow>;

/** A row of the table. */
interface ErrorRow {
  status: number | null;
  exit: number;
  retryable: boolean;
  title: string;
  /** Whether it concerns a service as a whole, so that its address is part of the message. Default false. */
  service?: boolean;
}

/** A stable error code. */
export type ErrorCode = keyof typeof table;

/** The codes that travel with an HTTP status. */
export type ServiceErrorCode = { [C in ErrorCode]: (typeof table)[C]['status'] extends number ? C : never }[ErrorCode];

/** The table of errors. */
export const errors: Record<ErrorCode, ErrorRow> = table;

/** Whether a word is a known error code. */
export function isErrorCode(word: unknown): word is ErrorCode {
  return typeof word === 'string' && Object.hasOwn(table, word);
}

/** What the exit codes of the command line mean. They are never renumbered. */
export const exitCodes: Record<number, string> = {
  0: 'it worked',
  1: 'an unexpected error, a bug',
  2: 'the command line or a local input is not valid',
  3: 'a setting is not valid',
  4: 'the API key is missing, wrong or not allowed',
  5: 'not found',
  6: 'a conflict: the data has changed, or the output file exists',
  7: 'the service rejected the request',
  8: 'a rate limit or a quota; try later',
  10: 'the service failed; try later',
  11: 'the network failed; try later',
  12: 'the command timed out',
  15: 'a local file could not be read or written',
  20: 'there are differences',
  21: 'some items of a batch failed',
  130: 'interrupted (Ctrl-C)',
  143: 'terminated',
};
