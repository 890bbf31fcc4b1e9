const romanDigits: readonly [string, number][] = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
];

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** A number from 1 in the counter styles that page numbers are written in (CSS Counter Styles 3, section 6), by their names. */
export function formatAll(number: number): Record<string, string> {
  const roman = writeRoman(number);
  const alpha = writeLetters(number);
  return {
    decimal: String(number),
    'decimal-leading-zero': String(number).padStart(2, '0'),
    'lower-roman': roman,
    'upper-roman': roman.toUpperCase(),
    'lower-alpha': alpha,
    'lower-latin': alpha,
    'upper-alpha': alpha.toUpperCase(),
    'upper-latin': alpha.toUpperCase(),
  };
}

/** A number in a counter style; in digits if another style is named, or it is below 1. */
export function formatCounter(number: number, style: string): string {
  const known = number < 1 ? undefined : new Map(Object.entries(formatAll(number))).get(style);
  return known ?? String(number);
}

function writeRoman(number: number): string {
  if (number > 3999) return String(number);
  let rest = number;
  let text = '';
  for (const [digit, value] of romanDigits) {
    for (; rest >= value; rest -= value) text += digit;
  }
  return text;
}

function writeLetters(number: number): string {
  let text = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) text = letters.charAt((rest - 1) % 26) + text;
  return text;
}
