import { guessSource } from '../documents/guess-source.ts';
import { quoteWord } from '../output/quote-word.ts';
import { groups } from './command-table.ts';

/**
 * Advice for a word that is no command below `path`: it is a source of a PDF, or a command of another group. Undefined
 * for any other word.
 */
export function findMeantCommand(word: string, path: string): string | undefined {
  const places = Object.entries(groups).flatMap(([name, { commands }]) =>
    Object.hasOwn(commands, word) ? [`platen ${name} ${word}`] : [],
  );
  if (path === 'platen' && places.length > 0) return `did you mean ${places.join(' or ')}?`;
  const source = path === 'platen' || path === 'platen render' ? guessSource(word) : undefined;
  return source === undefined ? undefined : `to make a PDF of it: platen render pdf ${quoteWord(source)}`;
}
