import { join, resolve } from 'node:path';
import type { Folders } from '../../folders/index.ts';
import { CommandError } from '../output/command-error.ts';
import type { CommandWarning } from '../output/warnings.ts';
import { checkOwner, readSettingsText } from './read-settings-text.ts';
import type { SettingsFile } from './settings-file.ts';

/** The place of the user file. */
interface UserFilePlace {
  path: string;
  /** Whether `PLATEN_CONFIG` names it; then it must exist. */
  named: boolean;
}

/** The user file: `PLATEN_CONFIG`, else `config.yaml` in the user's config folder. */
export function userFilePlace(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
  folders: Folders,
): UserFilePlace {
  const named = env.PLATEN_CONFIG;
  return named
    ? { path: resolve(cwd, named), named: true }
    : { path: join(folders.config, 'config.yaml'), named: false };
}

/**
 * Reads the user file, null without one. A file that others may write is `config_invalid`, because they could have the
 * key sent elsewhere; one with a key that others may read gets a warning. `PLATEN_CONFIG=/dev/null` means no user file.
 */
export async function readUserFile(
  place: UserFilePlace,
  platform: NodeJS.Platform,
): Promise<{ file: SettingsFile | null; warnings: CommandWarning[] }> {
  const { path, named } = place;
  if (path === '/dev/null') return { file: null, warnings: [] };
  const found = await readSettingsText(path);
  if (found === null) {
    if (!named) return { file: null, warnings: [] };
    throw new CommandError('config_invalid', `there is no file ${path}`, {
      why: 'PLATEN_CONFIG names it',
      fix: 'create it with platen config set, or unset PLATEN_CONFIG',
    });
  }
  // Windows has no mode bits; Node makes them up.
  const mode = platform === 'win32' ? 0 : found.mode & 0o777;
  checkOwner(path, found, platform);
  // The YAML parser costs start-up time, so only a file that is there pays for it.
  const { parseConfig } = await import('./parse-config.ts');
  const file = parseConfig(path, found.text, path.endsWith('.json') ? 'json' : 'yaml');
  const warnings: CommandWarning[] = [];
  if ((mode & 0o044) !== 0 && holdsKey(file)) {
    const text = `others may read the API key in ${path} (mode ${mode.toString(8)}): chmod 600 ${path}`;
    warnings.push({ code: 'key_exposed', text });
  }
  return { file, warnings };
}

/** Whether a file holds an API key, in whatever profile. */
export function holdsKey(file: SettingsFile): boolean {
  return [file.values, ...file.profiles.values()].some((values) => values.has('api_key'));
}
