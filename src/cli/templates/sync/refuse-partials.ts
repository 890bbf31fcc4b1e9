import { fileNames } from '../../documents/read-template-folder.ts';
import { CommandError } from '../../output/command-error.ts';
import { type LocalTemplates, TemplateFault } from '../../service/render-template.ts';
import type { TemplateFolder } from './read-folders.ts';

/** Tags that are named in an error. */
const shownTags = 5;

/**
 * Marks the folders whose template takes in partials or a layout, for a service that stores none: the template could not be rendered
 * there. Decision record 078 says why push does not write them into the template.
 */
export async function refusePartials(
  folders: readonly TemplateFolder[],
  templates: LocalTemplates,
  signal: AbortSignal,
): Promise<void> {
  for (const folder of folders) {
    const { content } = folder.template ?? {};
    if (folder.error !== undefined || content === undefined) continue;
    const file = `${folder.shown}/${fileNames.content}`;
    const tags = await templates.findPartials({ file, content }, signal).catch((error) => {
      // The service says what is wrong with the syntax of a template when it is rendered.
      if (error instanceof TemplateFault) return [];
      throw error;
    });
    if (tags.length === 0) continue;
    const list = tags.slice(0, shownTags).map(({ tag, name, line }) => `line ${line}: ${tag} ${JSON.stringify(name)}`);
    const more = tags.length > shownTags ? ', …' : '';
    folder.error = new CommandError(
      'input_invalid',
      `${file} uses partials or layouts, which this service does not store`,
      {
        why: `${list.join(', ')}${more}`,
        fix: `render it on this machine: platen render pdf template:./${folder.shown}; to push it, copy them into ${fileNames.content}`,
      },
    );
  }
}
