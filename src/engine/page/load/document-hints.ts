import type { Assets } from '../../../contract/index.ts';
import { namesPagedCss } from './paged-words.ts';

/**
 * Anything in the text of an HTML document that could act: scripts, event handlers, javascript: addresses, elements that
 * load or play media or other documents, templates with their shadow trees, refreshes. Text that only resembles one counts
 * as well. `noscript` and `scripting` count because a static document runs no scripts and would show what they hide.
 */
const active =
  /<(?:script|i?frame|frameset|object|embed|applet|video|audio|template|portal|fencedframe|noscript)|http-equiv|javascript:|\bscripting\b|[\s"'/]on[a-z]+\s*=/i;

/** Whether nothing in an HTML document can act: it runs no script and never navigates. */
export function looksStatic(html: string): boolean {
  return !active.test(html);
}

/**
 * Anything in the text of a static document that may load or move after the load event: fonts, which only layout requests,
 * style sheets with fonts, lazy images, animations of CSS and SVG. An escape of CSS, or of HTML inside SVG, may hide the
 * name of a rule.
 */
const late =
  /<(?:link|animate|set\b|marquee)|@font-face|@import|keyframes|@starting-style|@[-a-z]*[\\&]|&(?:commat|#0*64|#x0*40)|loading\s*=/i;

/** Whether a static document is complete with its load event. */
export function looksWhole(html: string): boolean {
  return !late.test(html);
}

/**
 * Whether a document says that it is in Chinese, Japanese or Korean. Chromium keeps the font of a character for the life of a process,
 * whatever language asks next, so such a document shares a process with no other.
 */
export function namesHanLanguage(html: string): boolean {
  return /\blang\s*=\s*["']?(?:zh|ja|ko)\b/i.test(html);
}

/** Whether a document may hold several of these languages, whose forms of ideographs differ. */
export function mayMixForms(html: string): boolean {
  const tags = [...html.matchAll(/\blang\s*=\s*["']?((?:zh|ja|ko)\b[-\w]*)/gi)];
  return new Set(tags.map(([, tag]) => tag?.toLowerCase())).size > 1;
}

/** Whether a document that `looksWhole` has `@page` rules. */
export function hasPageRules(html: string): boolean {
  return /@page/i.test(html);
}

/** Whether a document that `looksWhole` may show the numbers of its pages, or have left and right ones. An escape may hide a word. */
export function mayNumberPages(html: string): boolean {
  return hasPageRules(html) && /counter|:(?:left|right)\b|\\|&#/i.test(html);
}

/** Whether a document that `looksWhole` may have images in the background of its pages. */
export function mayHavePageImages(html: string): boolean {
  return hasPageRules(html) && /background[^;}]*\b(?:url|var)\(/i.test(html);
}

/** Whether a heading of a document may have several lines. Chromium joins the words around the end of one in the outline. */
export function mayBreakHeading(html: string): boolean {
  let isInside = false;
  for (const [tag] of html.matchAll(/<\/?h[1-6]\b|<(?:br|div|p|span)\b/gi)) {
    if (/^<\/?h/i.test(tag)) isInside = tag[1] !== '/';
    else if (isInside) return true;
  }
  return false;
}

/** Whether a document, or a style sheet that is sent with it, may hold CSS for paged media that Chromium drops. */
export function mayNamePagedCss(html: string, assets: Assets = {}): boolean {
  return [html, ...listSheets(assets)].some(namesPagedCss);
}

function listSheets(assets: Assets): string[] {
  const sheets = Object.values(assets).filter(({ type }) => /^text\/css\b/i.test(type));
  return sheets.map(({ base64 }) => decodeSheet(base64));
}

/** Values of CSS by which text may begin beyond the edge of its page. */
const outward = /(?:margin|left|right|inset|indent|translate)[^;{}]{0,99}?[\s:,(]-\s*[\d.]/i;

/** Whether text of a document may begin beyond the edge of its page, by its own style or that of a sheet that is sent with it. */
export function mayReachOut(html: string, assets: Assets = {}): boolean {
  return [html, ...listSheets(assets)].some((text) => outward.test(text));
}

/** Whether a document may bring fonts, by itself or by a file. Text that only resembles that counts as well. */
export function mayBringFonts(html: string, assets: Assets = {}): boolean {
  return Object.keys(assets).length > 0 || /@font-face|@import|<link|<iframe|<object|<embed|FontFace/i.test(html);
}

/** Whether a document may have boxes with negative margins at their sides. Text that only resembles one counts as well. */
export function mayBleed(html: string): boolean {
  return /(?:margin(?:-left|-right|-inline[-a-z]*)?|--[-\w]+)\s*:[^;{}"']{0,99}?-\s*\.?\d/i.test(html);
}

function decodeSheet(base64: string | Uint8Array): string {
  return (typeof base64 === 'string' ? Buffer.from(base64, 'base64') : Buffer.from(base64)).toString('latin1');
}

/** Whether a text may hold CSS that asks for hyphens (CSS Text 4, section 6.1). Text that only resembles it counts as well. */
export function usesHyphens(text: string): boolean {
  return /hyphens\s*:\s*auto/i.test(text);
}

/** Whether HTML may hold soft hyphens that its author has set. */
export function holdsSoftHyphens(html: string): boolean {
  return /\u00ad|&(?:shy\b|#(?:0*173|x0*ad)\b)/i.test(html);
}

/** Whether a text may name an effect that turns text into a picture. Text that only resembles one counts as well. */
export function mayHaveEffects(text: string): boolean {
  return /\bfilter\b|box-reflect|perspective|matrix3d/i.test(text);
}

/** Whether a text may name `position: fixed`, or `position: sticky`. Text that only resembles it counts as well. */
export function mayBeFixed(text: string): boolean {
  return /position\s*:\s*fixed/i.test(text);
}

export function mayStick(text: string): boolean {
  return /position\s*:\s*(?:-webkit-)?sticky/i.test(text);
}

/** Whether a document may have floats, and forced page breaks. */
export function mayBreakFloats(html: string): boolean {
  return /\bfloat\s*:/i.test(html) && /break-(?:before|after)\s*:\s*(?!a(?:uto|void))/i.test(html);
}

/** Whether a document may have headings, or boxes whose page breaks get defaults. */
export function mayNeedBreaks(html: string): boolean {
  return /<h[1-6]\b/i.test(html) || mayBreakBoxes(html) || mayStick(html);
}

/** Whether a document may have cells of several rows, or boxes in a line, such as `display: inline-block`. */
export function mayBreakBoxes(html: string): boolean {
  return /\browspan\b|inline-(?:block|flex|grid|table)/i.test(html);
}

/** Whether the style sheets in a document that `looksWhole` may have layers. */
export function mayHaveLayers(html: string): boolean {
  return /@layer/i.test(html);
}
