import { placeAt, type TextPlace, type Warning } from '../../contract/index.ts';
import type { TemplateText } from '../service/render-template.ts';

/** A flaw of a template, for its author. */
export interface Finding {
  /** A stable word for its kind. */
  code: string;
  message: string;
  /** The file, as the user knows it. */
  file?: string;
  /** From 1. */
  line?: number;
  /** From 1, in UTF-16 units. */
  column?: number;
}

/** The first place of some words in a text; empty if the text does not contain them. */
export function locateIn(text: string, words: string): Partial<TextPlace> {
  const offset = words === '' ? -1 : text.indexOf(words);
  return offset < 0 ? {} : placeAt(text, offset);
}

/** The file and the first place of some words in a template or, where it lacks them, in its partials. */
export function locateInTemplate(
  { file, content, partials }: TemplateText,
  words: string,
): Partial<TextPlace> & { file: string } {
  for (const text of [{ file, content }, ...(partials?.values() ?? [])]) {
    const place = locateIn(text.content, words);
    if (place.line !== undefined) return { file: text.file, ...place };
  }
  return { file };
}

/** Warnings that name what the template itself may hold. */
const placedCodes = new Set(['resource_missing', 'glyph_missing']);

/** Turns the warnings of a render into findings, without those that are known, with their place where the template shows it. */
export function describeWarnings(
  warnings: readonly Warning[],
  known: readonly Finding[],
  template: TemplateText,
): Finding[] {
  return warnings
    .map(({ code, detail, characters }) => ({
      code,
      detail,
      subject: characters?.[0]?.character ?? detail.split(' ')[0] ?? '',
    }))
    .filter(({ code, subject }) => code !== 'resource_missing' || !known.some(({ message }) => names(message, subject)))
    .map(({ code, detail, subject }) => ({
      code,
      message: detail,
      ...(placedCodes.has(code) ? locateInTemplate(template, subject) : { file: template.file }),
    }));
}

/** Whether a message names a file, also from the folder above or from the root: to Chromium a page is in the root. */
function names(message: string, subject: string): boolean {
  const words = message.split(' ');
  return words.some((word) => word.replace(/^(\.{0,2}\/)+/, '') === subject) || message.endsWith(` ${subject}`);
}
