import { namesOddPageRule } from './page-values.ts';

/** Properties that have an effect on boxes of the text in Chromium, and none on margin boxes. */
export const effects = [
  'opacity',
  'transform',
  'rotate',
  'scale',
  'translate',
  'filter',
  'clip-path',
  'mask',
  'mix-blend-mode',
];

/**
 * Words of CSS Generated Content for Paged Media 3 and of CSS Content 3, section 7, that Chromium does not know, and those of other
 * programs. Text that only resembles one counts as well.
 */
export const pagedWords = new RegExp(
  [
    String.raw`string-set|target-(?:counter|text)|leader\s*\(|bookmark-|image-resolution`,
    String.raw`:\s*(?:running|static|element|flow|nth)\s*\(|@(?:top|right|bottom|left)\s*\{`,
    String.raw`content\s*:[^;{}]{0,999}?(?<![-\w])(?:string|element)\s*\(`,
    String.raw`float\s*:\s*(?:footnote|top|bottom|page)|float-reference|footnote-(?:call|marker|display|policy|style)|@footnote`,
    String.raw`break-(?:before|after)\s*:\s*(?:left|right|recto|verso)\b|:blank\b`,
    String.raw`(?<!page-)break-(?:before|after)\s*:\s*(?:always|all)\b`,
    String.raw`size\s*:[^;{}]{0,99}\b(?:[AB](?:[012]|[6-9]|10)|B3|tabloid)\b|\b(?:marks|bleed(?:-[a-z]+)?)\s*:`,
    String.raw`counter-(?:(?:re)?set|increment)\s*:[^;{}]{0,999}\bpage\b`,
    String.raw`@(?:top|right|bottom|left)-[-a-z]+\s*\{[^{}]{0,999}?\bcounters?\(\s*page\s*,`,
    String.raw`@page[^{}]{0,99}\{(?:[^{}]|\{[^{}]{0,999}\}){0,1999}?-gradient\(`,
    String.raw`@(?:top|right|bottom|left)-[-a-z]+\s*\{[^{}]{0,999}?(?<![-\w])(?:${effects.join('|')})\s*:`,
    String.raw`@page\b[^{};]{0,999},`,
    String.raw`device-cmyk|\bprince-|-ro-|-weasy-`,
  ].join('|'),
  'i',
);

/** Whether a text may hold CSS for paged media that Chromium drops. */
export function namesPagedCss(text: string): boolean {
  return pagedWords.test(text) || namesOddPageRule(text);
}
