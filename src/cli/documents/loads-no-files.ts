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
