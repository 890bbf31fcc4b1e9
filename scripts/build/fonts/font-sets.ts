// Which faces are bundled, from which packages, and which characters of them. In this order a character that no chosen face has
// finds one: fontconfig takes equals by the name of their files, which are numbered by this list.

/** A face that is taken from a package. */
export interface FaceSource {
  package: string;
  /** The file inside the package. */
  file: string;
  /** The name of the file that is made, without number and ending. */
  name: string;
  /**
   * What stays: the characters of a class in a regular expression; `colours`, all of a face that HarfBuzz cannot cut; or the `file` unchanged, if the licence reserves the name.
   */
  keep: { characters: string } | 'colours' | 'file';
}

const google = '@expo-google-fonts';

/**
 * Latin with Vietnamese, Greek, Cyrillic, punctuation, currencies, arrows and what is drawn in a table of text. Without the
 * marks of old Greek, which these faces would put beside the letter instead of leaving it to one that has it whole.
 */
const european =
  '\\u0020-\\u024f\\u02b0-\\u0311\\u0316-\\u0341\\u0346-\\u03ff\\u0400-\\u04ff\\u1e00-\\u1eff\\u2000-\\u22ff\\u2500-\\u25ff\\ufb01\\ufb02\\ufffd';

/** The four styles of a family that stands in for a well-known one: of the same widths. */
function metric(family: string): FaceSource[] {
  const styles = {
    '400Regular': 'Regular',
    '700Bold': 'Bold',
    '400Regular_Italic': 'Italic',
    '700Bold_Italic': 'BoldItalic',
  };
  return Object.entries(styles).map(([style, name]) => ({
    package: `${google}/${family.toLowerCase()}`,
    file: `${style}/${family}_${style}.ttf`,
    name: `${family}-${name}`,
    keep: { characters: european },
  }));
}

/** A face of Noto. */
function noto(name: string, keep: FaceSource['keep'], weight = 'Regular'): FaceSource {
  const style = weight === 'Bold' ? '700Bold' : '400Regular';
  const family = name.replace(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase();
  return {
    package: `${google}/noto-${family}`,
    file: `${style}/Noto${name}_${style}.ttf`,
    name: `Noto${name}-${weight}`,
    keep,
  };
}

/** What text of every script may hold between its letters: spaces, joiners, dashes, the circle under a lone mark. */
const between = '\\u0020\\u00a0\\u0964\\u0965\\u200b-\\u200f\\u2010-\\u2015\\u25cc';

/** A face of Noto with the letters of one script, by its name in Unicode. */
function script(name: string, face = `Sans${name}`, weight = 'Regular'): FaceSource {
  return noto(face, { characters: `\\p{Script_Extensions=${name}}${between}` }, weight);
}

/** Letters of phonetics and of old Greek, fractions, Roman numerals, new currencies: what the faces for Europe lack. */
const rare =
  '\\u0250-\\u02af\\u0312-\\u0315\\u0342-\\u0345\\u0500-\\u052f\\u1f00-\\u1fff\\u20a0-\\u20cf\\u2150-\\u218f\\ufb00-\\ufb06';

/** Signs that are no text of an old script and no game. Emoji have the coloured ones. */
const signs = '[\\u2000-\\u27ff\\u2900-\\u2bff\\u{1f100}-\\u{1f6ff}\\u{1f780}-\\u{1f8ff}]--\\p{Emoji_Presentation}';

/** Operators, arrows and brackets of every size, and letters as mathematics writes them. */
const mathematics =
  '\\u0020-\\u007e\\u00a0-\\u00ff\\u0300-\\u036f\\u0370-\\u03ff\\u2010-\\u23ff\\u25a0-\\u25ff\\u2660-\\u266f\\u27c0-\\u27ff\\u2900-\\u2bff\\u{1d400}-\\u{1d7ff}';

/** The fonts that most documents need. */
export const baseSet: readonly FaceSource[] = [
  ...['Arimo', 'Tinos', 'Cousine'].flatMap(metric),
  script('Arabic', 'NaskhArabic'),
  script('Hebrew'),
  script('Hebrew', 'SansHebrew', 'Bold'),
  script('Devanagari'),
  script('Thai'),
  noto('Sans', { characters: `${rare}${between}` }),
  noto('SansSymbols', { characters: signs }),
  noto('SansSymbols2', { characters: signs }),
  noto('SansMath', { characters: mathematics }),
  noto('ColorEmoji', 'colours'),
];

/** A face for Chinese, Japanese or Korean. */
function han(face: string, language: string): FaceSource {
  const name = `NotoSans${face}-Regular`;
  return { package: `@embedpdf/fonts-${language}`, file: `fonts/${name}.otf`, name, keep: 'file' };
}

/** The faces in dist/fonts-cjk: large scripts, in their own archive. */
export const moreSet: readonly FaceSource[] = [
  ...['Armenian', 'Georgian', 'Bengali', 'Gujarati', 'Gurmukhi', 'Kannada', 'Malayalam', 'Oriya'].map((name) =>
    script(name),
  ),
  ...['Sinhala', 'Tamil', 'Telugu', 'Khmer', 'Lao', 'Myanmar', 'Ethiopic', 'Cherokee'].map((name) => script(name)),
  han('Hans', 'sc'),
  han('Hant', 'tc'),
  han('JP', 'jp'),
  han('KR', 'kr'),
];
