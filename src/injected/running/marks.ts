/** Attributes of the copies of running elements. Style sheets of platen select by them. */

/** A copy in a margin box. */
export const copyMark = 'data-platen-copy';

/** An element around a copy. */
export const surroundingMark = 'data-platen-around';
