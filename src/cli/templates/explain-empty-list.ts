import { nearestName } from '../../folders/index.ts';
import type { Context } from '../command/context.ts';
import { CommandError } from '../output/command-error.ts';

/** Throws `template_not_found` for a folder or a tag that no template has, with a similar one; passes if templates have both. */
export async function explainEmptyList(
  context: Context,
  { folder, tag }: { folder?: string | undefined; tag?: string | undefined },
): Promise<void> {
  const folders = new Set<string>();
  const tags = new Set<string>();
  const client = await context.client();
  const { listAllTemplates } = await import('../../client/index.ts');
  const choice = { kind: 'any', fields: ['folder', 'tags'] } as const;
  for await (const page of listAllTemplates(client, choice, { signal: context.signal })) {
    for (const template of page) {
      for (const known of template.tags ?? []) tags.add(known);
      const names = (template.folder ?? '').split('/');
      for (const index of names.keys()) folders.add(names.slice(0, index + 1).join('/'));
    }
  }
  folders.delete('');
  if (folder !== undefined && !folders.has(folder)) refuse('is in the folder', folder, folders);
  if (tag !== undefined && !tags.has(tag)) refuse('has the tag', tag, tags);
}

function refuse(what: string, word: string, known: ReadonlySet<string>): never {
  const near = nearestName(word, [...known]);
  throw new CommandError('template_not_found', `no template ${what} "${word}"`, {
    fix: near === undefined ? 'see all templates: platen templates list' : `did you mean ${near}?`,
  });
}
