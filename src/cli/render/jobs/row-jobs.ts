import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ChosenTemplate } from '../../../contract/index.ts';
import type { Context } from '../../command/context.ts';
import { readValuesSchema } from '../../documents/check-values.ts';
import { resolveFolder } from '../../documents/read-source.ts';
import { nameStoredTemplate, readTemplateSpec } from '../../documents/template-spec.ts';
import { schemaName } from '../../documents/value-sets.ts';
import { parseJson } from '../../files/read-input.ts';
import { CommandError } from '../../output/command-error.ts';
import { safeText } from '../../output/safe-text.ts';
import { readValueSets } from '../../service/read-revision.ts';
import { resolveTemplate } from '../../service/resolve-template.ts';
import { convertTexts } from './convert-texts.ts';
import type { JobFields } from './read-job-lines.ts';

/** How the rows of a source become jobs. */
export interface RowRules {
  /** Makes the job of a row. All values of a row of CSV are texts. */
  build(values: JobFields, row: { index: number; place: string; isText: boolean }): Promise<JobFields> | JobFields;
}

/** How the files of rows are named. */
export interface RowNames {
  /** The pattern of their files. */
  output: string | undefined;
  /** The pattern of their entries in the outline of one PDF; undefined if each row has its own PDF. */
  title: string | undefined;
  /** Whether rows make images: then `{page}` stays for the number of the page. Default false. */
  images?: boolean;
}

/**
 * Rules that make a job of each row of values: the template filled with them. In rows of CSV, values become numbers if the schema of the
 * template has numbers for them. Throws `usage`, and `input_missing` for a folder that does not
 * exist.
 */
export async function openRowRules(
  template: string,
  names: RowNames,
  { io: { cwd }, client, signal }: Pick<Context, 'io' | 'client' | 'signal'>,
): Promise<RowRules> {
  const nameJob = readRowNames(names, '--template');
  const stored = findStored(template, cwd);
  const folder =
    stored === undefined ? await resolveFolder(resolve(cwd, template), `--template ${safeText(template)}`) : '';
  let schema: Promise<unknown> | undefined;
  const readSchema = async () => {
    if (stored === undefined) {
      const json = await readValuesSchema(folder, template);
      return json === undefined ? undefined : parseJson(json, template, schemaName);
    }
    const calls = await client();
    return (await readValueSets(calls, await resolveTemplate(calls, stored, signal), signal))?.schema ?? undefined;
  };
  const named = stored === undefined ? { folder: template } : nameStoredTemplate(stored);
  return {
    async build(values, { index, place, isText }) {
      // Only rows of CSV need it: a file of JSON says itself what is a number.
      if (isText) schema ??= readSchema();
      const context = isText ? convertTexts(values, await schema) : values;
      return { ...nameJob(values, index, place), parts: { template: named, context } };
    },
  };
}

/**
 * Reads the patterns that name the jobs of rows, and returns the function that names one: `{name}` is the value of a field, with dots for those
 * inside objects; `{index}` is the number of the row, from 1. Throws `usage` for a pattern that names the files of all rows alike. `flag` is what makes
 * PDFs of rows.
 */
export function readRowNames(
  { output, title, images = false }: RowNames,
  flag: string,
): (values: JobFields, index: number, place: string) => { output: string } | { title: string } {
  const fill = (pattern: string, index: number, read: (name: string) => string) =>
    pattern.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
      if (images && name === 'page') return placeholder;
      return name === 'index' ? String(index + 1) : read(name);
    });
  if (title !== undefined) {
    return (values, index, place) => ({
      title: fill(title, index, (name) => readValue(values, name, '--title', place)),
    });
  }
  if (output === undefined) {
    throw new CommandError('usage', `${flag} needs names for the ${images ? 'images' : 'PDFs'}`, {
      fix: `add -o '{index}.${images ? 'png' : 'pdf'}'`,
    });
  }
  if (!/\{[^{}]+\}/.test(images ? output.replaceAll('{page}', '') : output)) {
    const [made, fix] = images ? ['images', "-o '{index}.png'"] : ['a PDF', "-o '{index}.pdf'; --merge makes one PDF"];
    throw new CommandError('usage', `-o ${safeText(output)} names one file, and each row makes ${made}`, {
      fix: `name a field in it, or the number of the row: ${fix}`,
    });
  }
  return (values, index, place) => ({ output: fill(output, index, (name) => readName(values, name, place, images)) });
}

/** The stored template that `--template` names; undefined if it names a folder, as a word does that is one. */
function findStored(template: string, cwd: string): ChosenTemplate | undefined {
  const stored = readTemplateSpec(template);
  const isFolder = stored?.slug !== undefined && existsSync(resolve(cwd, template));
  return isFolder ? undefined : stored;
}

/** The value of a field as text. Throws `input_invalid` for one that is not there; `flag` names it. */
function readValue(values: JobFields, name: string, flag: string, place: string): string {
  let value: unknown = values;
  for (const step of name.split('.')) {
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as JobFields)[step]
        : undefined;
  }
  if (value === undefined || typeof value === 'object') {
    throw new CommandError(
      'input_invalid',
      `${place}: ${flag} names {${safeText(name)}}, and the row has no such value`,
      {
        fix: `it has ${safeText(Object.keys(values).join(', '))}`,
      },
    );
  }
  return String(value).trim();
}

/** The value of a field as a part of a file's name. Throws `input_invalid` for one that cannot be. */
function readName(values: JobFields, name: string, place: string, images: boolean): string {
  const text = readValue(values, name, '-o', place);
  if (text === '' || /^\.+$/.test(text) || /[/\\\p{Cc}<>:"|?*]/u.test(text)) {
    const what = text === '' ? 'is empty' : `has characters that no file name may have: ${safeText(text)}`;
    throw new CommandError('input_invalid', `${place}: ${safeText(name)} ${what}`, {
      fix: `name another field with -o, or the number of the row: -o '{index}.${images ? 'png' : 'pdf'}'`,
    });
  }
  if (images && text.includes('{page}')) {
    throw new CommandError('input_invalid', `${place}: ${safeText(name)} contains {page}: ${safeText(text)}`, {
      why: 'in the names of images it would become the number of the page',
      fix: "name another field with -o, or the number of the row: -o '{index}.png'",
    });
  }
  return text;
}
