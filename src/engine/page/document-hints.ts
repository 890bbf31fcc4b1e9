/** Elements that run, load or play something, templates (whose shadow trees no selector looks into), refreshes, scripts as addresses. */
const alive =
  /<(?:i?frame|frameset|object|embed|applet|video|audio|template|portal|fencedframe)|http-equiv|javascript:/;

/** What could act in a document, sought in its text, handlers included. Text that only looks so counts as well. */
const active = anyOf(alive, /<script|[\s"'/]on[a-z]+\s*=/);

/** Whether nothing in an HTML document can act: no script, nothing that goes on after it has loaded, nothing that leaves it. */
export function looksStatic(html: string): boolean {
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

/**
 * What a script may leave for after the load event, sought in a document's text: callbacks, other documents and files, movement,
 * leaving, and scripts that are loaded, made or hidden. A script that only changes the document has done so by then.
 */
const unfinished = anyOf(
  alive,
  // Any attribute but the type that every script has anyhow.
  /<script(?!\s*(?:type=["']text\/javascript["']\s*)?>)|["'`]script["'`]|\beval\b|Function\s*\(|\\[ux]/,
  /request\w{0,20}(?:Frame|Callback)|setTimeout|setInterval|setImmediate|Microtask|postTask|Promise|async|await|\.then/,
  /Observer|animat|transition|scroll|resize|\bimport\b|fetch|XMLHttp|Socket|EventSource|Worker|Channel|postMessage/,
  /FileReader|toBlob|indexedDB|new\s+Image|location|history|navigat|submit|\.click/,
);

/** Whether all that scripts of a document do is done with its load event. */
export function looksFinished(html: string): boolean {
  return !unfinished.test(html);
}

function anyOf(...ways: RegExp[]): RegExp {
  return new RegExp(ways.map(({ source }) => source).join('|'), 'i');
}
