import type { ServiceErrorCode, WarningCode } from '../../../contract/index.ts';

/** What to do about an error of a render, for people who look at it later. The command line names its flags instead. */
const errors: Partial<Record<ServiceErrorCode, string>> = {
  template_error: 'Open the template and fix that line.',
  template_not_found: 'The template was deleted, or the request names another account’s.',
  not_conforming: 'Fix the problems in the document, or leave out the standard.',
  e_invoice_invalid: 'Send XML of Factur-X, ZUGFeRD 2 or XRechnung in the syntax of UN/CEFACT (CII).',
  page_failed: 'Open the URL in a browser.',
  page_unreachable: 'Check the URL, and whether the service can reach it.',
  address_not_allowed: 'The operator sets which URLs the service may open.',
  wait_failed: 'Fix the condition in wait_for.',
  render_timeout: 'Allow more time (timeout_ms), or make the document lighter.',
  pdf_invalid: 'Save the PDF again from a viewer, without a password.',
  pdf_damaged: 'Replace the PDF with an undamaged one, or accept the repair (on_damage: "warn").',
  too_many_pages: 'Split the document into several renders.',
  too_large: 'Send less, or split the document into several renders.',
  invalid_request: 'Fix the field above.',
  forbidden: 'Use a key with the scope that is named.',
  payment_required: 'The quota of this month is used up; ask the operator.',
  queue_full: 'Try again in a moment; if it stays, the service needs more room.',
  queue_timeout: 'Try again in a moment, or allow more time.',
  browser_restarting: 'Try again in a moment.',
  internal: 'Try again; if it stays, tell the operator the request id.',
};

/** What to do about each warning. */
const warnings: Readonly<Record<WarningCode, string>> = {
  resource_missing: 'Add the file to the request, or fix its path.',
  resource_failed: 'Check the URL of the file.',
  resource_blocked: 'Bring the file along in the request, or ask the operator to allow its host.',
  page_redirected:
    'Open the URL in a browser if the PDF shows another page, such as a sign-in; else use the final URL.',
  mixed_content: 'Name the file with https.',
  console_error: 'Fix the script; part of the page may be missing.',
  fonts_late: 'Bring the fonts along; the text may be set in another one.',
  font_missing: 'Bring the font along (@font-face), or ask the operator to install it.',
  glyph_missing: 'Bring a font along that has the characters.',
  still_moving: 'Let the movement end within four seconds.',
  lazy_unloaded: 'Load and show it without scrolling in print.',
  still_loading: 'Make the answer or the timer faster, or say what to wait for.',
  content_cut: 'Give it room in print (@media print), or a wider page.',
  content_shrunk: 'Make it fit, or choose a wider page.',
  media_unprinted: 'Give the film a poster, draw the canvas in 2D or SVG, or hide it in print (@media print).',
  text_rasterized: 'Turn the effect off in print: @media print { .box { filter: none } }.',
  text_covered: 'Put the box into the margin of the page, behind the text, or hide it in print.',
  page_break_cuts: 'Make the box a block, or lower than a page.',
  css_ignored: 'Write it in another way.',
  diagram_unprinted: 'Convert the diagram to a picture with the command line of Mermaid.',
  formula_invalid: 'Fix the formula. For a dollar sign, write \\$.',
  front_matter_ignored: 'Fix or remove these keys.',
  toc_empty: 'Add headings or part titles, or leave out the contents.',
  page_size_overridden: 'Nothing, or leave the page size to the document (prefer_css_page_size).',
  page_margin_overridden: 'Nothing, or leave the margins to the document (prefer_css_page_size).',
  option_ignored: 'Leave the option out, or print the document that the PDF was made of.',
  header_too_tall: 'Make the top margin larger.',
  footer_too_tall: 'Make the bottom margin larger.',
  header_overlaps: 'Leave out the header, or what the document shows at the top of its pages.',
  footer_overlaps: 'Leave out the footer, or what the document shows at the bottom of its pages.',
  pdf_repaired: 'Check that the PDF is complete, or create it again.',
  encryption_dropped: 'Encrypt the result, if it has to be.',
  signature_dropped: 'Sign the result.',
  tags_missing: 'Add tags to the PDF, or turn tags off for the whole document.',
  form_dropped: 'Check that the fields of the pages show all of it.',
  action_dropped: 'Nothing, unless you need the action.',
  annotation_dropped: 'Attach the file to the document if you need it.',
  attachment_dropped: 'Attach the file under another name if you need it.',
  link_dropped: 'Add its target file as a part, keep its target page, or use a web URL.',
  metadata_dropped: 'Nothing, unless a standard asks for these properties.',
  overlay_beyond: 'Correct the pages of the overlay. A range such as 2- has no last page.',
  overlay_unseen: 'Correct the position or the opacity of the overlay, or make its content fit on one page.',
  field_overflow: 'Shorten the text of the field, or make the field larger.',
  output_intent_dropped: 'Merge parts of one output intent.',
};

/** What to do about a code; undefined if there is nothing to do. */
export function adviseOn(code: string): string | undefined {
  return errors[code as ServiceErrorCode] ?? warnings[code as WarningCode];
}
