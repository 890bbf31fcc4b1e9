import type { TemplateProperties } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { safeText } from '../output/safe-text.ts';

/** Shows slug, folder and tags of a template: as JSON with --json or in a pipe, as lines at a terminal. */
export async function showProperties({ output }: Context, data: TemplateProperties): Promise<void> {
  if (output.json || !output.dataToTerminal) {
    await output.jsonDocument({ data });
    return;
  }
  const chalk = await output.chalk('stdout');
  const lines = listProperties(data).map(([label, value]) => `  ${chalk.dim(label.padEnd(16))}${safeText(value)}`);
  await output.data(`${chalk.bold(safeText(data.name))}\n${lines.join('\n')}\n`);
}

/** Slug, folder and tags with their labels. */
export function listProperties({ slug, folder, tags }: TemplateProperties): [string, string][] {
  return [
    ['slug', slug],
    ['folder', folder === '' ? 'none' : folder],
    ['tags', tags.length === 0 ? 'none' : tags.join(', ')],
  ];
}
