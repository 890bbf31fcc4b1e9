import type { Command } from 'commander';
import { folders } from '../../../folders/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { CommandError } from '../../output/command-error.ts';
import { readProjectSources } from '../../settings/read-sources.ts';
import type { FileSettings, SettingsFile } from '../../settings/settings-file.ts';
import { showSetting } from '../../settings/show-setting.ts';
import { rememberTrust } from '../../settings/trusted-files.ts';

/** Declares `platen config trust`. */
export function addConfigTrust(group: Command, register: Register): void {
  const command = group
    .command('trust')
    .description(
      'Trust the project file and the .env of this folder, until their URL or a setting that weakens a check changes. Only ' +
        'trusted files can set the URL for a key from elsewhere. In CI, set PLATEN_BASE_URL and PLATEN_API_KEY instead.',
    );
  addHelpNotes(command, {
    examples: ['platen config trust'],
    output: 'nothing; with --json {"data": [{"path", "settings": {}}]}',
    exitCodes: { 2: 'there is nothing to trust', 3: 'a file is not valid', 15: 'the trust cannot be stored' },
  });
  command.action(register(runConfigTrust));
}

async function runConfigTrust({ io, flags, output }: Context): Promise<undefined> {
  const userFolders = folders(io.env, io.platform, io.homeFolder);
  const { env, cwd, platform, homeFolder } = io;
  const edges = { env, cwd, platform, homeFolder, folders: userFolders, envFile: flags.envFile };
  const { project, envFile } = await readProjectSources(edges);
  const files = [project, envFile].filter((found) => found !== null);
  if (files.length === 0) {
    throw new CommandError('input_missing', `there is no project file and no .env for ${io.cwd}`, {
      fix: 'run it in the folder of the project',
    });
  }
  await rememberTrust(userFolders, files);
  const trusted = files.map((found) => ({ path: found.path, settings: shownSettings(found) }));
  if (output.json) await output.jsonDocument({ data: trusted });
  for (const { path, settings } of trusted) {
    const list = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
    output.done(`Trusted ${path}${list.length === 0 ? '' : ` (${list.join(', ')})`}`);
  }
}

/** All settings of the file, secrets masked, so that the user sees what is trusted. */
function shownSettings(file: SettingsFile): Record<string, string> {
  const shown: [string, string][] = [];
  const add = (prefix: string, settings: FileSettings) => {
    for (const [name, { value }] of settings) shown.push([`${prefix}${name}`, showSetting(name, value)]);
  };
  add('', file.values);
  for (const [profile, settings] of file.profiles) add(`profiles.${profile}.`, settings);
  return Object.fromEntries(shown);
}
