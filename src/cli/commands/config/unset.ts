import type { Command } from 'commander';
import { folders } from '../../../folders/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { checkUserSetting, requireSettingName } from '../../settings/check-user-setting.ts';
import { readUserFile, userFilePlace } from '../../settings/user-file.ts';

/** Declares `platen config unset`. */
export function addConfigUnset(group: Command, register: Register): void {
  const command = group
    .command('unset')
    .description('Remove a setting from the user file, or from a profile with --profile.')
    .argument('<name>', 'the name of the setting');
  addHelpNotes(command, {
    examples: ['platen config unset base_url', 'platen config unset api_key --profile staging'],
    output: 'nothing; with --json {"data": {"name", "path", "profile", "set"}}',
    exitCodes: {
      2: 'the setting does not exist',
      3: 'the user file is not valid',
      15: 'the user file cannot be written',
    },
  });
  command.action(register(runConfigUnset));
}

async function runConfigUnset(
  { io, flags, output }: Context,
  _options: object,
  [word = '']: string[],
): Promise<undefined> {
  const name = requireSettingName(word);
  const profile = flags.settings.profile;
  checkUserSetting(name, profile);
  const place = userFilePlace(io.env, io.cwd, folders(io.env, io.platform, io.homeFolder));
  const { path } = place;
  const { file } = await readUserFile(place, io.platform);
  const section = profile === undefined ? file?.values : file?.profiles.get(profile);
  const where = `${path}${profile === undefined ? '' : ` (profile ${profile})`}`;
  if (section?.has(name)) {
    const { editUserFile } = await import('../../settings/edit-user-file.ts');
    await editUserFile(path, { name, text: '', profile });
    output.done(`Took ${name} out of ${where}`);
  } else output.note(`${name} is not set in ${where}`);
  if (output.json) await output.jsonDocument({ data: { name, path, profile: profile ?? null, set: false } });
}
