import type { Warning } from '../../contract/index.ts';
import { placeAt, type TextPlace } from '../files/place-at.ts';

/** Something about a template that its author should look at. */
export interface Finding {
  /** What kind it is, in a stable word. */
  code: string;
  message: string;
  /** The file, as the user knows it. */
  file?: string;
  /** From 1. */
  line?: number;
  /** From 1, in UTF-16 units. */
  column?: number;
}

/** The first place of some words in a text; empty where they are not there as they stand. */
export function locateIn(text: string, words: string): Partial<TextPlace> {
  const offset = words === '' ? -1 : text.indexOf(words);
  return offset < 0 ? {} : placeAt(text, offset);
}

/** The warnings of a render beside what is known already, with their places in the template where its text tells. */
export function describeWarnings(
  warnings: readonly Warning[],
  known: readonly Finding[],
  { file, content }: { file: string; content: string },
): Finding[] {
  return warnings
    .map(({ code, detail }) => ({ code, detail, subject: detail.split(' ')[0] ?? '' }))
    .filter(({ code, subject }) => code !== 'resource_missing' || !known.some(({ message }) => names(message, subject)))
    .map(({ code, detail, subject }) => ({
      code,
      message: detail,
      file,
      ...(code === 'resource_missing' && locateIn(content, subject)),
    }));
}

function names(message: string, subject: string): boolean {
  return message.split(' ').includes(subject) || message.endsWith(` ${subject}`);
}
