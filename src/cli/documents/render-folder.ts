import { join, relative } from 'node:path';
import type { LocalTemplateEdges, LocalTemplates, Partials } from '../service/render-template.ts';
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

  return ({ cwd, signal, timezone }) => {
    /** The partials of each template that was rendered: rows of a batch share them. */
    const gathered = new Map<string, Promise<Partials>>();
    return async ({ folder, shown, content, context, valuesText }, root) => {
      await checker.require(folder, shown, context, valuesText);
      opening ??= open();
      const [templates, { gatherPartials }] = await Promise.all([opening, import('./gather-partials.ts')]);
      const file = join(relative(cwd, folder), 'content.html');
      const key = JSON.stringify([folder, root, content]);
      const gathering =
        gathered.get(key) ?? gatherPartials({ file, content, folder }, { templates, cwd, root }, signal);
      gathered.set(key, gathering);
      const partials = await gathering;
      return templates.render({ file, content, partials, timezone }, context, signal);
    };
  };
}
