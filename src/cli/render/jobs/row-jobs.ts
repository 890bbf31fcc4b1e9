import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ChosenTemplate } from '../../../contract/index.ts';
import { resolveFolder } from '../../documents/read-source.ts';
import { nameStoredTemplate, readTemplateSpec } from '../../documents/template-spec.ts';
import { CommandError } from '../../output/command-error.ts';
import { safeText } from '../../output/safe-text.ts';
import type { JobFields } from './read-job-lines.ts';

/** How the rows of a source become jobs. */
export interface RowRules {
  /** Makes the job of a row. */
  build(values: JobFields, row: { index: number; place: string }): Promise<JobFields> | JobFields;
}

/**
 * Rules that make a job of each row of values: the template filled with them, and the output named by a pattern. `{name}` is the value of a
 * field, with dots for those inside objects; `{index}` is the number of the row, from 1. Throws `usage` for a pattern that names every PDF
 * alike, and `input_missing` for a folder that does not exist.
 */
export async function openRowRules(template: string, pattern: string | undefined, cwd: string): Promise<RowRules> {
  const stored = findStored(template, cwd);
  const nameOutput = readPattern(pattern, '--template');
  if (stored === undefined) await resolveFolder(resolve(cwd, template), `--template ${safeText(template)}`);
  const named = stored === undefined ? { folder: template } : nameStoredTemplate(stored);
  return {
    build(values, { index, place }) {
      return { output: nameOutput(values, index, place), parts: { template: named, context: values } };
    },
  };
}

/**
 * Reads the pattern of the outputs of rows, and returns the function that names the output of one. Throws `usage` for a pattern that names
 * every PDF alike. `flag` is what makes PDFs of rows.
 */
export function readPattern(
  pattern: string | undefined,
  flag: string,
): (values: JobFields, index: number, place: string) => string {
  if (pattern === undefined) {
    throw new CommandError('usage', `${flag} needs names for the PDFs`, { fix: "add -o '{index}.pdf'" });
  }
  if (!placeholder.test(pattern)) {
    throw new CommandError('usage', `-o ${safeText(pattern)} names one file, and each row makes a PDF`, {
      fix: "name a field in it, or the number of the row: -o '{index}.pdf'",
    });
  }
  return (values, index, place) =>
    pattern.replace(new RegExp(placeholder, 'g'), (_, name: string) =>
      name === 'index' ? String(index + 1) : readName(values, name, place),
    );
}

const placeholder = /\{([^{}]+)\}/;

/** The stored template that `--template` names; undefined if it names a folder, as a word does that is one. */
function findStored(template: string, cwd: string): ChosenTemplate | undefined {
  const stored = readTemplateSpec(template);
  const isFolder = stored?.slug !== undefined && existsSync(resolve(cwd, template));
  return isFolder ? undefined : stored;
}

/** The value of a field as a part of a file's name. Throws `input_invalid` for one that cannot be. */
function readName(values: JobFields, name: string, place: string): string {
  let value: unknown = values;
  for (const step of name.split('.')) {
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as JobFields)[step]
        : undefined;
  }
  const field = safeText(name);
  if (value === undefined || typeof value === 'object') {
    throw new CommandError('input_invalid', `${place}: -o names {${field}}, and the row has no such value`, {
      fix: `it has ${safeText(Object.keys(values).join(', '))}`,
    });
  }
  const text = String(value).trim();
  if (text === '' || /^\.+$/.test(text) || /[/\\\p{Cc}<>:"|?*]/u.test(text)) {
    const what = text === '' ? 'is empty' : `has characters that no file name may have: ${safeText(text)}`;
    throw new CommandError('input_invalid', `${place}: ${field} ${what}`, {
      fix: "name another field with -o, or the number of the row: -o '{index}.pdf'",
    });
  }
  return text;
}
