import { folders } from '../../folders/index.ts';
import type { KeyStream } from './read-key-file.ts';
import { readSources, type SourceEdges } from './read-sources.ts';
import { type ResolvedSettings, resolveSettings } from './resolve-settings.ts';
import type { Texts } from './sources.ts';

export { type Folders, folders } from '../../folders/index.ts';
export { formatDuration, parseDuration } from './duration.ts';
export { describeOrigin, type Origin } from './origin.ts';
export type { ResolvedSetting, ResolvedSettings } from './resolve-settings.ts';
// The settings of the command line. Knows no command, prints nothing.
export { adviseOnKey, resolveConnection, type ServiceConnection } from './service-connection.ts';
export { type SettingName, type SettingValues, settingNames, settingsTable } from './settings-table.ts';

/** All settings with their origins. */
export type Settings = ResolvedSettings;

/** What settings are read from: the edges of the command line and the global flags. */
interface SettingsEdges {
  io: Pick<SourceEdges, 'env' | 'cwd' | 'platform' | 'homeFolder'> & { readonly stdin: KeyStream };
  flags: { settings: Texts; envFile: boolean };
}

/** Reads and resolves all settings. */
export async function loadSettings({ io, flags }: SettingsEdges): Promise<Settings> {
  const { env, cwd, platform, homeFolder } = io;
  const sources = await readSources({
    env,
    cwd,
    platform,
    homeFolder,
    folders: folders(env, platform, homeFolder),
    flags: flags.settings,
    envFile: flags.envFile,
    stdin: () => io.stdin,
  });
  return resolveSettings(sources);
}
