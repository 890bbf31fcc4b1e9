import { CommandError } from '../output/command-error.ts';
import { suggestSetting } from './nearest-name.ts';
import { showName } from './settings-file.ts';
import { isSettingName, type SettingName, settingNames } from './settings-table.ts';

/** The name of a setting as a user gives it. Throws `usage` with the name that was probably meant. */
export function requireSettingName(word: string): SettingName {
  if (isSettingName(word)) return word;
  const fix = suggestSetting(word, settingNames);
  throw new CommandError('usage', `there is no setting ${showName(word)}`, { fix });
}
