import { type ChosenTemplate, errors } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { digestFields, type Fields, fieldNames } from '../documents/template-fields.ts';
import { readTemplateSpec } from '../documents/template-spec.ts';
import { CommandError } from '../output/command-error.ts';
import { findRevision } from '../service/read-revision.ts';
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
  const diff = fields.length === 0 ? '' : await formatDiff(from, to, fields);
  if (output.json) await output.jsonDocument({ data: { from: from.use, to: to.use, fields, diff } });
  else if (diff !== '' && !flags.quiet) await showDiff(context, diff);
  else if (diff === '') output.note('There is no difference.');
  return exitCode && fields.length > 0 ? errors.differences.exit : undefined;
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
  return { label: `${nameOf(chosen)}@${revision}`, fields, use: { id: found.id, revision } };
}
