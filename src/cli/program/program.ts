import { Command, CommanderError, type OutputConfiguration } from 'commander';
import type { Register } from '../command/command.ts';
import type { Context } from '../command/context.ts';
import { addGlobalOptions, type GlobalValues, guessOutputChoices } from '../command/global-options.ts';
import { addHelpNotes, addHelpTerm, describeOption, formatHelp, formatTerm } from '../command/help.ts';
import { CommandError } from '../output/command-error.ts';
import type { Io } from '../output/io.ts';
import { write } from '../output/output.ts';
import { groups, singles } from './command-table.ts';
import { formatExitCodes } from './exit-codes.ts';
import { refuseFlagsAsValues } from './flags-as-values.ts';

/** A parsed command line. */
export interface ParsedCommandLine {
  global: GlobalValues;
  /** Settings that flags of the command's own give, by the names of the settings table. */
  settings: Readonly<Record<string, string>>;
  /** Whether the command ends by itself, with 0, after a signal. */
  drains: boolean;
  /** Whether `--force` overwrites what is there. */
  takesForce: boolean;
  /** Whether `--timeout` holds for each of its calls, not for all of them together. */
  timeoutPerCall: boolean;
  run(context: Context): Promise<number | undefined>;
}

/**
 * Parses a command line. Returns an exit code if nothing is left to do (help, version). Throws `usage` for anything
 * that it does not understand, before anything is read or contacted.
 */
export async function parseCommandLine(
  argv: readonly string[],
  io: Io,
  version: string,
): Promise<ParsedCommandLine | number> {
  if (argv.filter((word) => !word.startsWith('-')).join(' ') === 'help exit-codes') {
    await write(io.stdout, formatExitCodes(guessOutputChoices(argv).json));
    return 0;
  }
  // commander's own help command takes a single word; `help templates update` has two.
  const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
  let parsed: ParsedCommandLine | undefined;
  let help = '';
  const output: OutputConfiguration = {
    writeOut: (text) => {
      help += text;
    },
    writeErr: () => {},
    getOutHelpWidth: () => io.stdout.columns || 80,
  };
  const register: Register = (act, extra = {}) => {
    return (...given) => {
      // commander hands over the arguments, the options and the command.
      const command = given.pop() as Command;
      const options = given.pop() as never;
      const perCall = extra.timeoutPerCall;
      parsed = {
        global: command.optsWithGlobals(),
        settings: readSettings(command, extra.settings ?? []),
        drains: extra.drains ?? false,
        takesForce: command.options.some(({ long }) => long === '--force'),
        timeoutPerCall: typeof perCall === 'function' ? (perCall(options) ?? false) : (perCall ?? false),
        run: (context) =>
          act(
            context,
            options,
            given.flat().filter((word): word is string => typeof word === 'string'),
          ),
      };
    };
  };
  const program = await buildFor(words, version, register, output);
  refuseFlagsAsValues(commandAt(program, words), words);
  try {
    await program.parseAsync(bindOptionalValues(commandAt(program, words), words), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.version') {
      const { formatVersion } = await import('./version-page.ts');
      await write(io.stdout, formatVersion(version, guessOutputChoices(argv).json));
      return 0;
    }
    if (error.code === 'commander.helpDisplayed') {
      const known = countKnownWords(program, words);
      // Commander shows the nearest group's help instead; without --help it says what is wrong.
      if (known < words.length) return parseCommandLine(words.slice(0, known + 1), io, version);
      await write(io.stdout, help);
      return 0;
    }
    if (error.code === 'commander.help') return helpAfterMistake(program, argv, io);
    throw await usageError(error, program, argv);
  }
  return parsed ?? helpAfterMistake(program, argv, io);
}

/** The words with the default of each flag that may have a value and has none: its value is written behind `=` alone, so that no source is taken for it. */
function bindOptionalValues(command: Command, words: readonly string[]): string[] {
  const end = words.indexOf('--');
  return words.map((word, index) => {
    const option = command.options.find(({ optional, long }) => optional && long === word);
    return option === undefined || (end !== -1 && index > end) ? word : `${word}=${option.presetArg}`;
  });
}

