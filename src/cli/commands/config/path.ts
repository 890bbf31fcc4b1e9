import type { Command } from 'commander';
import { folders } from '../../../folders/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { userFilePlace } from '../../settings/user-file.ts';

/** Declares `platen config path`. */
export function addConfigPath(group: Command, register: Register): void {
  const command = group.command('path').description('Print the path of the user file, even if it does not exist.');
  addHelpNotes(command, {
    examples: ['platen config path', 'platen config path --json'],
    output: 'the path; with --json {"data": {"user_file", "folders": {"config", "data", "cache"}}}',
  });
  command.action(register(runConfigPath));
}

async function runConfigPath({ io, output }: Context): Promise<undefined> {
  const places = folders(io.env, io.platform, io.homeFolder);
  const { path } = userFilePlace(io.env, io.cwd, places);
  if (output.json) await output.jsonDocument({ data: { user_file: path, folders: places } });
  else await output.data(`${path}\n`);
}
