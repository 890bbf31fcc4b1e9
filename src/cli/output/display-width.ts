/** Characters of East Asia and pictures, which take two columns (Unicode, UAX 11). */
const wide =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f)/u;

/** The columns that a line takes at a terminal. */
export function displayWidth(line: string): number {
  if (/^[ -~]*$/.test(line)) return line.length;
  const characters = [...new Intl.Segmenter().segment(line)];
  return characters.reduce((width, { segment }) => width + (wide.test(segment) ? 2 : 1), 0);
}
