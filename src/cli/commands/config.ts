import type { Command } from 'commander';
import type { Context } from '../context.ts';

/** What the commands about settings need of their context. */
export type ConfigContext = Pick<Context, 'io' | 'flags' | 'output' | 'settings'>;

/** Registers `platen config` with its commands. */
export function addConfig(program: Command, context: Context): void {
  const config = program.command('config').description('Shows and changes settings, and trusts projects.');
  config
    .command('list')
    .description('Shows every setting, its value and where it comes from; the API key masked.')
    .addHelpText('after', listHelp)
    .action(async () => {
      const { runConfigList } = await import('./config-show.ts');
      await runConfigList(context);
    });
  config
    .command('get')
    .argument('<name>', 'the name of a setting')
    .description('Prints the value of one setting; the API key masked.')
    .addHelpText('after', getHelp)
    .action(async (name: string) => {
      const { runConfigGet } = await import('./config-show.ts');
      await runConfigGet(name, context);
    });
  config
    .command('set')
    .argument('<name>', 'the name of a setting')
    .argument('[value]', 'its value; empty ("") takes it out; for api_key only "-", which reads standard input')
    .description('Changes one setting in the user file; asks for the API key without showing it.')
    .addHelpText('after', setHelp)
    .action(async (name: string, value: string | undefined) => {
      const { runConfigSet } = await import('./config-set.ts');
      await runConfigSet(name, value, context);
    });
  config
    .command('path')
    .description('Prints where the user file is, or would be.')
    .addHelpText('after', pathHelp)
    .action(async () => {
      const { runConfigPath } = await import('./config-show.ts');
      await runConfigPath(context);
    });
  config
    .command('trust')
    .description('Trusts the project file and the .env of this folder, with their present content.')
    .addHelpText('after', trustHelp)
    .action(async () => {
      const { runConfigTrust } = await import('./config-trust.ts');
      await runConfigTrust(context);
    });
}

const listHelp = `
Examples:
  platen config list
  platen config list --json

Output with --json: {"settings": [{"name", "value", "origin", "from", "trusted", "variable", "summary"}],
"warnings": [], "notes": []}. A value is null where nothing is set.

Exit codes: 0, 2 (usage), 3 (a setting is not valid).
`;

const getHelp = `
Examples:
  platen config get base_url
  platen config get timeout --profile staging --json

Exit codes: 0 (also where nothing is set), 2 (no such setting), 3 (a setting is not valid).
`;

const setHelp = `
Examples:
  platen config set base_url https://pdf.example.com
  platen config set api_key --profile staging
  platen config set api_key - < key.txt

The API key is never an argument: every user of the machine can read those.

Exit codes: 0, 2 (usage, or a value that does not fit), 3 (the user file is not valid), 15 (it cannot be written).
`;

const pathHelp = `
Examples:
  platen config path
  platen config path --json

Output with --json: {"user_file", "folders": {"config", "data", "cache"}}.

Exit codes: 0.
`;

const trustHelp = `
Examples:
  platen config trust

A project may not say where your API key goes, nor weaken a check, before you trust it. Trust is remembered for the file's
path and content: a changed file must be trusted again. In CI set PLATEN_TRUST_PROJECT=1 where the checkout is your own.

Output with --json: {"trusted": [{"path", "settings": {}}]}.

Exit codes: 0, 2 (there is nothing to trust), 3 (a file is not valid), 15.
`;
