/**
 * Every warning of a render, once: its stable code, what it means, and what to do where it matters. Codes are never
 * renamed. `docs/errors.md` is made from this table.
 */
const table = {
  // What a page lacks, or could not finish.
  resource_missing: { title: 'A file that the page names is not there', fix: 'add it, or mend its address' },
  resource_failed: { title: 'A file that the page names could not be loaded', fix: 'check its address' },
  resource_blocked: {
    title: 'A file was not loaded: its address is not allowed, or the browser blocked it',
    fix: 'bring the file along, or allow its host (--egress, --allow)',
  },
  mixed_content: { title: 'A page at https names a file at http', fix: 'name it with https' },
  console_error: { title: 'A script of the page failed', fix: 'mend the script; part of the page may be missing' },
  fonts_late: { title: 'Fonts were not ready in time', fix: 'bring them along; the text may be set in another font' },
  font_missing: {
    title: 'A font that the document names is not there, and its text is printed in another one',
    fix: 'bring it along: an @font-face rule, a folder (font_dir)',
  },
  glyph_missing: {
    title: 'No font has a glyph for some characters: they print as nothing, or as a box',
    fix: 'bring a font that has them: an @font-face rule, a folder (font_dir)',
  },
  still_moving: { title: 'The page never came to rest', fix: 'let its movement end within four seconds' },
  still_loading: {
    title: 'A script still waited for an answer or a timer when the page was printed',
    fix: 'make the answer or the timer faster, or say what to wait for (--wait-for)',
  },
  lazy_unloaded: {
    title: 'What the page shows only once it is scrolled into view may be missing: the page is too long',
    fix: 'load and show it at once in print',
  },
  content_cut: {
    title: 'Part of the content is cut off: its box scrolls, or it is wider than the page',
    fix: 'give it room in print (@media print), or a wider page (--landscape, --size)',
  },
  content_shrunk: {
    title: 'The content is wider than the page, and all of it was printed smaller',
    fix: 'make it fit, or choose a wider page (--landscape, --size)',
  },
  media_unprinted: {
    title: 'A film without a poster, or a canvas that needs WebGL, prints as an empty box',
    fix: 'give the film a poster, draw the canvas in 2D or SVG, or hide it in print (@media print)',
  },
  css_ignored: {
    title: 'A style for paged media does nothing: the browser does not know it',
    fix: 'write it in another way; docs/paged-media.md says what there is',
  },
  page_size_overridden: {
    title: 'The page size or direction that was asked for replaces that of the document',
    fix: 'nothing, or leave it to the document: --prefer-css-page-size',
  },
  page_margin_overridden: {
    title: 'The margins that were asked for replace those of the document',
    fix: 'nothing, or leave them to the document: --prefer-css-page-size',
  },
  option_ignored: {
    title: 'An option has no effect: the pages of a PDF stay as they are',
    fix: 'leave it out, or print the document that the PDF was made of',
  },
  header_too_tall: { title: 'The header is taller than its margin', fix: 'make the top margin larger' },
  footer_too_tall: { title: 'The footer is taller than its margin', fix: 'make the bottom margin larger' },
  header_overlaps: {
    title: 'The header is printed over what the document itself shows at the top of its pages (@page)',
    fix: 'leave out one of them',
  },
  footer_overlaps: {
    title: 'The footer is printed over what the document itself shows at the bottom of its pages (@page)',
    fix: 'leave out one of them',
  },
  // What merging leaves out of a PDF, or reads otherwise than it is written.
  pdf_repaired: {
    title: 'The PDF is damaged, and was read as far as that goes',
    fix: 'look whether all of it is there, or have it made anew',
  },
  encryption_dropped: {
    title: 'The PDF was encrypted and opens without a password; the result is not',
    fix: 'encrypt the result, if it has to be',
  },
  signature_dropped: { title: 'A signature was dropped: it stands for its own file alone', fix: 'sign the result' },
  form_dropped: {
    title: 'An XFA form was left out; the fields of the pages stay',
    fix: 'check that they show all of it',
  },
  action_dropped: { title: 'A script or another action was left out', fix: 'nothing, where it is not missed' },
  annotation_dropped: {
    title: 'A note that holds a file, a sound, a film or a model was left out',
    fix: 'attach the file to the document, where it is missed',
  },
  attachment_dropped: {
    title: 'A file that a PDF brings along was left out',
    fix: 'nothing, or attach it to the document under another name, where it is missed',
  },
  link_dropped: {
    title: 'A link or a heading of the outline leads nowhere in the result',
    fix: 'add the file it leads to as a part, keep the page it leads to, or make it a web address',
  },
  metadata_dropped: {
    title: 'Properties beyond title, author, subject, keywords, program and dates were left out',
    fix: 'nothing, unless a standard such as PDF/A or Factur-X asks for them',
  },
  output_intent_dropped: {
    title: 'The output intent of a part was dropped: the parts are meant for different colours',
    fix: 'merge parts of one output intent',
  },
} as const satisfies Readonly<Record<string, { title: string; fix: string }>>;

/** The code of a warning. */
export type WarningCode = keyof typeof table;

/** The meaning of each warning, and what to do. */
export const renderWarnings: Readonly<Record<WarningCode, { title: string; fix: string }>> = table;
