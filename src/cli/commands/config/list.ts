import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { CommandError } from '../../output/command-error.ts';
import { formatTable } from '../../output/table.ts';
import { type CommandWarning, listWarning } from '../../output/warnings.ts';
import { describeSetting, formatSetting } from '../../settings/describe-setting.ts';
import type { Settings } from '../../settings/index.ts';
import { resolveConnection } from '../../settings/service-connection.ts';
import { settingNames } from '../../settings/settings-table.ts';

/** Declares `platen config list`. */
export function addConfigList(group: Command, register: Register): void {
  const command = group
    .command('list')
    .description('List the settings that are set and where they come from. Keys are masked.')
    .option('--all', 'list all settings, with defaults');
  addHelpNotes(command, {
    examples: ['platen config list', 'platen config list --all', 'platen config list --all --json'],
    output:
      'a table at a terminal; in a pipe or with --json {"data": [{"name", "value", "default", "origin", "from", "trusted", "variable", "summary"}], "notes": [], "warnings": [{"part", "code", "detail"}]}; the value of an unset setting is null',
    exitCodes: { 3: 'a setting is invalid' },
  });
  command.action(register(runConfigList));
}

async function runConfigList({ output, settings: read }: Context, { all }: { all?: boolean }): Promise<undefined> {
  const settings = await read();
  const names = settingNames.filter((name) => all || settings.entries[name].origin.source !== 'default');
  const rows = names.map((name) => describeSetting(name, settings));
  for (const warning of findRefusals(settings)) output.warn(warning);
  if (output.json || !output.dataToTerminal) {
    const warnings = output.json ? output.takeWarnings() : settings.warnings.map(listWarning);
    await output.jsonDocument({ data: rows, warnings, notes: settings.notes });
  } else if (rows.length === 0) output.note('No setting is set. --all shows every setting with its default.');
  else {
    const lines = rows.map(({ name, from, trusted, default: otherwise }) => [
      name,
      formatSetting(name, settings) ?? otherwise,
      trusted ? from : `${from} (not trusted)`,
    ]);
    await output.data(formatTable(['setting', 'value', 'from'], lines, output.dataColumns));
  }
}

/** What keeps commands from using these settings. */
function findRefusals(settings: Settings): CommandWarning[] {
  try {
    resolveConnection(settings);
    return [];
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [{ code: 'settings_refused', text: `${error.message}: ${error.why}; ${error.fix}` }];
  }
}
