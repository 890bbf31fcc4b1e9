import { CommandError } from '../../output/command-error.ts';
import { formatTable } from '../../output/table.ts';
import { folders } from '../../settings/folders.ts';
import {
  describeOrigin,
  nearestName,
  resolveConnection,
  type SettingName,
  type Settings,
  settingNames,
} from '../../settings/index.ts';
import { showName } from '../../settings/settings-file.ts';
import { isSettingName, settingsTable } from '../../settings/settings-table.ts';
import { showSetting } from '../../settings/show-setting.ts';
import { userFilePlace } from '../../settings/user-file.ts';
import type { ConfigContext } from './config-context.ts';

/** Prints all settings with their origins. */
export async function runConfigList(context: ConfigContext): Promise<undefined> {
  const { output } = context;
  const settings = await context.settings();
  const rows = settingNames.map((name) => describeSetting(name, settings));
  if (output.json) {
    await output.jsonDocument({ data: rows, warnings: settings.warnings, notes: settings.notes });
    return;
  }
  const lines = rows.map(({ name, from, trusted }) => [
    name,
    showEntry(name, settings) ?? '-',
    trusted ? from : `${from} (not trusted)`,
  ]);
  await output.data(formatTable(['setting', 'value', 'from'], lines));
  try {
    resolveConnection(settings);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    output.warn(`${error.message}: ${error.why}; ${error.fix}`);
  }
}

/** Prints one value. */
export async function runConfigGet(word: string, context: ConfigContext): Promise<undefined> {
  const name = checkName(word);
  const { output } = context;
  const settings = await context.settings();
  const text = showEntry(name, settings);
  if (output.json) await output.jsonDocument({ data: describeSetting(name, settings) });
  else if (text === null) output.note(`${name} is not set`);
  else await output.data(`${text}\n`);
}

/** Prints where the user file is. */
export async function runConfigPath({ io, output }: ConfigContext): Promise<undefined> {
  const places = folders(io.env, io.platform, io.homeFolder);
  const { path } = userFilePlace(io.env, io.cwd, places);
  if (output.json) await output.jsonDocument({ data: { user_file: path, folders: places } });
  else await output.data(`${path}\n`);
}

/** The name of a setting, or `usage` with the one that was probably meant. */
export function checkName(word: string): SettingName {
  if (isSettingName(word)) return word;
  const near = nearestName(word, settingNames);
  throw new CommandError('usage', `there is no setting ${showName(word)}`, {
    fix: near === undefined ? `known settings: ${settingNames.join(', ')}` : `did you mean ${near}?`,
  });
}

/** The value for people, secrets masked; null where nothing is set. */
function showEntry(name: SettingName, settings: Settings): string | null {
  const { value } = settings.entries[name];
  return value === null ? null : showSetting(name, value);
}

/** One setting as `--json` shows it. */
function describeSetting(name: SettingName, settings: Settings) {
  const { value, origin, blocked } = settings.entries[name];
  const secret = name === 'api_key' || name === 'database_url';
  return {
    name,
    value: secret ? showEntry(name, settings) : value,
    origin,
    from: describeOrigin(origin),
    trusted: blocked === undefined,
    variable: settingsTable[name].variable,
    summary: settingsTable[name].summary,
  };
}