/** The settings that a command's own flags give: a flag has the name of its setting, with `-` for `_`. */
function readSettings(command: Command, settings: readonly string[]): Record<string, string> {
  const given = command.options.flatMap((option) => {
    const name = option.name().replaceAll('-', '_');
    const value: unknown = command.getOptionValue(option.attributeName());
    return settings.includes(name) && value !== undefined ? [[name, String(value)]] : [];
  });
  return Object.fromEntries(given);
}

/** Builds the commander program with every command. `register` binds the commands; nothing runs here. */
export async function buildProgram(version: string, register: Register, output: OutputConfiguration): Promise<Command> {
  const program = openProgram(version, output);
  const whole = async () => program;
  for (const name of Object.keys(groups)) await addWholeGroup(program, name, register, whole);
  for (const name of Object.keys(singles)) await addSingle(program, name, register, whole);
  return program;
}

/**
 * Builds the part of the program that the words need, because loading all of it takes longer than running most commands: the
 * command or group that they name, everything for an unknown name, and only the names of the commands for the help.
 */
async function buildFor(
  words: readonly string[],
  ...[version, register, output]: Parameters<typeof buildProgram>
): Promise<Command> {
  const program = openProgram(version, output);
  const whole = () => buildProgram(version, () => () => {}, {});
  const [name, verb = ''] = findCommandWords(program, words);
  if (name === undefined) {
    nameCommands(program);
  } else if (Object.hasOwn(singles, name)) {
    await addSingle(program, name, register, whole);
  } else if (Object.hasOwn(groups, name)) {
    const { description = '', commands = {} } = groups[name] ?? {};
    const load = Object.hasOwn(commands, verb) ? commands[verb] : undefined;
    if (load) (await load())(program.command(name).description(description), register, whole);
    else await addWholeGroup(program, name, register, whole);
  } else {
    return buildProgram(version, register, output);
  }
  return program;
}

/** The words that should name a command: neither flags of the program nor their values. */
function findCommandWords(program: Command, words: readonly string[]): string[] {
  const found: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (!word.startsWith('-')) found.push(word);
    else if (program.options.some(({ required, short, long }) => required && (word === short || word === long)))
      index++;
  }
  return found;
}

type DeclareArguments = [register: Register, wholeProgram: () => Promise<Command>];

async function addWholeGroup(program: Command, name: string, ...rest: DeclareArguments): Promise<void> {
  const { description = '', commands = {} } = groups[name] ?? {};
  const group = program.command(name).description(description);
  for (const load of Object.values(commands)) (await load())(group, ...rest);
}

async function addSingle(program: Command, name: string, ...rest: DeclareArguments): Promise<void> {
  const declare = await singles[name]?.load();
  declare?.(nameSingle(program, name), ...rest);
}

/** Declares each command by its name alone. */
function nameCommands(program: Command): void {
  for (const [name, { description }] of Object.entries(groups)) program.command(name).description(description);
  for (const [name, { term }] of Object.entries(singles)) addHelpTerm(nameSingle(program, name), term);
}

function nameSingle(program: Command, name: string): Command {
  const { description = '', hidden = false } = singles[name] ?? {};
  return program.command(name, { hidden }).description(description);
}

function openProgram(version: string, output: OutputConfiguration): Command {
  const program = new Command('platen')
    .description('Render web pages, HTML, Markdown and templates to PDF, and manage the templates.')
    .exitOverride()
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command...]', 'Print help for a command, or for exit-codes.')
    .showSuggestionAfterError(true)
    .configureHelp({
      formatHelp,
      subcommandTerm: formatTerm,
      optionDescription: describeOption,
      sortSubcommands: false,
      minWidthToWrap: 12,
    });
  // Settings of a parent reach only those subcommands that are made after them.
  program.configureOutput(output);
  addGlobalOptions(program);
  return addHelpNotes(program, {
    examples: [
      'platen render pdf invoice.html -o invoice.pdf',
      'platen render pdf https://example.com notes.md appendix.pdf -o report.pdf',
      'platen init mails && platen templates preview mails/invoice',
      'platen serve',
    ],
  });
}

