/** Lines shown before and after the faulty one, and characters of each. */
const around = 2;
const longest = 240;

/** The lines around a line of a text, with their numbers from 1. */
export function showLines(text: string, line: number): { number: number; text: string }[] {
  const first = Math.max(1, line - around);
  return text
    .split(/\r?\n/)
    .slice(first - 1, line + around)
    .map((words, index) => ({ number: first + index, text: words.slice(0, longest) }));
}
