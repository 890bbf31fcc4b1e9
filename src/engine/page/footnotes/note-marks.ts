import { generatedPlace } from '../../../pdf/index.ts';

/** Attributes that tell the elements of footnotes from those of the document: nothing else outlives an evaluation in a page. */

/** A footnote that stands at the foot of its page. */
export const noteMark = 'data-platen-note';

/** A footnote that has been moved from where its call is. */
export const movedMark = 'data-platen-moved';

/** Where to, and how wide it is: properties of platen's own, so that those of the document stay what they are. */
export const notePlace = {
  top: '--platen-note-top',
  left: '--platen-note-left',
  width: '--platen-note-width',
} as const;

/** The call in the text that leads to a footnote; its value names the rules that style it. */
export const callMark = 'data-platen-call';

/** The number at the start of a footnote. */
export const markerMark = 'data-platen-marker';

/** A box as high as what is left of a page, before the line that has to begin the next one. */
export const roomMark = 'data-platen-room';

/** A box that has to begin the next page, because the footnotes need its room. */
export const endMark = 'data-platen-page-end';

/** A box at the top of the next page that has no margin there, as after a break that nobody asked for (CSS Fragmentation 3, section 5.2). */
export const topMark = 'data-platen-page-top';

/** A box that has to begin the next column of a text in columns. */
export const columnEndMark = 'data-platen-column-end';

/** What follows a room in its text, and the links to all that must come after the notes of a page: they tell where these are in print. */
export const afterMark = 'data-platen-after';

/** What a break before a box and after it is in the columns that stand for pages. */
export const columnMark = 'data-platen-column';

/** How much higher a column is than the page that it stands for, where a room fills both. */
export const beyondProperty = '--platen-beyond';

/** The margin at the end of a box in a column where its page is wider than others, or narrower. */
export const widerProperty = '--platen-wider';

/** What is not laid out, because it is far from the page that is worked on. */
export const awayMark = 'data-platen-away';

/** The box that begins with room in the place of what is taken away. */
export const flowMark = 'data-platen-flow';

/** A box that is left without its upper edge, because what it starts with is taken away. */
export const edgeMark = 'data-platen-edge';

/** Before the names of places that must come after the text above some notes. */
export const afterPlace = `${generatedPlace}after-`;
