import { CommandError } from '../../../output/command-error.ts';

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
