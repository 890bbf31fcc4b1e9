import { type ChosenTemplate, errors, type ValueSets } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { digestFields, type Fields, fieldNames } from '../documents/template-fields.ts';
import { readTemplateSpec } from '../documents/template-spec.ts';
import { schemaName, setFile } from '../documents/value-sets.ts';
import { CommandError } from '../output/command-error.ts';
import { formatJson } from '../output/safe-text.ts';
import { findRevision, readValueSets } from '../service/read-revision.ts';
import { resolveTemplate } from '../service/resolve-template.ts';
import type { DiffOptions } from './sync/diff-templates.ts';
import { formatDiff, showDiff } from './sync/format-diff.ts';
import { nameOf, namesRevision } from './template-argument.ts';

/** The revisions that the words of `templates diff` name; undefined if they name folders. */
export function readRevisions(words: readonly string[]): ChosenTemplate[] | undefined {
  const named = words.flatMap((word) => readTemplateSpec(word) ?? []);
  return named.length === words.length && named.some(namesRevision) ? named : undefined;
}

/** Shows how two revisions of a template differ, the second of which is the newest by default. */
export async function diffRevisions(
  context: Context,
  { dir, exitCode }: DiffOptions,
  [first, second, ...more]: readonly ChosenTemplate[],
): Promise<number | undefined> {
  if (first === undefined || more.length > 0) throw new CommandError('usage', 'a diff compares two revisions');
  if (dir !== undefined) throw new CommandError('usage', '--dir is for template folders, not for revisions');
  const [from, to] = await Promise.all([read(context, first), read(context, second ?? withoutRevision(first))]);
  const [before, after] = [digestFields(from.fields), digestFields(to.fields)];
  const fields = fieldNames.filter((field) => before[field] !== after[field]);
  const { output, flags } = context;
  const texts = fields.length === 0 ? '' : await formatDiff(from, to, fields);
  const values = await diffValueFiles(from, to);
  const different = [...fields, ...values.names];
  const diff = texts + values.diff;
  if (output.json) await output.jsonDocument({ data: { from: from.use, to: to.use, fields: different, diff } });
  else if (diff !== '' && !flags.quiet) await showDiff(context, diff);
  else if (diff === '') output.note('There is no difference.');
  return exitCode && different.length > 0 ? errors.differences.exit : undefined;
}

function withoutRevision({ revision: _, label: __, ...named }: ChosenTemplate): ChosenTemplate {
  return named;
}

async function read({ client, signal }: Context, chosen: ChosenTemplate) {
  const calls = await client();
  const found = await resolveTemplate(calls, chosen, signal);
  const revision = await findRevision(calls, found, signal);
  const { name, content, preview_context } = await calls.getRevision(found.id, revision, { signal });
  const fields: Fields = { name, content, preview_context };
  const stored = await readValueSets(calls, { id: found.id, revision }, signal);
  return { label: `${nameOf(chosen)}@${revision}`, fields, values: nameFiles(stored), use: { id: found.id, revision } };
}

/** Values and schema by the names of the files that they are in a folder. */
function nameFiles({ sets, schema }: Pick<ValueSets, 'sets' | 'schema'> = { sets: {}, schema: null }) {
  const named = Object.entries(sets).map(([name, values]) => [setFile(name), formatJson(values)] as const);
  return new Map(schema === null ? named : [...named, [schemaName, formatJson(schema)] as const]);
}

type Side = Pick<Awaited<ReturnType<typeof read>>, 'label' | 'values'>;

/** The names of the files of values that differ, and how. */
async function diffValueFiles(from: Side, to: Side): Promise<{ names: string[]; diff: string }> {
  const all = [...new Set([...from.values.keys(), ...to.values.keys()])];
  const names = all.filter((name) => from.values.get(name) !== to.values.get(name));
  const side = ({ label, values }: Side, name: string) => {
    const content = values.get(name);
    return { label: `${label}/${name}`, isFile: true, fields: content === undefined ? {} : { content } };
  };
  const diffs = await Promise.all(names.map((name) => formatDiff(side(from, name), side(to, name), ['content'])));
  return { names, diff: diffs.join('') };
}
