// Names that the program inside a page and Node both write: into a document, or into its style sheets.

/** How ids begin that platen gives to elements without one. The PDF library drops places of this name that nothing links to. */
export const placePrefix = 'platen-place-';

/** The property that holds what `string-set` asks for. Chromium keeps it, by the rules of its cascade. */
export const stringProperty = '--platen-string-set';

/** The property that holds `position: running()`. */
export const runningProperty = '--platen-running';

/** The property that holds `float` with the values `footnote`, `top` and `bottom`. */
export const floatProperty = '--platen-float';

/** Before `level`, `label` and `state`: the properties that hold what the outline should have. */
export const bookmarkPrefix = '--platen-bookmark-';

/** The properties that hold `bleed` and `marks` of `@page` rules, which Chromium keeps: they take the same values, and have no effect on pages. */
export const bleedProperty = 'scroll-padding-top';
export const marksProperty = 'container-name';

/** Before the name of a property that has no effect. */
export const unsupportedPrefix = '--platen-unsupported-';

/** Before `-call` and `-marker`: what `::footnote-call` and `::footnote-marker` are parts of, for Chromium keeps any part. */
export const notePart = 'platen-footnote';

/** Attribute of the area around the footnotes of a page (CSS GCPM 3, section 2.2). */
export const areaMark = 'data-platen-footnotes';

/** Attribute of the source of a diagram in Markdown, if there is a script that draws it: the line that it begins in. */
export const diagramMark = 'data-platen-diagram';

/** Attribute of a canvas without the WebGL that a script has asked for. The world of the scripts and that of the checks share nothing else. */
export const webglMark = 'data-platen-webgl';

/** The name of pages that are blank because the next has to come on the other side of the sheet (CSS Paged Media 3, section 3.4.3). */
export const blankPage = 'platen-blank';

/**
 * Before `even` and `odd`: the end of the name of pages whose side of the sheet is known once the direction of the document is. Before an index such as
 * `3n1` or `m1n2-of-chapter`: of pages that are known once the document is printed.
 */
export const nthMark = '--platen-nth-';

/** The counter of the pages of a part, from 1, whatever the document does with its own. */
export const pageCounter = 'platen-page';

/** Before the name of a counter style: of the style that shows the numbers of pages in it. */
export const numberPrefix = 'platen-number-';

/** The values of a named string that a page may show (CSS GCPM 3, section 1.2.2). */
export const stringKinds = ['first', 'last', 'first-except', 'start'] as const;
export type StringKind = (typeof stringKinds)[number];

/** Name of the counter style that shows a named string: its symbol for a page is the text on that page. */
export function nameStringStyle(kind: StringKind, name: string): string {
  return `platen-${kind}-string-${name}`;
}

/** Name of the counter style that represents a running element in a margin box. It shows nothing. */
export function nameElementStyle(kind: StringKind, name: string): string {
  return `platen-${kind}-element-${name}`;
}

/** Characters around the number of a counter in a text, until its value is known. Nothing else uses them (Unicode, section 23.5). */
export const counterToken = { start: '\u{f0000}', end: '\u{f0001}' } as const;

/** The event that asks a document whether it watches what is in view. */
export function nameSeeEvent(stepEvent: string): string {
  return `${stepEvent}-sees`;
}

/** Events of a document's clock, besides `stepEvent`: to move its short timers on, and to ask whether it waits for timers. */
export function nameTimerEvents(stepEvent: string): { move: string; ask: string } {
  return { move: `${stepEvent}-timers`, ask: `${stepEvent}-waits` };
}

/** Attribute of a running element: its number. */
export const runningMark = 'data-platen-running';
