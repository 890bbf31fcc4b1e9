/**
 * The string formats of the schemas, each a pure check. In JSON Schema 2020-12 (section 7) a format is only an annotation; the server hands this table to its validator.
 */
export const formats: Record<string, (text: string) => boolean> = {
  'http-address': isHttpAddress,
  'plain-text': isPlainText,
  'css-length': (text) => /^(0|\d{1,6}(\.\d{1,6})?(px|pt|pc|in|cm|mm|Q))$/.test(text),
  'page-ranges': isPageRanges,
  'overlay-pages': (text) => /^(first|last|odd|even)$/.test(text) || isPageRanges(text),
  locale: isLocale,
  'time-zone': isTimeZone,
  'asset-path': isAssetPath,
  slug: isSlug,
  'template-folder': (text) => text === '' || isSlugPath(text),
  base64: isBase64,
  uuid: isUuid,
};

/** An absolute web address: `http` or `https`, a host, no control character. Decided on the parsed form (WHATWG URL). */
export function isHttpAddress(text: string): boolean {
  if (!isPlainText(text) || text !== text.trim()) return false;
  if (!/^https?:\/\/[^/\\]/i.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '';
}

/** Text for titles and metadata: no C0, DEL or C1 control character and no lone surrogate. */
export function isPlainText(text: string): boolean {
  return !/[\u0000-\u001f\u007f-\u009f]/.test(text) && text.isWellFormed();
}

/** Whether a text can travel in an `Authorization` header: visible ASCII only (RFC 9110, section 5.5). */
export function isSendableKey(text: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(text);
}

/** The relative path of an asset: forward slashes, no `..`, no empty piece, no control character, at most 1024 characters. */
export function isAssetPath(text: string): boolean {
  if (!isPlainText(text) || text.includes('\\') || text.length > 1024) return false;
  return text.split('/').every((piece) => piece !== '' && piece !== '.' && piece !== '..');
}

/** Lower-case names with slashes between them, each at most 60 characters that every file system and URL takes. */
function isSlugPath(text: string): boolean {
  if (text !== text.toLowerCase() || text !== text.normalize('NFC')) return false;
  return text
    .split('/')
    .every((name) => /^[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_.-]{0,58}[\p{L}\p{N}\p{M}_-])?$/u.test(name));
}

/**
 * A slug: one name for a template, as `invoice`; the path of a file for a partial or layout, as `partials/header`, or that of one
 * template alone, as `invoice/partials/header`. Never what looks like an id.
 */
export function isSlug(text: string): boolean {
  if (!isSlugPath(text) || isUuid(text)) return false;
  const names = text.split('/');
  const isShared = (name: string | undefined) => name === 'partials' || name === 'layouts';
  if (names.length === 1) return !isShared(text) && text !== 'assets';
  return isShared(names[0]) || (names.length > 2 && isShared(names[1]));
}

/** Page ranges such as "1-3, 5, 8-". No two neighbours in the pattern match the same blanks, so that it stays linear. */
export function isPageRanges(text: string): boolean {
  return /^\s*\d{1,6}(\s*-(\s*\d{1,6})?)?(\s*,\s*\d{1,6}(\s*-(\s*\d{1,6})?)?)*\s*$/.test(text);
}

/** A language tag (BCP 47) such as "de-DE", in any case of letters. */
export function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** A time zone of the IANA database such as "Europe/Berlin", in any case of letters. An offset such as "+01:00" is not one. */
export function isTimeZone(text: string): boolean {
  if (!/^[a-z]/i.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Base64 with padding and nothing else in it (RFC 4648, section 4), because decoders drop other characters silently. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** A UUID of any version in its usual form (RFC 9562, section 4). */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}
