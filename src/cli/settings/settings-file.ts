import { CommandError } from '../output/command-error.ts';
import type { SettingKind } from './setting-kinds.ts';
import {
  isSettingName,
  type SettingName,
  type SettingValue,
  settingNames,
  settingRows,
  variableOf,
} from './settings-table.ts';
import { suggestSetting } from './suggest-setting.ts';

/** A value in a file, with its line. */
export interface FileSetting {
  value: SettingValue;
  line: number;
}

/** Settings by name. */
export type FileSettings = ReadonlyMap<SettingName, FileSetting>;

/** The checked content of a file. */
export interface SettingsFile {
  path: string;
  /** The real path of a file of a project that does not belong to that project (`findForeignTarget`). */
  foreign?: string;
  values: FileSettings;
  profiles: ReadonlyMap<string, FileSettings>;
}

/** The error for a place in a file. `message` follows the place, as in `platen.config.yaml:3: …`. */
export function fileError(path: string, line: number, message: string, fix?: string): CommandError {
  return new CommandError('config_invalid', `${path}:${line}: ${message}`, fix === undefined ? {} : { fix });
}

/** A name for people: quoted, without control characters, at most 60 characters. */
export function showName(name: string): string {
  const plain = name.replaceAll(/[\p{C}]/gu, '\ufffd');
  return `"${plain.length > 60 ? `${plain.slice(0, 60)}…` : plain}"`;
}

/** Checks the name of a setting. The error names the setting that was probably meant. */
export function checkSettingName(path: string, line: number, name: string): SettingName {
  if (!isSettingName(name)) {
    // No command lists the settings while a file is not valid.
    const fix = suggestSetting(name, settingNames);
    throw fileError(path, line, `unknown setting ${showName(name)}`, fix);
  }
  if (settingRows[name].files === 'none') {
    throw fileError(path, line, `${name} cannot be set in a file`, `set ${variableOf(name)} in the environment`);
  }
  return name;
}

/** Checks the value of a setting. The error does not show the value: it may be a secret. */
export function checkFileValue(
  place: { path: string; line: number; name: string },
  setting: SettingName,
  read: (kind: SettingKind<SettingValue>) => ReturnType<SettingKind<SettingValue>['fromData']>,
): FileSetting {
  const parsed = read(settingRows[setting].kind);
  if ('problem' in parsed) throw fileError(place.path, place.line, `${place.name} ${parsed.problem}`);
  return { value: parsed.value, line: place.line };
}
