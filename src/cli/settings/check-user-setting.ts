import { CommandError } from '../output/command-error.ts';
import { isProfileName } from './setting-kinds.ts';
import { showName } from './settings-file.ts';
import { isSettingName, type SettingName, settingNames, settingRows, variableOf } from './settings-table.ts';
import { suggestSetting } from './suggest-setting.ts';

/** Throws `usage` for a setting that cannot stand in the user file, or not in its section for the profile. */
export function checkUserSetting(name: SettingName, profile: string | undefined): void {
  if (settingRows[name].files === 'none') {
    throw new CommandError('usage', `${name} cannot be set in a file`, {
      fix: `set ${variableOf(name)} in the environment`,
    });
  }
  if (profile === undefined) return;
  if (name === 'profile') throw new CommandError('usage', 'profile cannot be inside a profile');
  if (!isProfileName(profile)) {
    throw new CommandError('usage', '--profile must be made of letters, digits, ".", "-" and "_"');
  }
}

/** The name of a setting as a user gives it. Throws `usage` with the name that was probably meant. */
export function requireSettingName(word: string): SettingName {
  if (isSettingName(word)) return word;
  const fix = suggestSetting(word, settingNames);
  throw new CommandError('usage', `there is no setting ${showName(word)}`, { fix });
}
