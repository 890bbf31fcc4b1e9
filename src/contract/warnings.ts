/**
 * Every warning of a render, once: its stable code, what it means, and what to do where it matters. Codes are never
 * renamed. `docs/errors.md` is made from this table.
 */
const table = {
  // What a page lacks, or could not finish.
  resource_missing: { title: 'A file that the page uses does not exist', fix: 'add the file, or fix its path' },
  resource_failed: { title: 'A file that the page uses could not be loaded', fix: 'check its URL' },
  resource_blocked: {
    title: 'A file was not loaded: its URL is not allowed, or the browser blocked it',
    fix: 'add the file to the request, or allow its host (--egress, --allow)',
  },
  mixed_content: { title: 'An https page uses a file from an http URL', fix: 'use its https URL' },
  console_error: { title: 'A script of the page failed', fix: 'fix the script; part of the page may be missing' },
  fonts_late: {
    title: 'Fonts were not ready in time',
    fix: 'embed them (@font-face) or add a folder (font_dir); the text may be in another font',
  },
  font_missing: {
    title: 'A font of the document is not available, and its text is printed in another font',
    fix: 'add the font: an @font-face rule, or a folder (font_dir)',
  },
  glyph_missing: {
    title: 'No font has a glyph for some characters: they print as nothing, or as a box',
    fix: 'add a font that has them: an @font-face rule, or a folder (font_dir)',
  },
  still_moving: { title: 'The page never came to rest', fix: 'let its movement end within four seconds' },
  still_loading: {
    title: 'A script was still waiting for a response or a timer when the page was printed',
    fix: 'make the response or the timer faster, or name a condition (--wait-for)',
  },
  lazy_unloaded: {
    title: 'Content that appears on scroll may be missing: the page is too long',
    fix: 'load and show it without scrolling in print',
  },
  content_cut: {
    title: 'Part of the content is cut off: its box scrolls, it is wider than the page, or begins beyond its edge',
    fix: 'give it more room in print (@media print), or use a wider page (--landscape, --size)',
  },
  content_shrunk: {
    title: 'The content is wider than the page, so all of it was printed smaller',
    fix: 'make it fit, or choose a wider page (--landscape, --size)',
  },
  media_unprinted: {
    title: 'A video without a poster, or a canvas that needs WebGL, prints as an empty box',
    fix: 'give the video a poster, draw the canvas in 2D or SVG, or hide it in print (@media print)',
  },
  text_rasterized: {
    title: 'An effect turns text into a picture or outlines: it cannot be searched, copied or read aloud',
    fix: 'turn the effect off in print: @media print { .box { filter: none } }',
  },
  page_break_cuts: {
    title: 'A page break cuts through a box that Chromium cannot break elsewhere',
    fix: 'make the box a block, or lower than a page',
  },
  css_ignored: {
    title: 'Unsupported CSS for paged media',
    fix: 'use other CSS; docs/paged-media.md lists what is supported',
  },
  page_size_overridden: {
    title: 'The requested page size or orientation replaces that of the document',
    fix: 'none needed; to use the size of the document: --prefer-css-page-size',
  },
  page_margin_overridden: {
    title: 'The requested margins replace those of the document',
    fix: 'none needed; to use the margins of the document: --prefer-css-page-size',
  },
  option_ignored: {
    title: 'An option has no effect: the pages of a PDF are not changed',
    fix: 'leave it out, or render the document that the PDF was made from',
  },
  header_too_tall: { title: 'The header is taller than its margin', fix: 'make the top margin larger' },
  footer_too_tall: { title: 'The footer is taller than its margin', fix: 'make the bottom margin larger' },
  header_overlaps: {
    title: 'The header covers margin boxes at the top of the page (@page)',
    fix: 'remove one of them',
  },
  footer_overlaps: {
    title: 'The footer covers margin boxes at the bottom of the page (@page)',
    fix: 'remove one of them',
  },
  // What merging leaves out of a PDF, or reads otherwise than it is written.
  pdf_repaired: {
    title: 'The PDF is damaged, and was repaired as far as possible',
    fix: 'check that it is complete, or create it again',
  },
  encryption_dropped: {
    title: 'The PDF was encrypted (without a password to open it); the result is not',
    fix: 'encrypt the result if needed',
  },
  signature_dropped: { title: 'A signature was dropped: it is valid only for its own file', fix: 'sign the result' },
  form_dropped: {
    title: 'An XFA form was left out; the fields on the pages are kept',
    fix: 'check that they show all of the form',
  },
  action_dropped: { title: 'A script or another action was left out', fix: 'none needed, unless you need the action' },
  annotation_dropped: {
    title: 'A note with a file, a sound, a video or a 3D model was left out',
    fix: 'attach the file to the document if you need it',
  },
  attachment_dropped: {
    title: 'A file that is attached to a PDF was left out',
    fix: 'attach it to the document under another name if you need it',
  },
  link_dropped: {
    title: 'A link or a heading of the outline leads nowhere in the result',
    fix: 'add its target file as a part, keep its target page, or use a web URL',
  },
  metadata_dropped: {
    title: 'Properties other than title, author, subject, keywords, program and dates were left out',
    fix: 'none needed, unless a standard such as PDF/A or Factur-X requires them',
  },
  tags_missing: {
    title: 'A PDF has no tags, and other parts have: screen readers and exports may skip its pages',
    fix: 'add tags to the PDF, or write none at all: --no-tags',
  },
  output_intent_dropped: {
    title: 'The output intent of a part was dropped: the parts have different colour profiles',
    fix: 'merge parts of one output intent',
  },
} as const satisfies Readonly<Record<string, { title: string; fix: string }>>;

/** The code of a warning. */
export type WarningCode = keyof typeof table;

/** The meaning of each warning, and what to do. */
export const renderWarnings: Readonly<Record<WarningCode, { title: string; fix: string }>> = table;
