/** An address that a document or a style sheet names, as it is written there. */
export interface Reference {
  address: string;
  /** The line that names it, from 1. */
  line: number;
}

/** The references of an HTML document. */
export interface HtmlReferences {
  /** The address of the first `<base href>`: all others are relative to it (HTML, section 4.2.3). */
  base: string | undefined;
  references: Reference[];
}

/**
 * Patterns without which a document names no address that a page loads: attributes and elements that take an address, and the
 * functions and rules that do in style sheets. In CSS a backslash may spell any of them, and so may a character reference, where
 * the parser decodes those. Text that only looks alike counts too.
 */
const naming = [
  /(?:src|srcset|srcdoc|poster|background)[\s=/>]/i,
  /<(?:base|feimage|image|link|object|script|use)\b/i,
  /url\(|src\(|image-set|@import|\\/i,
];

/** Where the parser decodes character references in CSS: in attributes and in foreign elements. */
const resolvedCss = /style[\s=]|<(?:svg|math)/i;
const disguise = /&(?:#|lpar|commat|bsol)/i;

/** Whether an HTML document certainly names no file that a page loads. Needs no parser. */
export function loadsNoFiles(html: string): boolean {
  return !naming.some((pattern) => pattern.test(html)) && !(disguise.test(html) && resolvedCss.test(html));
}
