import { parser } from '@lezer/json';

/** The values of a preview context, or what is wrong with its text. */
export interface ReadValues {
  value?: Record<string, unknown>;
  problem?: { message: string; line?: number; column?: number; fix?: string };
}

/** Reads the text of a preview context: one JSON object. */
export function readValues(text: string): ReadValues {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { value: value as Record<string, unknown> };
    return { problem: { message: 'the values must be one JSON object', line: 1, fix: 'start with { and end with }' } };
  } catch {
    if (text.trim() === '') return { problem: { message: 'it is empty', line: 1, fix: 'write {} for no values' } };
    return {
      problem: {
        message: 'this is not JSON',
        ...findPlace(text),
        fix: 'JSON needs double quotes, and has no comments and no trailing commas',
      },
    };
  }
}

/** The first place that a JSON parser does not understand: browsers do not all name one. */
function findPlace(text: string): { line: number; column: number } {
  let offset = text.length;
  parser.parse(text).iterate({
    enter({ type, from }) {
      if (type.isError) offset = Math.min(offset, from);
    },
  });
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
