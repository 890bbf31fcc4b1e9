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
