import { CommandError } from '../../../output/command-error.ts';
/** What became of a merge: what is merged, or the places that both sides changed, for people, and a text with markers at them. */
export type Merged<T> = { merged: T } | { places: string; marked?: string };

/** The place named if the text that both sides were made from is gone. */
export const lostBase = 'the service no longer has the text that both sides were made from';

/** How to resolve a conflict of a template, or of a file. */
export function adviseConflict(slug?: string): string {
  const diff = `platen templates diff${slug === undefined ? '' : ` ${slug}`}`;
  return `edit both sides in the file: platen templates pull --conflict-markers, then push; ${diff} shows them, and --force replaces the whole text of the other side`;
}

/** Places that are named. */
const shownPlaces = 5;

/** Merges the texts of a file. `base` is undefined if it is not found. */
export async function mergeFileTexts(base: string | undefined, here: string, there: string): Promise<Merged<string>> {
  if (base === undefined) return { places: lostBase };
  const { mergeTexts } = await import('../../../../texts/index.ts');
  const { conflicts, resolve, mark } = mergeTexts(base, here, there);
  if (conflicts.length === 0) return { merged: resolve([]) };
  const places = listPlaces(conflicts.map(({ mine }) => nameLines(mine)));
  return { places, marked: mark({ mine: 'this folder', theirs: 'the service' }) };
}

/** Merges values. */
export async function mergeFileValues(
  base: object | undefined,
  here: object,
  there: object,
): Promise<Merged<Record<string, unknown>>> {
  if (base === undefined) return { places: lostBase };
  const { mergeValues } = await import('../../../../texts/index.ts');
  const { conflicts, resolve } = mergeValues(base, here, there);
  if (conflicts.length === 0) return { merged: resolve([]) };
  return { places: listPlaces(conflicts.map(({ pointer }) => pointer)) };
}

/** Throws `input_invalid` for a text with a conflict that is marked and not resolved: it would be rendered with the markers. */
export async function refuseMarkers(file: string, text: string): Promise<void> {
  // Most texts have none, and the module is loaded only to find their line.
  if (!text.includes('<<<<<<< ')) return;
  const { findMarkedConflict } = await import('../../../../texts/index.ts');
  const line = findMarkedConflict(text);
  if (line === undefined) return;
  throw new CommandError('input_invalid', `${file}:${line} is a conflict that is not resolved`, {
    fix: 'choose between the two sides, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>',
  });
}

/** Names lines of the local file. Without lines it is the place of lines that were deleted here, or added there. */
function nameLines({ line, lines }: { line: number; lines: number }): string {
  if (lines === 0) return `before line ${line}`;
  return lines === 1 ? `line ${line}` : `lines ${line}-${line + lines - 1}`;
}

function listPlaces(places: readonly string[]): string {
  const more = places.length - shownPlaces;
  return `${places.slice(0, shownPlaces).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
