import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { requireSettingName } from '../../settings/check-user-setting.ts';
import { describeSetting, formatSetting } from '../../settings/describe-setting.ts';

/** Declares `platen config get`. */
export function addConfigGet(group: Command, register: Register): void {
  const command = group
    .command('get')
    .description('Print the value of a setting. Keys are masked.')
    .argument('<name>', 'the name of the setting, as in platen config list --all');
  addHelpNotes(command, {
    examples: ['platen config get base_url', 'platen config get timeout --profile staging --json'],
    output: 'the value, nothing if it is not set; with --json {"data": {"name", "value", "origin", …}}',
    exitCodes: { 2: 'the setting does not exist', 3: 'a setting is invalid' },
  });
  command.action(register(runConfigGet));
}

async function runConfigGet(context: Context, _options: object, [word = '']: string[]): Promise<undefined> {
  const name = requireSettingName(word);
  const { output } = context;
  const settings = await context.settings();
  const text = formatSetting(name, settings);
  if (output.json) await output.jsonDocument({ data: describeSetting(name, settings) });
  else if (text === null) output.note(`${name} is not set`);
  else await output.data(`${text}\n`);
}
