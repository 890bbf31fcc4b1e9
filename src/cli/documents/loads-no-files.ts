/**
 * What an address that a page loads cannot be named without, sought in the text of the document: attributes that take one,
 * by the elements that load what it names, and in style sheets the functions and rules that take one. A backslash may spell
 * any of these in CSS, and so may a character reference, where the parser decodes those in CSS. Text that only looks so counts as well.
 */
const naming = [
  /(?:src|srcset|srcdoc|poster|background)[\s=/>]/i,
  /<(?:base|feimage|image|link|object|script|use)\b/i,
  /url\(|src\(|image-set|@import|\\/i,
];

/** Where character references are resolved in CSS: in attributes and in foreign elements. */
const resolvedCss = /style[\s=]|<(?:svg|math)/i;
const disguise = /&(?:#|lpar|commat|bsol)/i;

/** Whether an HTML document names nothing that a page would load, which needs no parser to be seen. */
export function loadsNoFiles(html: string): boolean {
  return !naming.some((pattern) => pattern.test(html)) && !(disguise.test(html) && resolvedCss.test(html));
}
