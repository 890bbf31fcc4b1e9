import { CommandError } from '../command-error.ts';
import { folders } from '../settings/folders.ts';
import {
  describeOrigin,
  nearestName,
  resolveConnection,
  type SettingName,
  type Settings,
  settingNames,
} from '../settings/index.ts';
import { showName } from '../settings/settings-file.ts';
import { isSettingName, settingsTable } from '../settings/settings-table.ts';
import { showSetting } from '../settings/show-setting.ts';
import { userFilePlace } from '../settings/user-file.ts';
import { formatTable } from '../table.ts';
import type { ConfigContext } from './config.ts';

/** Prints all settings with their origins. */
export async function runConfigList(context: ConfigContext): Promise<undefined> {
  const { output } = context;
  const settings = await context.settings();
  const rows = settingNames.map((name) => describeSetting(name, settings));
  if (output.json) {
    await output.jsonDocument({ data: rows, warnings: settings.warnings, notes: settings.notes });
    return;
  }
  const lines = rows.map(({ name, value, trusted, from }) => [
    name,
    value === null ? '-' : showSetting(name, value),
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
  const setting = describeSetting(name, await context.settings());
  if (context.output.json) await context.output.jsonDocument({ data: setting });
  else if (setting.value === null) context.output.note(`${name} is not set`);
  else await context.output.data(`${showSetting(name, setting.value)}\n`);
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

function describeSetting(name: SettingName, settings: Settings) {
  const { value, origin, blocked } = settings.entries[name];
  const secret = name === 'api_key' || name === 'database_url';
  return {
    name,
    value: secret && value !== null ? showSetting(name, value) : value,
    origin,
    from: describeOrigin(origin),
    trusted: blocked === undefined,
    variable: settingsTable[name].variable,
    summary: settingsTable[name].summary,
  };
}
