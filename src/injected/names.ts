// Names that the program inside a page writes into a document.

/** How ids begin that platen gives to elements without one. The PDF library drops places of this name that nothing links to. */
export const placePrefix = 'platen-place-';

/** The area of a page that its footnotes are in. Rules of `@footnote` style it. */
export const areaMark = 'data-platen-footnotes';

/** The property that holds `position: running()`. */
export const runningProperty = '--platen-running';

/** Attribute of a canvas without the WebGL that a script has asked for. The world of the scripts and that of the checks share nothing else. */
export const webglMark = 'data-platen-webgl';
