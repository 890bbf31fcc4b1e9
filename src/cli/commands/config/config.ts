import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import { addHelpNotes } from '../../command/help.ts';

/** Declares `platen config` with its commands. What they do is loaded when one of them runs. */
export function addConfig(parent: Command, register: Register): void {
  addList(parent, register);
  addGet(parent, register);
  addSet(parent, register);
  addPath(parent, register);
  addTrust(parent, register);
}

function addList(parent: Command, register: Register): void {
  const command = parent.command('list').description('Show every setting and where it comes from; the key masked.');
  addHelpNotes(command, {
    examples: ['platen config list', 'platen config list --json'],
    output:
      'a table; with --json {"data": [{"name", "value", "origin", "from", "trusted", "variable", "summary"}],\n' +
      '"warnings": [], "notes": []}, a value being null where nothing is set',
    exitCodes: { 3: 'a setting is not valid' },
  });
  command.action(
    register(async (context) => {
      const { runConfigList } = await import('./show.ts');
      return runConfigList(context);
    }),
  );
}

function addGet(parent: Command, register: Register): void {
  const command = parent
    .command('get')
    .description('Print the value of one setting; the key masked.')
    .argument('<name>', 'the name of the setting, as in platen config list');
  addHelpNotes(command, {
    examples: ['platen config get base_url', 'platen config get timeout --profile staging --json'],
    output: 'the value, nothing where it is not set; with --json {"data": {"name", "value", "origin", …}}',
    exitCodes: { 2: 'there is no such setting', 3: 'a setting is not valid' },
  });
  command.action(
    register(async (context, _options, [name = '']) => {
      const { runConfigGet } = await import('./show.ts');
      return runConfigGet(name, context);
    }),
  );
}

function addSet(parent: Command, register: Register): void {
  const command = parent
    .command('set')
    .description('Change one setting in the user file, for --profile in its section. The key is asked for or piped in.')
    .argument('<name>', 'the name of the setting')
    .argument('[value]', 'its value; "" takes it out; for api_key leave it out, or give - for stdin');
  addHelpNotes(command, {
    examples: [
      'platen config set base_url https://pdf.example.com',
      'platen config set api_key --profile staging',
      'platen config set api_key - < key.txt',
    ],
    output: 'nothing; with --json {"data": {"name", "path", "profile", "set"}}',
    exitCodes: {
      2: 'no such setting, a value that does not fit, or nobody to ask for the key',
      3: 'the user file is not valid',
      15: 'the user file cannot be written',
    },
  });
  command.action(
    register(async (context, _options, [name = '', value]) => {
      const { runConfigSet } = await import('./set.ts');
      return runConfigSet(name, value, context);
    }),
  );
}

function addPath(parent: Command, register: Register): void {
  const command = parent.command('path').description('Print where the user file is, or would be.');
  addHelpNotes(command, {
    examples: ['platen config path', 'platen config path --json'],
    output: 'the path; with --json {"data": {"user_file", "folders": {"config", "data", "cache"}}}',
  });
  command.action(
    register(async (context) => {
      const { runConfigPath } = await import('./show.ts');
      return runConfigPath(context);
    }),
  );
}

function addTrust(parent: Command, register: Register): void {
  const command = parent
    .command('trust')
    .description(
      'Trust the project file and the .env of this folder with their present content. Only then may they say where a ' +
        'key from elsewhere goes, or weaken a check. In CI set PLATEN_TRUST_PROJECT=1 where the checkout is your own.',
    );
  addHelpNotes(command, {
    examples: ['platen config trust'],
    output: 'nothing; with --json {"data": [{"path", "settings": {}}]}',
    exitCodes: { 2: 'there is nothing to trust', 3: 'a file is not valid', 15: 'trust cannot be remembered' },
  });
  command.action(
    register(async (context) => {
      const { runConfigTrust } = await import('./trust.ts');
      return runConfigTrust(context);
    }),
  );
}
