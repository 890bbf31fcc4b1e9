import type { ChosenTemplate } from '../../contract/index.ts';
import { readTemplateSpec } from '../documents/template-spec.ts';
import { CommandError } from '../output/command-error.ts';

/** What the argument of a command on revisions is, for its help. */
export const templateArgument = 'the id of the template; with @7 or @live, that revision';

/** The template and the revision that an argument names. Throws `usage`, before anything is contacted. */
export function readTemplateArgument(text: string): ChosenTemplate {
  const named = readTemplateSpec(text);
  if (named) return named;
  throw new CommandError('usage', `${JSON.stringify(text)} does not name a template`, {
    why: 'an id is a UUID, optionally with the number or the label of a revision: <id>, <id>@7, <id>@live',
    fix: 'see the ids: platen templates list; the revisions: platen templates log <id>',
  });
}

/** Whether a text names a revision or a label. */
export function namesRevision({ revision, label }: ChosenTemplate): boolean {
  return revision !== undefined || label !== undefined;
}
