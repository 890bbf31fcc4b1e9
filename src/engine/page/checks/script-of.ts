/** Scripts by their names in the Unicode Standard (Annex 24), those of living languages first. */
const scripts = `
  Latin Greek Cyrillic Arabic Hebrew Devanagari Bengali Thai Han Hiragana Katakana Hangul Bopomofo Armenian Georgian Gujarati
  Gurmukhi Kannada Malayalam Oriya Tamil Telugu Sinhala Khmer Lao Myanmar Tibetan Ethiopic Cherokee Canadian_Aboriginal Mongolian
  Syriac Thaana Nko Yi Tifinagh Adlam Javanese Balinese Sundanese Batak Buginese Cham Lepcha Limbu Lisu Meetei_Mayek Ol_Chiki
  Tai_Le New_Tai_Lue Tai_Tham Tai_Viet Vai Bamum Chakma Osage Tagalog Hanunoo Buhid Tagbanwa Kayah_Li Rejang Saurashtra
  Syloti_Nagri Phags_Pa Braille Coptic Glagolitic Gothic Runic Ogham Old_Italic Deseret Shavian Osmanya Linear_A Linear_B Cypriot
  Ugaritic Old_Persian Phoenician Cuneiform Egyptian_Hieroglyphs Meroitic_Hieroglyphs Meroitic_Cursive Kharoshthi Brahmi Avestan
  Imperial_Aramaic Old_South_Arabian Old_Turkic Samaritan Mandaic Grantha Sharada Siddham Tirhuta Takri Modi Newa Warang_Citi
  Miao Nushu Tangut Duployan SignWriting`
  .trim()
  .split(/\s+/);

/** The letters of each script. Built on demand, because few documents lack glyphs. */
let letters: (readonly [RegExp, string])[] | undefined;

/** What characters are that belong to no script. */
const kinds: readonly [RegExp, string][] = [
  [/\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Emoji_Modifier}/u, 'Emoji'],
  [/\p{Private_Use}/u, 'Private use'],
  [/\p{Currency_Symbol}/u, 'Currency'],
  [/\p{Math}/u, 'Mathematics'],
  [/\p{Symbol}/u, 'Symbols'],
  [/\p{Punctuation}/u, 'Punctuation'],
  [/\p{Unassigned}/u, 'Unassigned'],
];

/** The script of a character, or what it is instead: "Devanagari", "Emoji", "Symbols". */
export function findScript(character: string): string {
  letters ??= scripts.map((name) => [new RegExp(`\\p{Script_Extensions=${name}}`, 'u'), name.replaceAll('_', ' ')]);
  return [...letters, ...kinds].find(([pattern]) => pattern.test(character))?.[1] ?? 'Common';
}
