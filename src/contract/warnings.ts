/**
 * Every warning of a render, once: its stable code, what it means, and what to do where it matters. Codes are never
 * renamed. `docs/reference/errors.md` is made from this table.
 */
const table = {
  // What a page lacks, or could not finish.
  resource_missing: { title: 'A file that the page uses does not exist', fix: 'add the file, or fix its path' },
  resource_failed: { title: 'A file that the page uses could not be loaded', fix: 'check its URL' },
  resource_blocked: {
    title: 'A file was not loaded: its URL is not allowed, or the browser blocked it',
    fix: 'add the file to the request, or allow its host (--egress, --allow)',
  },
  page_redirected: {
    title: 'The URL of a page redirects to another site',
    fix: 'if the PDF shows another page, such as a sign-in, open the URL in a browser; else use the final URL',
  },
  login_suspected: {
    title: 'The URL redirects to a page that asks for a password',
    fix: 'send your session or credentials: --cookie, --storage-state, --basic-auth or --request-header',
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
    title: 'No font has a glyph for some characters; they print as blanks or boxes',
    fix: 'add a font that has them: an @font-face rule, or a folder (font_dir)',
  },
  still_moving: { title: 'The page kept changing until the time limit', fix: 'end its animations within four seconds' },
  still_loading: {
    title: 'A script was still waiting for a response or a timer when the page was printed',
    fix: 'make the response or the timer faster, or name a condition (--wait-for)',
  },
  lazy_unloaded: {
    title: 'Content that loads on scroll may be missing: the page is too long',
    fix: 'load it without scrolling in print',
  },
  content_cut: {
    title:
      'Part of the content is cut off: its box scrolls, it is wider than the page, begins beyond its edge, or a text is too long',
    fix: 'give it more room in print (@media print), use a wider page (--landscape, --size), or shorten the text',
  },
  content_shrunk: {
    title: 'The content is wider than the page, so all of it was printed smaller',
    fix: 'make it fit, or choose a wider page (--landscape, --size)',
  },
  media_unprinted: {
    title: 'A video without a poster, or a canvas that needs WebGL, prints as an empty box',
    fix: 'give the video a poster; for WebGL set PLATEN_WEBGL=on, or draw the canvas in 2D or SVG; or hide it in print (@media print)',
  },
  text_rasterized: {
    title: 'An effect turns text into a picture or outlines: it cannot be searched, copied or read aloud',
    fix: 'turn the effect off in print: @media print { .box { filter: none } }',
  },
  text_covered: {
    title: 'A box with position: fixed covers text: it is printed on every page, and text flows below it',
    fix: 'put it into the margin (a larger margin in @page, and a negative top or bottom), behind the text (z-index: -1), or hide it (@media print)',
  },
  page_break_cuts: {
    title: 'A page break cuts through a box that Chromium cannot break elsewhere',
    fix: 'make the box a block, or less tall than a page',
  },
  css_ignored: {
    title: 'Unsupported CSS for paged media',
    fix: 'use other CSS; docs/reference/css.md lists what is supported',
  },
  diagram_unprinted: {
    title: 'A Mermaid diagram in Markdown is printed as its source',
    fix: 'fix the diagram; if none is drawn: npm install mermaid, in the folder of the document or above it in --root',
  },
  formula_invalid: {
    title: 'A formula in Markdown is printed as its source: it is not valid TeX, or uses an unsupported command',
    fix: 'fix it; katex.org/docs/supported lists the commands. For a dollar sign, write \\$',
  },
  front_matter_ignored: {
    title: 'Keys of the front matter have no effect',
    fix: 'fix or remove them; docs/reference/markdown.md lists all keys',
  },
  toc_empty: {
    title: 'The contents list nothing',
    fix: 'add headings or part titles, or leave out the contents',
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
    title: 'An option has no effect: the pages of a PDF are not changed, or no document takes the theme',
    fix: 'leave it out; in place of a PDF render the document that it was made from',
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
  field_unnamed: {
    title: 'A form control has no name, and its field is named by its place',
    fix: 'give it a name (the attribute name)',
  },
  field_unsupported: {
    title: 'A form control is printed as it looks: PDF forms have no such field',
    fix: 'use a text, a check box, radio buttons or a list; or leave it out in print (@media print)',
  },
  overlay_beyond: {
    title: 'An overlay names pages that the document does not have',
    fix: 'correct its pages; a range such as 2- has no last page',
  },
  overlay_unseen: {
    title: 'An overlay, or a part of it, is not drawn',
    fix: 'correct its position or opacity, or make its content fit on one page',
  },
  field_overflow: {
    title: 'The text of a form field is longer than the field shows',
    fix: 'shorten the text, or make the field larger',
  },
  // What merging leaves out of a PDF, or reads otherwise than it is written.
  pdf_repaired: {
    title: 'The PDF is damaged, and was repaired as far as possible',
    fix: 'check that it is complete, or create it again',
  },
  conformance_repaired: {
    title: 'A PDF breaks the standard of the document, and was repaired without a change of its pages',
    fix: 'none needed; see what was repaired',
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
    title: 'An annotation with a file, sound, video or 3D model was left out',
    fix: 'attach the file to the document instead',
  },
  attachment_dropped: {
    title: 'An attachment of a PDF was left out',
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
    title: 'A PDF has no tags, and another PDF has some or you asked for tags: screen readers may skip its pages',
    fix: 'add tags to the PDF, or write none at all: --no-tags',
  },
  output_intent_dropped: {
    title: 'The output intent of a part was dropped: the parts have different colour profiles',
    fix: 'merge parts of one output intent',
  },
} as const satisfies Readonly<Record<string, { title: string; fix: string }>>;

/**
 * Every warning of a command itself, in addition to those of its render: about settings, sources and what is around it. `--json`
 * lists both in `warnings`. Codes are never renamed.
 */
const commandTable = {
  encoding_doubtful: {
    title: 'A document has bytes that do not fit its encoding',
    fix: 'save it as UTF-8, or declare its encoding',
  },
  setting_unknown: {
    title: 'An environment variable looks like a setting, but is unknown',
    fix: 'correct its name: platen config list --all',
  },
  setting_unused: { title: 'A setting has no effect yet', fix: 'set what it needs: platen config set' },
  settings_refused: { title: 'Some settings are ignored', fix: 'see platen config list' },
  home_missing: {
    title: 'The user has no home folder: files are kept in the temporary folder',
    fix: 'set HOME, or XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_CACHE_HOME',
  },
  key_exposed: { title: 'Other users can read an API key', fix: 'restrict the file, or replace the key' },
  key_mistyped: { title: 'The API key is incomplete or mistyped', fix: 'copy it again' },
  seal_kept: {
    title: 'The files of a seal have changed and cannot be used, so it stays what it was',
    fix: 'check the certificate, the key and the password',
  },
  proxy_ignored: { title: 'A proxy variable names no proxy', fix: 'correct it, such as http://proxy:3128' },
  plain_http: { title: 'The service listens without TLS', fix: 'put a proxy with TLS in front of it' },
  sandbox_off: {
    title: 'The browser runs without its sandbox',
    fix: 'allow user namespaces: platen doctor; do not render documents that you do not trust',
  },
  browser_replaced: {
    title: 'The browser does not start, and another one of this machine is used',
    fix: 'fix the cause in the warning, or set PLATEN_CHROMIUM',
  },
  network_shared: { title: 'The browser shares the network of the machine', fix: 'run platen doctor for the reason' },
  fonts_empty: { title: 'A folder of fonts has no font', fix: 'choose a folder with .ttf, .otf or .ttc files' },
  fonts_ignored: {
    title: 'The browser of this system does not read folders of fonts',
    fix: 'embed the fonts (@font-face), or render on Linux',
  },
  account_unknown: { title: 'The account has no data', fix: 'check its name' },
  folder_skipped: { title: 'A folder without template.json is skipped', fix: 'add template.json, or move the folder' },
  sync_record_lost: {
    title: 'The sync record of the templates cannot be read or written',
    fix: 'check the file; pull again to create it',
  },
  journal_damaged: { title: 'Lines of a journal cannot be read', fix: 'none needed: their jobs are rendered again' },
  public_url_unset: {
    title: 'The link uses the listen address of the service, because no public URL is set',
    fix: 'set it: --public-url https://pdf.example.com, or PLATEN_PUBLIC_URL',
  },
  worker_missing: { title: 'No service renders in the background', fix: 'start one: platen serve' },
  start_passed: { title: 'The time of --start-at has passed', fix: 'none needed: the render starts now' },
  pdf_unwritten: { title: 'The service returned JSON instead of a PDF', fix: 'check the request and base_url' },
  viewer_missing: { title: 'No PDF viewer was found', fix: 'open the file yourself' },
} as const satisfies Readonly<Record<string, { title: string; fix: string }>>;

/** Called with each warning for the operator and its code. */
export type OnWarning = (text: string, code: CommandWarningCode) => void;

/** The code of a warning of a command itself. */
export type CommandWarningCode = keyof typeof commandTable;

/** The meaning of each warning of a command itself, and what to do. */
export const commandWarnings: Readonly<Record<CommandWarningCode, { title: string; fix: string }>> = commandTable;

/** The code of a warning of a render. */
export type WarningCode = keyof typeof table;

/** The meaning of each warning, and what to do. */
export const renderWarnings: Readonly<Record<WarningCode, { title: string; fix: string }>> = table;
