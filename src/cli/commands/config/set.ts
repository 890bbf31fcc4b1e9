import { CommandError } from '../../output/command-error.ts';
import { editUserFile } from '../../settings/edit-user-file.ts';
import { folders } from '../../settings/folders.ts';
import { checkKey, readKeyFile } from '../../settings/read-key-file.ts';
import { isProfileName } from '../../settings/setting-kinds.ts';
import type { SettingsFile } from '../../settings/settings-file.ts';
import { type SettingName, settingRows } from '../../settings/settings-table.ts';
import { userFilePlace } from '../../settings/user-file.ts';
import type { ConfigContext } from './config-context.ts';
import { checkName } from './show.ts';

/** Changes one setting in the user file, in the section of `--profile` where that is given. */
export async function runConfigSet(
  word: string,
  value: string | undefined,
  context: ConfigContext,
): Promise<undefined> {
  const { io, flags, output } = context;
  const name = checkName(word);
  const profile = flags.settings.profile;
  checkPlace(name, profile);
  const text = name === 'api_key' ? await readNewKey(value, context) : value;
  if (text === undefined) throw new CommandError('usage', `the value of ${name} is missing`);
  const { path } = userFilePlace(io.env, io.cwd, folders(io.env, io.platform, io.homeFolder));
  const file = await editUserFile(path, { name, text, profile });
  const where = `${path}${profile === undefined ? '' : ` (profile ${profile})`}`;
  output.done(text === '' ? `Took ${name} out of ${where}` : `Set ${name} in ${where}`);
  for (const warning of loneSettings(file, name, profile, text)) output.warn(warning);
  if (output.json) await output.jsonDocument({ data: { name, path, profile: profile ?? null, set: text !== '' } });
}

function checkPlace(name: SettingName, profile: string | undefined): void {
  if (settingRows[name].files === 'none') {
    throw new CommandError('usage', `${name} cannot be set in a file`, {
      fix: `set ${settingRows[name].variable} in the environment`,
    });
  }
  if (profile === undefined) return;
  if (name === 'profile') throw new CommandError('usage', 'profile cannot stand inside a profile');
  if (!isProfileName(profile)) {
    throw new CommandError('usage', '--profile must be made of letters, digits, ".", "-" and "_"');
  }
}

/** The key from standard input or a hidden prompt; never from the argument, which other users could read. */
async function readNewKey(value: string | undefined, { io, flags, signal }: ConfigContext): Promise<string> {
  if (value === '') return '';
  if (value === '-') return readKeyFile('-', io.cwd, () => io.stdin);
  const fix = 'pipe it in: platen config set api_key - < key.txt';
  if (value !== undefined) {
    throw new CommandError('usage', 'the API key cannot be an argument', {
      why: 'every user of this machine can read the arguments of a command',
      fix: `${fix}, or leave it out to be asked; replace the key if others use this machine`,
    });
  }
  const canAsk = io.stdin.isTTY && io.stderr.isTTY && flags.input && !flags.json && !io.env.CI;
  if (!canAsk) throw new CommandError('consent_needed', 'the API key is missing and nobody can be asked', { fix });
  const { askSecret } = await import('../../settings/ask-secret.ts');
  return checkKey((await askSecret('API key: ', io, signal)).trim(), 'the answer');
}

/** What was set and does nothing yet. */
function loneSettings(file: SettingsFile, name: SettingName, profile: string | undefined, text: string): string[] {
  if (text === '') return [];
  if (name === 'api_key') {
    const section = profile === undefined ? undefined : file.profiles.get(profile);
    if (section?.has('base_url') || file.values.has('base_url')) return [];
    const flag = profile === undefined ? '' : ` --profile ${profile}`;
    return [`the key goes nowhere until its address stands beside it: platen config set base_url <address>${flag}`];
  }
  if (name === 'profile' && !file.profiles.has(text)) {
    return [`there is no profile ${text} in ${file.path} yet: platen config set base_url <address> --profile ${text}`];
  }
  return [];
}
