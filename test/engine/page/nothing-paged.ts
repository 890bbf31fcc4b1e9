/** What style sheets ask for that name nothing of paged media. */
export const nothingPaged = {
  here: 'https://x.invalid/',
  strings: [],
  targets: [],
  styles: [],
  increment: '',
  restarts: [],
  countsPages: false,
  stylesPages: false,
  numbers: [],
  leaders: [],
  breaks: [],
  hasBlankRules: false,
  nth: [],
  running: { elements: [], names: [], isLeftFirst: false, countsPages: false },
  bookmarks: null,
};

/** What style sheets named, each of it nothing. */
export const noSheets = {
  named: false,
  changed: false,
  asksHyphens: false,
  hasEffects: false,
  hasFixed: false,
  hasSticky: false,
  unsupported: [],
  isInRgb: false,
  hasTrim: false,
};
