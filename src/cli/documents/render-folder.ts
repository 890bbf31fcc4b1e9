import { join, relative } from 'node:path';
import type { LocalTemplateEdges, LocalTemplates } from '../service/render-template.ts';
import { openValuesChecker } from './check-values.ts';
import type { CollectEdges } from './collect-parts.ts';

/** How the folders of one command or call are rendered. */
interface FolderChoices {
  cwd: string;
  signal: AbortSignal;
  /** IANA time zone of dates. Default: that of the settings. */
  timezone?: string | undefined;
}

/** Renders the template of a folder with its partials: a service then needs nothing of Liquid or of the folder. */
export type FolderRenderer = (choices: FolderChoices) => CollectEdges['renderTemplate'];

/** Opens a renderer of template folders. Its processes start with the first folder, and serve all of them. */
export function openFolderRenderer(edges: LocalTemplateEdges): FolderRenderer {
  let opening: Promise<LocalTemplates> | undefined;
  const checker = openValuesChecker();

  async function open(): Promise<LocalTemplates> {
    const { createLocalTemplates } = await import('../service/render-template.ts');
    return createLocalTemplates(edges);
  }

  return ({ cwd, signal, timezone }) =>
    async ({ folder, shown, content, context, valuesText }, root) => {
      await checker.require(folder, shown, context, valuesText);
      opening ??= open();
      const [templates, { gatherPartials }] = await Promise.all([opening, import('./gather-partials.ts')]);
      const file = join(relative(cwd, folder), 'content.html');
      const partials = await gatherPartials({ file, content, folder }, { templates, cwd, root }, signal);
      return templates.render({ file, content, partials, timezone }, context, signal);
    };
}
