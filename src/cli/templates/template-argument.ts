import type { ChosenTemplate } from '../../contract/index.ts';
import { readTemplateSpec } from '../documents/template-spec.ts';
import { CommandError } from '../output/command-error.ts';

/** What the argument of a command on revisions is, for its help. */
export const templateArgument = 'the slug or the id of the template; with @7 or @live, that revision';

/** The same for commands that take no revision. */
export const wholeTemplateArgument = 'the slug or the id of the template';

/** The template and the revision that an argument names. Throws `usage`, before anything is contacted. */
export function readTemplateArgument(text: string): ChosenTemplate {
  const named = readTemplateSpec(text);
  if (named) return named;
  throw new CommandError('usage', `${JSON.stringify(text)} does not name a template`, {
    why: 'it is named by its slug or id, optionally with the number or the label of a revision: invoice, invoice@7, invoice@live',
    fix: 'see the slugs: platen templates list; the revisions: platen templates log <slug>',
  });
}

/** The template that an argument names, without a revision. Throws `usage`, before anything is contacted. */
export function readWholeTemplate(text: string): ChosenTemplate {
  const named = readTemplateArgument(text);
  if (!namesRevision(named)) return named;
  throw new CommandError('usage', `${JSON.stringify(text)} names a revision, and this command takes the template`, {
    fix: `leave the @ out; platen templates show ${text} shows that revision`,
  });
}

/** The id or the slug of a template. */
export function nameOf({ id, slug = '' }: ChosenTemplate): string {
  return id ?? slug;
}

/** Whether a text names a revision or a label. */
export function namesRevision({ revision, label }: ChosenTemplate): boolean {
  return revision !== undefined || label !== undefined;
}
