import type { ServiceErrorCode, WarningCode } from '../../../contract/index.ts';

/** What to do about an error or a warning of a render, for whoever looks at it afterwards. */
const advice: Partial<Record<ServiceErrorCode | WarningCode, string>> = {
  template_error: 'Open the template and mend the line that is named.',
  template_not_found: 'The template was deleted, or the request names another account’s.',
  page_failed: 'Open the address in a browser to see what it answers.',
  page_unreachable: 'Check the address, and whether the service may reach it.',
  address_not_allowed: 'The operator decides which addresses the service may open.',
  wait_failed: 'Check the condition to wait for, or allow more time.',
  render_timeout: 'Allow more time (timeout_ms), or make the document lighter.',
  pdf_invalid: 'Save the PDF anew from a viewer, without a password.',
  too_many_pages: 'Split the document into several renders.',
  too_large: 'Send less, or split the document into several renders.',
  invalid_request: 'Mend the field that is named.',
  forbidden: 'Use a key with the scope that is named.',
  payment_required: 'The quota of this month is used up; ask the operator.',
  queue_full: 'Try again in a moment; if it stays, the service needs more room.',
  queue_timeout: 'Try again in a moment, or allow more time.',
  browser_restarting: 'Try again in a moment.',
  internal: 'Try again; if it stays, tell the operator the request id.',
  resource_missing: 'Add the file to the request, or mend its address.',
  resource_failed: 'Check the address of the file.',
  resource_blocked: 'Bring the file along in the request, or ask the operator to allow its host.',
  mixed_content: 'Name the file with https.',
  console_error: 'Mend the script; part of the page may be missing.',
  fonts_late: 'Bring the fonts along; the text may be set in another one.',
  still_moving: 'Let the movement end within four seconds.',
  still_loading: 'Make the answer faster, or say what to wait for.',
  header_too_tall: 'Make the top margin larger.',
  footer_too_tall: 'Make the bottom margin larger.',
};

/** What to do about a code; undefined where there is nothing to do. */
export function adviseOn(code: string): string | undefined {
  return advice[code as keyof typeof advice];
}
