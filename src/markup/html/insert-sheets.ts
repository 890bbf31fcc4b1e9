/**
 * What decides where a style sheet can be added: comments and elements whose content is text, style sheets, and the end of the head. What is
 * not closed reaches to the end, so that no text is read twice.
 */
const marks =
  /<!--[\s\S]*?(?:-->|$)|<(script|textarea|title|xmp|noscript|iframe|template|svg|math|style)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)|<link\b[^<>]*>|<\/head\s*>/gi;

/** Before the content of a document: its doctype and the start of its root. */
const start = /^\s*(?:<!doctype[^<>]*>\s*)?(?:<html\b[^<>]*>\s*)?/i;

/** Where style sheets can be added to an HTML document. */
interface SheetPlaces {
  /** Whether it has style sheets. */
  hasSheets: boolean;
  /** The offset after them, in the head if it has none. */
  end: number;
}

/** Whether an HTML document has a `style` element or links to a style sheet. */
export function hasSheets(html: string): boolean {
  return findPlaces(html).hasSheets;
}

/** Adds style sheets after those of an HTML document. Its elements keep their places among their siblings. */
export function insertSheets(html: string, sheets: readonly string[]): string {
  const { end } = findPlaces(html);
  // In a style sheet an escaped slash is a slash, and in HTML it ends no element.
  const added = sheets.map((sheet) => `<style>${sheet.replace(/<\/(?=style)/gi, '<\\/')}</style>`).join('\n');
  return `${html.slice(0, end)}${added}\n${html.slice(end)}`;
}

function findPlaces(html: string): SheetPlaces {
  let sheetEnd: number | undefined;
  let headEnd: number | undefined;
  for (const { 0: text, index } of html.matchAll(marks)) {
    if (/^<style\b/i.test(text) || isSheetLink(text)) sheetEnd = index + text.length;
    else if (/^<\/head/i.test(text)) headEnd ??= index;
  }
  return { hasSheets: sheetEnd !== undefined, end: Math.max(sheetEnd ?? 0, headEnd ?? 0) || findStart(html) };
}

function isSheetLink(text: string): boolean {
  return /^<link\b/i.test(text) && /\brel\s*=\s*["']?[^"'>]*\bstylesheet\b/i.test(text);
}

function findStart(html: string): number {
  return start.exec(html)?.[0].length ?? 0;
}
