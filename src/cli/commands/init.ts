import { posix, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Register } from '../command/command.ts';
import type { Context } from '../command/context.ts';
import { addHelpNotes } from '../command/help.ts';
import { defaultFolder, findTemplateDir } from '../templates/sync/select-folders.ts';

/** Declares `platen init`. */
export function addInit(command: Command, register: Register): void {
  command.argument('[dir]', `the folder (default: ${defaultFolder})`);
  addHelpNotes(command, {
    examples: [
      'platen init',
      'platen render pdf template:./templates/invoice -o invoice.pdf',
      'platen templates check',
    ],
    output:
      'what was made, on stderr; with --json {"data": [{"slug", "path", "action": "create" or "kept"}]}, with slug null for what is no template. It makes templates with values and a schema, a layout, partials and assets that they share, and a workflow of GitHub Actions that checks them. The workflow goes to .github/workflows of the repository, or of the current folder.',
    exitCodes: { 15: 'a file could not be written' },
  });
  command.action(register(runInit));
}

/** Copies the examples; what exists stays unchanged. */
async function runInit(context: Context, _options: object, [named]: string[]): Promise<undefined> {
  const { io, output, signal, version } = context;
  const { copyStarters, findStarters, writeWorkflow } = await import('../templates/sync/starters.ts');
  const { showFrom } = await import('../documents/document-root.ts');
  const dir = named ?? (await findTemplateDir(context));
  const [from, to] = [findStarters(), resolve(io.cwd, dir)];
  const copied = await copyStarters(from, to, signal);
  const workflow = await writeWorkflow(from, to, { cwd: io.cwd, version });
  const shown = [
    ...copied.map((made) => ({ ...made, path: posix.join(dir, made.path) })),
    ...(workflow ? [{ ...workflow, path: showFrom(io.cwd, workflow.path) }] : []),
  ];
  for (const { path, action } of shown) {
    if (action === 'create') output.done(`Created ${path}`);
    else output.note(`Kept ${path}, which exists`);
  }
  const first = shown.find(({ action, slug }) => action === 'create' && slug !== null);
  if (first) {
    const folder = /^(\.{1,2}\/|\/|[a-z]:)/i.test(first.path) ? first.path : `./${first.path}`;
    output.note(`See it as a PDF: platen render pdf template:${folder} -o ${first.slug}.pdf`);
  }
  if (output.json) await output.jsonDocument({ data: shown });
}
