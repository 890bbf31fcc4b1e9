import { fileNames, readTemplateFolder } from '../../../documents/read-template-folder.ts';
import { digestFields, type Field, type Fields } from '../../../documents/template-fields.ts';
import { CommandError } from '../../../output/command-error.ts';
import type { TemplateFolder } from '../read-folders.ts';

/** Throws `conflict` if a file that is about to be replaced by a merge was edited since it was read. */
export async function requireUnedited(
  { path, shown, template }: TemplateFolder,
  merged: Partial<Fields>,
  fix: string,
): Promise<void> {
  const now = digestFields(await readTemplateFolder(path, shown));
  const before = digestFields(template ?? {});
  const edited = (Object.keys(merged) as Field[]).find((field) => now[field] !== before[field]);
  if (edited === undefined) return;
  const file = edited === 'name' ? fileNames.template : fileNames[edited];
  throw editedError(`${shown}/${file}`, fix);
}

/** The error for a file that was edited after it was read: it stays. */
export function editedError(file: string, fix: string): CommandError {
  return new CommandError('conflict', `${file} was edited while this command ran`, {
    why: 'the merge would have replaced it, so it was not written',
    fix,
  });
}
