import type { Command } from 'commander';
import { formats, isSlug, type TemplatePropertyChanges, tagSchema } from '../../contract/index.ts';
import { buildSlug } from '../../folders/index.ts';
import { collectWords } from '../command/flag-values.ts';
import { CommandError } from '../output/command-error.ts';

/** The flags with the properties of a template. */
export interface PropertyFlags {
  slug?: string;
  folder?: string;
  tag?: string[];
}

/** Declares them. */
export function addPropertyFlags(command: Command): Command {
  return command
    .option('--slug <slug>', 'the slug, a name that no other template has')
    .option('--folder <folder>', 'the folder, such as invoices/de; "" for none')
    .option('--tag <tag>', 'a tag; comma-separated or repeated; "" for none', collectWords);
}

/** The properties that the flags give. Throws `usage`, before anything is contacted. */
export function readPropertyFlags({ slug, folder, tag }: PropertyFlags): TemplatePropertyChanges {
  if (slug !== undefined && !isSlug(slug)) {
    throw new CommandError('usage', `--slug ${JSON.stringify(slug)} cannot be a slug`, {
      why: 'a slug has lower-case letters, digits, "-", "_" and "."; that of a partial or layout is a path such as partials/header',
      fix: `use ${buildSlug(slug)}`,
    });
  }
  const tags = tag?.filter((word) => word !== '');
  return {
    ...(slug !== undefined && { slug }),
    ...(folder !== undefined && { folder: readFolder(folder) }),
    ...(tags !== undefined && { tags: tags.map(readTag) }),
  };
}

/** The folder of a flag. Throws `usage`. */
export function readFolder(folder: string): string {
  if (formats['template-folder']?.(folder)) return folder;
  const near = folder.split(/[\\/]+/).filter((name) => /[\p{L}\p{N}]/u.test(name));
  throw new CommandError('usage', `--folder ${JSON.stringify(folder)} cannot be a folder`, {
    why: 'a folder is a path of names with lower-case letters, digits, "-", "_" and ".", such as invoices/de',
    fix: `use ${near.map(buildSlug).join('/') || 'another one'}`,
  });
}

/** The tag of a flag. Throws `usage`. */
export function readTag(tag: string): string {
  if (new RegExp(tagSchema.pattern, 'u').test(tag)) return tag;
  throw new CommandError('usage', `--tag ${JSON.stringify(tag)} cannot be a tag`, {
    why: `it must be ${tagSchema['x-pattern-words']}`,
    fix: `use ${[...buildSlug(tag)].slice(0, 40).join('')}`,
  });
}
