/** Lost texts that are reported. */
const lostLimit = 5;
/** Characters of the tags that are searched for texts. What is beyond is not compared. */
const searchLimit = 500_000_000;

/** Scripts whose characters a PDF has in the order of the text, one for each glyph. */
const plainScripts =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\d]/gu;

/**
 * Finds the texts of a document, one for each of its nodes, that are not in the text of its tags. Case, accents, signs and spaces are not compared,
 * because styles and fonts change them, and words that lines divide count as found if most of the text is.
 */
export function findLostText(texts: readonly string[], tagged: string): string[] {
  const all = fold(tagged);
  const lost: string[] = [];
  let searched = 0;
  let place = 0;
  const holds = (text: string) => {
    let at = all.indexOf(text, place);
    // Mostly it comes next.
    if (at < 0) {
      searched += all.length;
      at = all.indexOf(text);
    }
    place = Math.max(at, 0);
    return at >= 0;
  };
  for (const text of texts) {
    if (lost.length >= lostLimit || searched > searchLimit) break;
    const folded = fold(text);
    // Text with its direction overridden (`bdo`) is in the order of the page.
    if (folded === '' || holds(folded) || holds([...folded].reverse().join(''))) continue;
    const words = text.split(/\s+/).map(fold);
    const missing = words.filter((word) => word !== '' && !holds(word));
    if (missing.join('').length > folded.length / 2) lost.push(text.replace(/\s+/g, ' ').trim());
  }
  return lost;
}

function fold(text: string): string {
  return text.normalize('NFKD').toUpperCase().replace(plainScripts, '');
}
