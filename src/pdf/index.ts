// A PDF library: bytes in, bytes out. Reads, merges, tags, checks and writes PDFs. Starts no browser, opens no file and no connection.
export { readDocumentScale, readScales } from './content/drawn-scale.ts';
export { findCoveredText, type PagePlace } from './content/find-covered-text.ts';
export { findMissingGlyphs, type MissingGlyphs } from './content/find-missing-glyphs.ts';
export { listFontNames } from './content/list-font-names.ts';
export { type DocumentFacts, readDocumentFacts } from './facts/read-document-facts.ts';
export type { FaceFile } from './fields/bundled-face.ts';
export { controlAddress } from './fields/make-fields.ts';
export type { ImageRecoding } from './images/recode-images.ts';
export type { Attachment } from './merge/attachments.ts';
export { locatePlaces, type PlacePages } from './merge/links/locate-places.ts';
export { type Heading, listHeadings } from './merge/list-headings.ts';
export { type MergedPdf, type MergeOptions, measurePages, mergePdfs, type PageSize } from './merge/merge.ts';
export type { OverlayPdf } from './merge/overlays.ts';
export type { StampPdf } from './merge/stamps.ts';
export { findLostPages } from './objects/compare-repair.ts';
export { decodeStream } from './objects/decode-stream.ts';
export {
  asArray,
  asDict,
  PdfDamage,
  type PdfDict,
  PdfEncrypted,
  type PdfObject,
  PdfRef,
  PdfStream,
  resolve,
} from './objects/objects.ts';
export { openPrinted, readPages } from './objects/page-tree.ts';
export { PdfFile } from './objects/pdf-file.ts';
export { isWhole, rebuildPdf } from './objects/rebuild-pdf.ts';
export { readLanguageTag } from './objects/text-string.ts';
export { listPrivate } from './objects/to-unicode.ts';
export { writePdf } from './objects/write-pdf.ts';
export type { Conformance, EInvoice } from './part/conformance.ts';
export { generatedPlace } from './part/links/destinations.ts';
export { findByPath, normalizePath, readPlaceIndex, tryDecode } from './part/links/part-names.ts';
export { type AuthorFault, type FieldFault, MergeError } from './part/merge-error.ts';
export type {
  Bookmark,
  FieldValue,
  FormRequest,
  MergePart,
  PartPlace,
  PdfPageLabel,
  PrintedControl,
} from './part/merge-part.ts';
export type { MergeWarning } from './part/merge-warnings.ts';
export { readOverlayPages } from './part/overlay-pages.ts';
export { readPageRanges } from './part/page-ranges.ts';
export { replacePages } from './part/replace-pages.ts';
export { markRoom, type TrimmedSheet } from './part/trimmed-sheets.ts';
export type { AskAuthority, AuthorityQuestion } from './sign/ask-timestamp.ts';
export { checkDates, openSigner, type PdfSigner, type SignerFiles, SigningError } from './sign/open-signer.ts';
export { type SignOptions, signPdf } from './sign/sign-pdf.ts';
