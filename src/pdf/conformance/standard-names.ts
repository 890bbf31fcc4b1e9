// The names of glyphs that CFF programs know by number (Technical Note 5176, appendix A), as far as fonts for text use them, each with its character.

const names =
  `.notdef space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright asterisk plus comma hyphen period
  slash zero one two three four five six seven eight nine colon semicolon less equal greater question at
  A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum underscore quoteleft
  a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde
  exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl
  endash dagger daggerdbl periodcentered paragraph bullet quotesinglbase quotedblbase quotedblright guillemotright ellipsis perthousand
  questiondown grave acute circumflex tilde macron breve dotaccent dieresis ring cedilla hungarumlaut ogonek caron emdash AE ordfeminine
  Lslash Oslash OE ordmasculine ae dotlessi lslash oslash oe germandbls onesuperior logicalnot mu trademark Eth onehalf plusminus Thorn
  onequarter divide brokenbar degree thorn threequarters twosuperior registered minus eth multiply threesuperior copyright
  Aacute Acircumflex Adieresis Agrave Aring Atilde Ccedilla Eacute Ecircumflex Edieresis Egrave Iacute Icircumflex Idieresis Igrave Ntilde
  Oacute Ocircumflex Odieresis Ograve Otilde Scaron Uacute Ucircumflex Udieresis Ugrave Yacute Ydieresis Zcaron
  aacute acircumflex adieresis agrave aring atilde ccedilla eacute ecircumflex edieresis egrave iacute icircumflex idieresis igrave ntilde
  oacute ocircumflex odieresis ograve otilde scaron uacute ucircumflex udieresis ugrave yacute ydieresis zcaron`.split(
    /\s+/,
  );

const characters = [
  '\0 !"#$%&’()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_‘abcdefghijklmnopqrstuvwxyz{|}~',
  "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ–†‡·¶•‚„”»…‰¿`´ˆ˜¯˘˙¨˚¸˝˛ˇ—ÆªŁØŒºæıłøœß¹¬µ™Ð½±Þ¼÷¦°þ¾²®−ð×³©",
  'ÁÂÄÀÅÃÇÉÊËÈÍÎÏÌÑÓÔÖÒÕŠÚÛÜÙÝŸŽáâäàåãçéêëèíîïìñóôöòõšúûüùýÿž',
].join('');

/** By number. */
export const standardCharacters: readonly { name: string; character: string }[] = [...characters].map(
  (character, number) => ({ name: names[number] as string, character }),
);

const namesOf = new Map(standardCharacters.map(({ name, character }) => [character, name]));

/** The ranges of codes of StandardEncoding, whose names follow one another (ISO 32000-1, annex D.2). */
const ranges: readonly (readonly [number, number])[] = [
  [32, 126],
  [161, 175],
  [177, 180],
  [182, 189],
  [191, 191],
  [193, 200],
  [202, 203],
  [205, 208],
  [225, 225],
  [227, 227],
  [232, 235],
  [241, 241],
  [245, 245],
  [248, 251],
];
const standardCodes = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, step) => from + step));

/** The name that StandardEncoding gives to a code; `.notdef` for none. */
export function standardName(code: number): string {
  return standardCharacters[standardCodes.indexOf(code) + 1]?.name ?? '.notdef';
}

/** The name of a character of WinAnsiEncoding or MacRomanEncoding; undefined if it is not known here. */
export function nameOfCharacter(character: string): string | undefined {
  if (character < ' ' || character === '\x7f') return '.notdef';
  if (character === '\u00a0') return 'space';
  return character === '\u00ad' ? 'hyphen' : namesOf.get(character);
}
