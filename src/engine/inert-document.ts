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