/** Prints the help for a group without a verb, as a mistake: exit code 2. */
async function helpAfterMistake(program: Command, argv: readonly string[], io: Io): Promise<number> {
  const group = commandAt(program, argv);
  if (guessOutputChoices(argv).json) {
    const names = group.createHelp().visibleCommands(group);
    throw new CommandError(
      'usage',
      `${pathOf(group)} needs a command: ${names.map((command) => command.name()).join(', ')}`,
    );
  }
  await write(io.stderr, group.helpInformation());
  return 2;
}

/** The number of words before the first that should name a command and does not; all where every word fits. */
function countKnownWords(program: Command, words: readonly string[]): number {
  let command = program;
  for (const [index, word] of words.entries()) {
    if (word.startsWith('-') || command.commands.length === 0) break;
    const next = command.commands.find((candidate) => candidate.name() === word);
    if (!next && word !== 'help') return index;
    command = next ?? command;
  }
  return words.length;
}

async function usageError(error: CommanderError, program: Command, argv: readonly string[]): Promise<CommandError> {
  const [message = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const near = /\(Did you mean (?:one of )?(.+)\?\)/.exec(suggestion ?? '')?.[1];
  const command = commandAt(program, argv);
  const path = pathOf(command);
  const choices = /^command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)\.$/s.exec(
    message,
  );
  if (choices) {
    const [, given, argument, allowed] = choices;
    return new CommandError('usage', `'${given}' is not a ${argument}`, { fix: `choose one of ${allowed}` });
  }
  const unknown = /^unknown command '(.*)'$/s.exec(message)?.[1];
  // No command has such a character in its name, however near it is to a file.
  if (unknown !== undefined && (near === undefined || /[./:]/.test(unknown))) {
    const { findMeantCommand } = await import('./meant-command.ts');
    const meant = findMeantCommand(unknown, path);
    if (meant !== undefined) return new CommandError('usage', message, { fix: meant });
  }
  const flag = /^unknown option '(--?[\w-]+)/.exec(message)?.[1];
  const foreign = path.startsWith('platen render') ? await adviseOnForeignFlag(flag) : undefined;
  const meant = (flag?.startsWith('--') && findBegun(flag, command)) || near;
  // The value of a flag that is not known may be a secret.
  return new CommandError('usage', message.replace(/^(unknown option '--?[\w-]+)=.*'$/s, "$1=…'"), {
    fix: foreign ?? (meant ? `did you mean ${meant}?` : `see ${path} --help`),
  });
}

/** Advice for a flag of another program that makes PDFs; undefined for any other. */
async function adviseOnForeignFlag(flag: string | undefined): Promise<string | undefined> {
  if (flag === undefined) return undefined;
  return (await import('./foreign-flags.ts')).foreignFlags[flag];
}

/** The flags of a command that a word begins, where these are few: `--out` means `--output`, though `--put` has more of its letters. */
function findBegun(word: string, command: Command): string | undefined {
  const flags = [];
  for (let at: Command | null = command; at; at = at.parent) {
    const shown = at.options.filter(({ hidden }) => !hidden);
    flags.push(...shown.flatMap(({ long }) => (long?.startsWith(word) ? [long] : [])));
  }
  return flags.length > 3 ? undefined : flags.join(' or ');
}

/** The deepest command that the words name. */
function commandAt(program: Command, argv: readonly string[]): Command {
  let command = program;
  for (const word of argv) {
    const next = command.commands.find((candidate) => candidate.name() === word);
    if (next) command = next;
  }
  return command;
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}
