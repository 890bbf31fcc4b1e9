import { fontAdvice } from '../../../browser/index.ts';
import type { PageWarning } from '../open/warnings.ts';
import type { NamedGlyphs } from './name-missing-glyphs.ts';
import { findScript } from './script-of.ts';

/** What to do, as a sentence. */
const advice = `${fontAdvice.slice(0, 1).toUpperCase()}${fontAdvice.slice(1)}.`;

/** Characters that a warning names, scripts that are reported, and characters that are sorted by script. */
const characterLimit = 10;
const scriptLimit = 20;
const sortLimit = 2000;

/** One warning for each script that lacks glyphs, with its first characters. */
export function describeMissingGlyphs({ characters, unnamed }: NamedGlyphs): PageWarning[] {
  const byScript = Map.groupBy(characters.slice(0, sortLimit), findScript);
  const scripts = [...byScript].slice(0, scriptLimit);
  const warnings = scripts.map(([script, list]) => describeScript(script, list));
  const listed = scripts.reduce((sum, [, list]) => sum + list.length, 0);
  const rest = unnamed + characters.length - listed;
  if (rest > 0) warnings.push({ code: 'glyph_missing', detail: describeRest(rest, warnings.length > 0) });
  return warnings;
}

function describeRest(count: number, isMore: boolean): string {
  const words = [count, ...(isMore ? ['more'] : []), count === 1 ? 'character' : 'characters'].join(' ');
  return `${isMore ? 'Nor does any font have a glyph' : 'No font has a glyph'} for ${words}. ${advice}`;
}

function describeScript(script: string, list: readonly string[]): PageWarning {
  const shown = list.slice(0, characterLimit);
  const characters = shown.map((character) => ({ character, code_point: formatCodePoint(character) }));
  const named = characters.map(({ character, code_point }) => [showCharacter(character), code_point].join(' ').trim());
  const more = list.length - shown.length;
  const rest = more > 0 ? ` and ${more} more` : '';
  const detail = `No font has a glyph for ${script}: ${named.join(', ')}${rest}. ${advice}`;
  return { code: 'glyph_missing', detail, script, characters };
}

/** A character as a list can show it; a mark on a circle of dots, and nothing for one without a shape. */
function showCharacter(character: string): string {
  if (/[\p{Other}\u2028\u2029]/u.test(character)) return '';
  return /\p{Mark}/u.test(character) ? `\u25cc${character}` : character;
}

/** A code point as the Unicode Standard writes it: "U+0639". */
function formatCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
