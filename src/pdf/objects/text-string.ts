import { asString, type PdfDict, PdfString } from './objects.ts';

/** Text as a PDF text string: ASCII unchanged, anything else as UTF-16BE with its mark (ISO 32000-2, 7.9.2.2). */
export function encodeTextString(text: string): PdfString {
  const sound = text.toWellFormed();
  if (/^[\x20-\x7e]*$/.test(sound)) return new PdfString(sound);
  return new PdfString(`\xfe\xff${Buffer.from(sound, 'utf16le').swap16().toString('latin1')}`);
}

/**
 * The text of a text string, without NULs at its end, which programs that count a C string's last byte write, and without the
 * marks of its language (ISO 32000-2, 7.9.2.2). PDFDocEncoding is read as Latin-1 with its own quotes and dashes.
 */
export function decodeTextString(bytes: string): string {
  return decodeBytes(bytes).replace(/\0+$/, '');
}

function decodeBytes(bytes: string): string {
  const raw = Buffer.from(bytes, 'latin1');
  if (bytes.startsWith('\xfe\xff')) {
    const even = raw.subarray(2, raw.length - (raw.length % 2));
    return dropLanguageMarks(Buffer.from(even).swap16().toString('utf16le').toWellFormed());
  }
  if (bytes.startsWith('\xff\xfe')) {
    return dropLanguageMarks(raw.subarray(2).toString('utf16le').toWellFormed());
  }
  if (bytes.startsWith('\xef\xbb\xbf')) return dropLanguageMarks(raw.subarray(3).toString('utf8'));
  return bytes
    .replace(/[\x18-\x1f]/g, (character) => accents[character.charCodeAt(0) - 0x18] ?? '')
    .replace(/[\x80-\x9e\xa0]/g, (character) => docEncoding[character.charCodeAt(0) - 0x80] ?? '');
}

/** Unicode text may say its language between two escape characters: two letters, and two more for the country. */
function dropLanguageMarks(text: string): string {
  return text.replace(/\x1b(?:[a-z]{2}){1,2}\x1b/gi, '');
}

/** PDFDocEncoding from 0x18 to 0x1F. */
const accents = [...'˘ˇˆ˙˝˛˚˜'];

/** PDFDocEncoding from 0x80 to 0xA0 (ISO 32000-2, annex D.2). */
const docEncoding = [...'•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž', '', '€'];

/** A language as HTML pages write it, with `_` replaced by `-`; undefined if it is not a language tag (RFC 5646, section 2.1). */
export function readLanguageTag(written: string): string | undefined {
  const tag = written.trim().replaceAll('_', '-');
  return /^[a-z]{1,8}(-[a-z\d]{1,8})*$/i.test(tag) ? tag : undefined;
}

/** The language that a catalog, a structure element or a property list names (ISO 32000-2, 14.9.2). */
export function readLanguage(dict: PdfDict): string | undefined {
  return readLanguageTag(decodeTextString(asString(dict.get('Lang')) ?? ''));
}

/** What a structure element or a property list names as its language, if it is neither empty nor a language tag (RFC 3066). */
export function findOddLanguage(dict: PdfDict): string | undefined {
  const written = asString(dict.get('Lang'));
  if (written === undefined) return undefined;
  const language = decodeTextString(written);
  return language === '' || readLanguageTag(language) === language ? undefined : language;
}
