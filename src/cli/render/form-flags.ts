import type { Command } from 'commander';
import type { Part } from '../../contract/index.ts';
import { collectValues } from '../command/flag-values.ts';
import { CommandError } from '../output/command-error.ts';
import type { Io } from '../output/io.ts';
import { safeText } from '../output/safe-text.ts';

/** The flags of a PDF form. */
export interface FormFlags {
  field?: string[];
  fields?: string;
  flatten?: boolean;
  form?: string;
}

/** Declares the flags. */
export function addFormFlags(command: Command): void {
  command
    .optionsGroup('Forms:')
    .option(
      '--field <name=value>',
      'fill a form field of a PDF source; repeatable, also for several choices',
      collectValues,
    )
    .option('--fields <json>', 'fill form fields with the values of a JSON object: JSON, a file or -')
    .option('--flatten', 'draw the form fields into the pages, so that they cannot be changed')
    .option('--form <source>', 'the PDF to fill and flatten, if several sources are PDFs');
}

type Parts = string | Part | (string | Part)[];

/**
 * Reads the flags, and returns the function that adds them to the part of the form; undefined without any flag. `isEach` is true with
 * --each. Throws `usage`, `input_missing` and `input_invalid`.
 */
export async function readFormFlags(
  { field = [], fields, flatten, form }: FormFlags,
  io: Io,
  isEach = false,
): Promise<((parts: Parts, names: readonly string[]) => Parts) | undefined> {
  if (field.length === 0 && fields === undefined && !flatten) {
    if (form === undefined) return undefined;
    throw new CommandError('usage', '--form has no effect', { fix: 'add --field, --fields or --flatten' });
  }
  const [{ readJsonObject }, { flattenFields }] = await Promise.all([
    import('../files/read-input.ts'),
    import('./jobs/form-rows.ts'),
  ]);
  const listed = fields === undefined ? {} : flattenFields(await readJsonObject(fields, '--fields', io));
  const given = new Map<string, string[]>();
  for (const assignment of field) {
    const cut = assignment.indexOf('=');
    if (cut < 1) {
      throw new CommandError('usage', `--field ${JSON.stringify(assignment)} is not name=value`, {
        fix: "--field 'customer.name=Ada'",
      });
    }
    const name = assignment.slice(0, cut);
    given.set(name, [...(given.get(name) ?? []), assignment.slice(cut + 1)]);
  }
  const named = [...given].map(([name, texts]) => [name, texts.length > 1 ? texts : texts[0]]);
  const values = { ...listed, ...Object.fromEntries(named) };
  const added = {
    ...(Object.keys(values).length > 0 && { fields: values as NonNullable<Part['fields']> }),
    ...(flatten && { flatten }),
  };
  return (parts, names) => {
    const list = Array.isArray(parts) ? parts : [parts];
    const pdfs = list.flatMap((part, index) => (typeof part !== 'string' && part.pdf !== undefined ? [index] : []));
    const chosen = form === undefined ? pdfs : pdfs.filter((index) => names[index] === form);
    const [place] = chosen;
    if (place === undefined && isEach && form === undefined) return parts;
    if (place === undefined || chosen.length > 1)
      throw explainChoice(
        form,
        pdfs.map((index) => names[index] ?? ''),
      );
    const filled = list.map((part, index) => (index === place ? { ...(part as Part), ...added } : part));
    return Array.isArray(parts) ? filled : (filled[0] as Part);
  };
}

function explainChoice(form: string | undefined, pdfs: readonly string[]): CommandError {
  const names = pdfs.map((name) => safeText(name)).join(', ');
  if (pdfs.length === 0) {
    return new CommandError('usage', 'form flags need a PDF, and no source is one', {
      fix: 'name the PDF form as a source: platen render pdf form.pdf --field name=Ada',
    });
  }
  if (form !== undefined) {
    return new CommandError('usage', `--form ${safeText(form)} does not name one PDF source`, {
      fix: `use one of ${names}`,
    });
  }
  return new CommandError('usage', `form flags are for one PDF, and the sources have ${pdfs.length}`, {
    fix: `add --form with one of ${names}`,
  });
}
