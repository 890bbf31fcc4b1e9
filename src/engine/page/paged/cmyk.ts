/**
 * The colour in RGB for one of `device-cmyk()`, from what is between its parentheses (CSS Color 5, section 12.1). Undefined if
 * that is more than numbers and percentages.
 */
export function writeRgb(components: string): string | undefined {
  const [, colours = '', alpha] = /^([^/]*)(?:\/\s*([\d.]+%?)\s*)?$/.exec(components) ?? [];
  const words = colours.trim().split(/\s*,\s*|\s+/);
  const [cyan, magenta, yellow, black] = words.map(readShare);
  if (words.length !== 4 || cyan === undefined || magenta === undefined || yellow === undefined || black === undefined)
    return undefined;
  const [red, green, blue] = [cyan, magenta, yellow].map((ink) =>
    Math.round(255 * (1 - Math.min(1, ink * (1 - black) + black))),
  );
  return `rgb(${red} ${green} ${blue}${alpha === undefined ? '' : ` / ${alpha}`})`;
}

/** A share of an ink, between 0 and 1. */
function readShare(word: string): number | undefined {
  if (word === 'none') return 0;
  const [, number, percent] = /^([+-]?(?:\d+\.?\d*|\.\d+))(%?)$/.exec(word) ?? [];
  if (number === undefined) return undefined;
  return Math.min(1, Math.max(0, Number(number) / (percent === '%' ? 100 : 1)));
}
