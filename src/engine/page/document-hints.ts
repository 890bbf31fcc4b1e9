/**
 * What could act in an HTML document, sought in its text: scripts, handlers and addresses that are scripts; elements that load
 * or play something; templates, whose shadow trees no selector looks into; refreshes. Text that only looks so counts as well.
 * So does what reads otherwise without scripts, because a static document gets none.
 */
const active =
  /<(?:script|i?frame|frameset|object|embed|applet|video|audio|template|portal|fencedframe|noscript)|http-equiv|javascript:|\bscripting\b|[\s"'/]on[a-z]+\s*=/i;

/** Whether nothing in an HTML document can act: no script, nothing that goes on after it has loaded, nothing that leaves it. */
export function looksStatic(html: string): boolean {
  return !active.test(html);
}

/**
 * What may follow the load event of a static document, sought in its text: fonts, which only layout asks for, also of style
 * sheets elsewhere, and pictures that wait to be seen. An escape may hide the name of a rule, of CSS or in SVG of HTML.
 */
const late = /<link|@font-face|@import|@[-a-z]*[\\&]|&(?:commat|#0*64|#x0*40)|loading\s*=/i;

/** Whether a static document is complete with its load event. */
export function looksWhole(html: string): boolean {
  return !late.test(html);
}
