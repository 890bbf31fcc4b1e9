// Names of characters that readers know without a font (the Adobe Glyph List), as far as fonts for text use them.

const letters = `${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'}${'abcdefghijklmnopqrstuvwxyz'}`;

const others = new Set(
  `space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash
  zero one two three four five six seven eight nine colon semicolon less equal greater question at bracketleft backslash bracketright
  asciicircum underscore grave braceleft bar braceright asciitilde exclamdown cent sterling currency yen brokenbar section dieresis
  copyright ordfeminine guillemotleft logicalnot registered macron degree plusminus twosuperior threesuperior acute mu paragraph
  periodcentered cedilla onesuperior ordmasculine guillemotright onequarter onehalf threequarters questiondown AE ae Oslash oslash
  Thorn thorn Eth eth germandbls multiply divide dotlessi dotlessj Lslash lslash OE oe florin circumflex caron breve dotaccent ring ogonek
  tilde hungarumlaut endash emdash quoteleft quoteright quotesinglbase quotedblleft quotedblright quotedblbase dagger daggerdbl bullet
  ellipsis perthousand guilsinglleft guilsinglright fraction Euro euro trademark fi fl ff ffi ffl minus nbspace nonbreakingspace sfthyphen
  softhyphen Dcroat dcroat Hbar hbar Tbar tbar IJ ij Eng eng kgreenlandic longs Ldot ldot napostrophe schwa minute second estimated
  Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi Omega alpha beta
  gamma delta epsilon zeta eta theta iota kappa lambda nu xi omicron pi rho sigma sigma1 tau upsilon phi chi psi omega theta1 phi1 omega1
  Upsilon1 tonos dieresistonos Omegagreek Deltagreek mugreek anoteleia partialdiff product summation radical infinity integral approxequal
  notequal lessequal greaterequal lozenge arrowleft arrowup arrowright arrowdown arrowboth arrowupdn universal existential element
  notelement suchthat intersection union propersubset propersuperset reflexsubset reflexsuperset logicaland logicalor similar congruent
  equivalence perpendicular proportional gradient angle therefore emptyset aleph dotmath filledbox H22073 H18543 H18551 triagup triagrt
  triagdn triaglf circle openbullet smileface female male spade club heart diamond musicalnote musicalnotedbl checkmark onethird twothirds
  oneeighth threeeighths fiveeighths seveneighths zerosuperior foursuperior parenleftsuperior parenrightsuperior nsuperior Ifraktur
  Rfraktur weierstrass carriagereturn arrowdblleft arrowdblup arrowdblright arrowdbldown arrowdblboth angleleft angleright asteriskmath
  circleplus circlemultiply notsubset house peseta franc lira colonmonetary dong exclamdbl underscoredbl figuredash afii00208`.split(
    /\s+/,
  ),
);

/** Accents that a name may end with. */
const accented =
  /^(?:[A-Za-z]|AE|ae|Oslash|oslash|Alpha|Epsilon|Eta|Iota|Omicron|Upsilon|Omega|alpha|epsilon|eta|iota|omicron|upsilon|omega)(?:acute|breve|caron|cedilla|circumflex|commaaccent|dieresis|dotaccent|dotbelow|dblgrave|grave|hook|hookabove|horn|hungarumlaut|invertedbreve|macron|ogonek|ring|slash|tilde|tonos|dieresistonos)+$/;

const numbered = /^(?:uni(?:[\dA-F]{4})+|u[\dA-F]{4,6}|afii\d{5}|SF\d{6})$/;

/** Whether a name of a glyph says which character it is. What follows a dot is its form, and a line joins several. */
export function isCharacterName(name: string): boolean {
  const [base = ''] = name.split('.');
  return base !== '' && base.split('_').every(isOne);
}

function isOne(name: string): boolean {
  if (name.length === 1) return letters.includes(name);
  return others.has(name) || accented.test(name) || numbered.test(name);
}
