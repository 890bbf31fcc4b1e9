import { readdir, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileNames } from '../../documents/read-template-folder.ts';
import type { Fields } from '../../documents/template-fields.ts';
import { provideFolder } from '../../files/provide-folder.ts';
import { saveFile } from '../../files/save-file.ts';
import { CommandError } from '../../output/command-error.ts';
import { formatJson } from '../../output/safe-text.ts';

/** The text of template.json: what maps a folder to the service, and nothing that changes with every edit. */
function formatHead(id: string | undefined, name: string): string {
  return formatJson({ ...(id !== undefined && { id }), name });
}

/**
 * Writes the given fields into a folder, which it creates if it is missing. template.json comes first: once the id is on the
 * disk, the next pull completes the rest. Without `head` template.json stays unchanged.
 */
export async function writeTemplate(
  folder: string,
  { head, content, preview_context }: { head?: { id: string; name: string } } & Partial<Fields>,
): Promise<void> {
  provideFolder(folder);
  const write = (name: string, text: string) => saveFile(join(folder, name), Buffer.from(text), true);
  if (head) await write(fileNames.template, formatHead(head.id, head.name));
  if (content !== undefined) await write(fileNames.content, content);
  if (preview_context !== undefined) await write(fileNames.preview_context, formatJson(preview_context));
}

/** Removes a template's files, and its folder unless it holds other files. Returns their names. */
export async function removeTemplate(folder: string): Promise<string[]> {
  // template.json goes last: until then the folder is a template, and the next run can go on.
  for (const name of [fileNames.content, fileNames.preview_context, fileNames.template]) {
    await unlink(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT')
        throw new CommandError('io_failed', `cannot remove ${join(folder, name)}`, { cause: error });
    });
  }
  const left = await readdir(folder);
  if (left.length === 0) await rmdir(folder);
  return left;
}
