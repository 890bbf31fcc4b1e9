import { CommandError } from '../output/command-error.ts';
import { isProfileName } from './setting-kinds.ts';
import { type SettingName, settingRows, variableOf } from './settings-table.ts';

/** Throws `usage` for a setting that cannot stand in the user file, or not in its section for the profile. */
export function checkUserSetting(name: SettingName, profile: string | undefined): void {
  if (settingRows[name].files === 'none') {
    throw new CommandError('usage', `${name} cannot be set in a file`, {
      fix: `set ${variableOf(name)} in the environment`,
    });
  }
  if (profile === undefined) return;
  if (name === 'profile') throw new CommandError('usage', 'profile cannot stand inside a profile');
  if (!isProfileName(profile)) {
    throw new CommandError('usage', '--profile must be made of letters, digits, ".", "-" and "_"');
  }
}
