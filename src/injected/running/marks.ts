/** Attributes of running elements. Style sheets of platen select by them. */

/** A running element: its number. */
export const runningMark = 'data-platen-running';

/** A copy of it in a margin box. */
export const copyMark = 'data-platen-copy';

/** An element around a copy. */
export const surroundingMark = 'data-platen-around';
