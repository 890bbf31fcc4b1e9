import { describeOrigin } from './origin.ts';
import type { ResolvedSettings } from './resolve-settings.ts';
import { type SettingName, secretSettings, settingsTable, variableOf } from './settings-table.ts';
import { showSetting } from './show-setting.ts';

/** The value for people, secrets masked; null if nothing is set. */
export function formatSetting(name: SettingName, settings: ResolvedSettings): string | null {
  const { value } = settings.entries[name];
  return value === null ? null : showSetting(name, value);
}

/** One setting as `--json` shows it. */
export function describeSetting(name: SettingName, settings: ResolvedSettings) {
  const { value, origin, blocked } = settings.entries[name];
  const secret = secretSettings.includes(name);
  return {
    name,
    value: secret ? formatSetting(name, settings) : value,
    default: settingsTable[name].otherwise,
    origin,
    from: describeOrigin(origin),
    trusted: blocked === undefined,
    variable: variableOf(name),
    summary: settingsTable[name].summary,
  };
}
