import { posix, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Register } from '../command/command.ts';
import type { Context } from '../command/context.ts';
import { addHelpNotes } from '../command/help.ts';
import { defaultFolder } from '../templates/sync/select-folders.ts';

/** Declares `platen init`. */
export function addInit(command: Command, register: Register): void {
  command.argument('[dir]', 'the folder', defaultFolder);
  addHelpNotes(command, {
    examples: ['platen init', 'platen render pdf template:./templates/invoice -o invoice.pdf', 'platen templates push'],
    output:
      'the folders that were made, on stderr; with --json {"data": [{"slug", "path", "action": "create" or "kept"}]}',
    exitCodes: { 15: 'a file could not be written' },
  });
  command.action(register(runInit));
}

/** Copies the examples; a folder that exists stays unchanged. */
async function runInit(context: Context, _options: object, [dir = defaultFolder]: string[]): Promise<undefined> {
  const { io, output } = context;
  const { copyStarters, findStarters } = await import('../templates/sync/starters.ts');
  const copied = await copyStarters(findStarters(), resolve(io.cwd, dir), context.signal);
  const shown = copied.map(({ slug, action }) => ({ slug, path: posix.join(dir, slug), action }));
  for (const { path, action } of shown) {
    if (action === 'create') output.done(`Created ${path}`);
    else output.note(`Kept ${path}, which is there already`);
  }
  const first = shown.find(({ action }) => action === 'create');
  if (first) {
    const folder = /^(\.{1,2}\/|\/|[a-z]:)/i.test(first.path) ? first.path : `./${first.path}`;
    output.note(`See it as a PDF: platen render pdf template:${folder} -o ${first.slug}.pdf`);
  }
  if (output.json) await output.jsonDocument({ data: shown });
}
