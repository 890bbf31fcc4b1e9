/**
 * What could act in a document, sought in its text: elements that run, load or play something, templates (whose shadow trees no
 * selector looks into), refreshes, handlers, addresses that are scripts. Text that only looks so counts as well.
 */
const active =
  /<(?:script|i?frame|frameset|object|embed|applet|video|audio|template|portal|fencedframe)|http-equiv|[\s"'/]on[a-z]+\s*=|javascript:/i;

/** Whether nothing in an HTML document can act: no script, nothing that goes on after it has loaded, nothing that leaves it. */
export function looksInert(html: string): boolean {
  return !active.test(html);
}

/**
 * What may come after an inert document's load event, sought in its text: fonts, which only layout asks for, also of style
 * sheets elsewhere, and pictures that wait to be looked at. An escape may hide the name of a rule, of CSS or in SVG of HTML.
 */
const late = /<link|@font-face|@import|@[-a-z]*[\\&]|&(?:commat|#0*64|#x0*40)|loading\s*=/i;

/** Whether an inert document is complete with its load event. */
export function looksWhole(html: string): boolean {
  return !late.test(html);
}
