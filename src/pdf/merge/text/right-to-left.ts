/** Letters that are written from right to left: Hebrew, Arabic and their kin (Unicode Standard Annex 9, classes R and AL). */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a text has letters that are written from right to left. */
export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}
