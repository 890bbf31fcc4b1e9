/** How ids begin that platen gives to elements without one. The PDF library drops places of this name that nothing links to. */
export const placePrefix = 'platen-place-';

/** The area of a page that its footnotes are in. Rules of `@footnote` style it. */
export const areaMark = 'data-platen-footnotes';
