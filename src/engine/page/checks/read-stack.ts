/** What ends the families that count: behind a generic one, the others only bring glyphs (CSS Fonts 4, section 2.1.3). */
const generic =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|math|emoji|fangsong|inherit|initial|unset|revert(?:-layer)?|var\(.*)$/;

/** These generic names mean what each system has. */
const systemWords =
  /^(?:system-ui|ui-(?:serif|sans-serif|monospace|rounded)|-apple-system|blinkmacsystemfont|-webkit-.*)$/;

/**
 * Faces that come with systems. If several of them come before a generic family, each is one system's, and the generic one is
 * meant for the rest; alone, such a face is a wish like any other.
 */
const systemFaces = new Set(
  `Segoe UI,Tahoma,Verdana,Geneva,Georgia,Cambria,Calibri,Candara,Corbel,Constantia,Cochin,Gill Sans,Gill Sans MT,Trebuchet MS,
  Lucida Grande,Lucida Sans,Lucida Sans Unicode,Palatino,Palatino Linotype,Book Antiqua,Garamond,Baskerville,Helvetica Neue,Optima,
  Avenir,Avenir Next,Roboto,Droid Sans,Noto Sans,Noto Serif,Oxygen,Oxygen-Sans,Ubuntu,Cantarell,Fira Sans,Liberation Sans,
  Liberation Serif,DejaVu Sans,DejaVu Serif,SFMono-Regular,SF Mono,SF Pro Text,SF Pro Display,Menlo,Monaco,Consolas,Cascadia Code,
  Cascadia Mono,Lucida Console,Andale Mono,Ubuntu Mono,Droid Sans Mono,Liberation Mono,DejaVu Sans Mono,Apple Color Emoji,
  Segoe UI Emoji,Segoe UI Symbol,Noto Color Emoji,Arial,Helvetica,Times,Times New Roman,Courier,Courier New`
    .split(',')
    .map((name) => name.trim().toLowerCase()),
);

/** A list of families that the text of a page may be set in. */
export interface FamilyStack {
  /** As CSS writes it. */
  css: string;
  /** The named families that come before any generic one. */
  names: string[];
  /** The family that is reported missing if none of them is installed. */
  wanted: string;
}

/** Reads a list of families; undefined if it names none, or leaves the choice to the system. */
export function readStack(css: string): FamilyStack | undefined {
  const families = [...css.matchAll(/"((?:[^"\\]|\\.)*)"|[^\s,][^,]*/g)].map(([whole, quoted]) => ({
    name: (quoted ?? whole).replace(/\\(.)/g, '$1').trim(),
    isName: quoted !== undefined,
  }));
  const end = families.findIndex(({ name, isName }) => !isName && generic.test(name.toLowerCase()));
  const before = end < 0 ? families : families.slice(0, end);
  if (before.some(({ name }) => systemWords.test(name.toLowerCase()))) return undefined;
  const names = before.map(({ name }) => name);
  const documentFaces = names.filter((name) => !systemFaces.has(name.toLowerCase()));
  const isForSystems = documentFaces.length === 0 && names.length > 1 && end >= 0;
  const wanted = documentFaces[0] ?? names[0];
  return wanted === undefined || isForSystems ? undefined : { css, names, wanted };
}
