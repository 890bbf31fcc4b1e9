/** Attributes that tell the elements of footnotes from those of the document. */

/** A footnote at the foot of its page. */
export const noteMarkName = 'data-platen-note';

/** The call in the text that leads to a footnote; its value lists the rules that style it. */
export const callMarkName = 'data-platen-call';

/** The number at the start of a footnote. */
export const markerMarkName = 'data-platen-marker';
