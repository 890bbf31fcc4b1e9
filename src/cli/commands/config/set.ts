import { resolve } from 'node:path';
import type { Command } from 'commander';
import { folders } from '../../../folders/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { CommandError } from '../../output/command-error.ts';
import { checkUserSetting, requireSettingName } from '../../settings/check-user-setting.ts';
import { checkKey, readKeyFile } from '../../settings/read-key-file.ts';
import type { SettingsFile } from '../../settings/settings-file.ts';
import { type SettingName, settingRows } from '../../settings/settings-table.ts';
import { userFilePlace } from '../../settings/user-file.ts';

/** Declares `platen config set`. */
export function addConfigSet(group: Command, register: Register): void {
  const command = group
    .command('set')
    .description('Set a setting in the user file, or in a profile with --profile. Type or pipe in the API key.')
    .argument('<name>', 'the name of the setting')
    .argument('[value]', 'its value; for api_key leave it out: it is asked for, or read from stdin');
  addHelpNotes(command, {
    examples: [
      'platen config set base_url https://pdf.example.com',
      'platen config set api_key --profile staging',
      'platen config set api_key < key.txt',
      'echo "$KEY" | platen config set api_key',
    ],
    output: 'nothing; with --json {"data": {"name", "path", "profile", "set"}}',
    exitCodes: {
      2: 'an unknown setting, an invalid value, or no terminal to type the key',
      3: 'the user file is not valid',
      15: 'the user file cannot be written',
    },
  });
  command.action(register(runConfigSet));
}

async function runConfigSet(context: Context, _options: object, [word = '', value]: string[]): Promise<undefined> {
  const { io, flags, output } = context;
  const name = requireSettingName(word);
  const profile = flags.settings.profile;
  checkUserSetting(name, profile);
  const text = name === 'api_key' ? await readNewKey(value, context) : value && fixPath(name, value, io.cwd);
  if (text === undefined) throw new CommandError('usage', `the value of ${name} is missing`);
  const { path } = userFilePlace(io.env, io.cwd, folders(io.env, io.platform, io.homeFolder));
  const { editUserFile } = await import('../../settings/edit-user-file.ts');
  const file = await editUserFile(path, { name, text, profile });
  const where = `${path}${profile === undefined ? '' : ` (profile ${profile})`}`;
  output.done(text === '' ? `Took ${name} out of ${where}` : `Set ${name} in ${where}`);
  for (const unused of loneSettings(file, name, profile, text)) output.warn({ code: 'setting_unused', text: unused });
  if (output.json) await output.jsonDocument({ data: { name, path, profile: profile ?? null, set: text !== '' } });
}

/** An absolute path: a relative one in the file would start at the folder of that file, not where it was typed. */
function fixPath(name: SettingName, value: string, cwd: string): string {
  const { isPath, isMarkup } = settingRows[name].kind;
  if (isMarkup && value.startsWith('@') && value.length > 1) return `@${absolute(value.slice(1))}`;
  return isPath ? absolute(value) : value;

  function absolute(path: string): string {
    return /^~(\/|$)/.test(path) ? path : resolve(cwd, path);
  }
}

/** The key from standard input or a hidden prompt; never from the argument, which other users could read. */
async function readNewKey(value: string | undefined, { io, flags, signal }: Context): Promise<string> {
  if (value === '') return '';
  if (value === '-') return readKeyFile('-', io.cwd, () => io.stdin);
  const fix = 'pipe it in: platen config set api_key < key.txt';
  if (value !== undefined) {
    throw new CommandError('usage', 'the API key cannot be an argument', {
      why: 'every user of this machine can read the arguments of a command',
      fix: `${fix}, or leave it out to be asked; replace the key if others use this machine`,
    });
  }
  // Documented in its help; nothing else can be meant.
  if (!io.stdin.isTTY) return readKeyFile('-', io.cwd, () => io.stdin);
  const canAsk = io.stderr.isTTY && flags.input && !flags.json && !io.env.CI;
  if (!canAsk)
    throw new CommandError('consent_needed', 'the API key is missing, and there is no terminal to ask for it', { fix });
  const { askSecret } = await import('../../command/ask-secret.ts');
  return checkKey((await askSecret('API key: ', io, signal)).trim(), 'the answer');
}

/** Warnings about settings that have no effect yet. */
function loneSettings(file: SettingsFile, name: SettingName, profile: string | undefined, text: string): string[] {
  if (text === '') return [];
  if (name === 'api_key') {
    const section = profile === undefined ? undefined : file.profiles.get(profile);
    if (section?.has('base_url') || file.values.has('base_url')) return [];
    const flag = profile === undefined ? '' : ` --profile ${profile}`;
    return [`the key is not used until base_url is set in the same file: platen config set base_url <url>${flag}`];
  }
  if (name === 'profile' && !file.profiles.has(text)) {
    return [`there is no profile ${text} in ${file.path} yet: platen config set base_url <url> --profile ${text}`];
  }
  return [];
}
