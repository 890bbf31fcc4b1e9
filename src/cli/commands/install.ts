import type { Command } from 'commander';
import type { Register } from '../command/command.ts';
import type { Context } from '../command/context.ts';
import { addHelpNotes } from '../command/help.ts';
import { CommandError } from '../output/command-error.ts';

/** Declares `platen install`. */
export function addInstall(command: Command, register: Register): void {
  addHelpNotes(command, {
    examples: ['platen install', 'PLATEN_BROWSER_DIR=/opt/platen platen install'],
    output: [
      'the folder with the browser and the fonts; with --json {"data": {"folder", "browser", "fonts"}}.',
      'Nothing is downloaded. The folder may be read-only afterwards.',
    ].join('\n'),
    exitCodes: {
      3: 'no browser is bundled for this system, or another user can change the folder',
      15: 'the folder cannot be written',
    },
  });
  command.action(register(runInstall));
}

async function runInstall(context: Context): Promise<undefined> {
  const { installBundled } = await import('../service/embedded.ts');
  const { folder, browser, fonts } = await installBundled(context);
  if (browser === undefined) {
    throw new CommandError('browser_missing', 'no browser is bundled for this system', {
      why: 'the bundled Chromium is for Linux on x64',
      fix: 'npx playwright install chromium-headless-shell; or install Chromium, Chrome or Edge',
    });
  }
  if (context.output.json) await context.output.jsonDocument({ data: { folder, browser, fonts } });
  else await context.output.data(`${folder}\n`);
  return undefined;
}
