import { readInputBytes } from '../../files/read-input.ts';
import { CommandError } from '../../output/command-error.ts';
import type { Io } from '../../output/io.ts';
import { safeText } from '../../output/safe-text.ts';
import { type RowNames, type RowRules, readRowNames } from './row-jobs.ts';

/**
 * Rules that make a job of each row of values: a PDF form filled with them. Columns that the name of the job uses need not be fields.
 * Throws `usage`, `input_missing`, or `input_invalid` for a file that is no PDF.
 */
export async function openFormRules(form: string, flatten: boolean, names: RowNames, io: Io): Promise<RowRules> {
  const nameJob = readRowNames(names, '--form');
  const bytes = await readInputBytes(form, '--form', io);
  const known = await readFieldNames(bytes, form);
  const inName = new Set([...(names.title ?? names.output ?? '').matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name));
  return {
    build(values, { index, place }) {
      const fields = Object.entries(flattenFields(values)).filter(([name]) => known.has(name) || !inName.has(name));
      const part = { file: form, fields: Object.fromEntries(fields), ...(flatten && { flatten }) };
      return { ...nameJob(values, index, place), parts: part };
    },
  };
}

/** A value for a form field. */
type FieldValue = string | number | boolean | null | string[] | undefined;

/**
 * Values by the full names of form fields: a value inside an object has the names of both, with a dot between. Lists of texts are several
 * choices.
 */
export function flattenFields(values: Readonly<Record<string, unknown>>): Record<string, FieldValue> {
  const fields: Record<string, FieldValue> = {};
  const add = (name: string, value: unknown) => {
    const isGroup = typeof value === 'object' && value !== null;
    const isChoice = Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);
    if (isGroup && !isChoice) for (const [key, item] of Object.entries(value)) add(`${name}.${key}`, item);
    else fields[name] = isChoice ? value.map(String) : (value as FieldValue);
  };
  for (const [name, value] of Object.entries(values)) add(name, value);
  return fields;
}

async function readFieldNames(bytes: Buffer, form: string): Promise<Set<string>> {
  const { PdfDamage, readDocumentFacts } = await import('../../../pdf/index.ts');
  try {
    const { fields, encrypted } = readDocumentFacts(bytes);
    if (fields.length > 0 || encrypted) return new Set(fields.map(({ name }) => name));
  } catch (cause) {
    if (!(cause instanceof PdfDamage)) throw cause;
    throw new CommandError('input_invalid', `--form: ${safeText(form)} is not a PDF that can be read`, { cause });
  }
  throw new CommandError('input_invalid', `--form: ${safeText(form)} has no form fields`, {
    fix: 'see what it has: platen inspect',
  });
}
