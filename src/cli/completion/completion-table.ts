import type { Argument, Command, Option } from 'commander';
import { pageSizes } from '../../contract/index.ts';
import { pdfALevels } from '../render/conformance-flags.ts';
import { settingNames } from '../settings/index.ts';

/** What a place of the command line takes. `templates`, `slugs` and `profiles` are looked up when Tab is pressed; `sources` are files, and `template:` with a slug or an id. */
export type ValueKind =
  | { kind: 'nothing' | 'files' | 'folders' | 'sources' | 'templates' | 'slugs' | 'profiles' }
  | { kind: 'words'; words: readonly string[] };

/** A flag in all its spellings. */
export interface Flag {
  names: readonly string[];
  description: string;
  /** The value that follows; undefined for a switch. */
  value: ValueKind | undefined;
}

/** A command, and what can follow it. */
interface CommandPlace {
  /** The words that lead to it, such as "render pdf"; empty for the program. */
  path: string;
  commands: readonly { name: string; description: string }[];
  flags: readonly Flag[];
  argument: ValueKind;
}

/** Everything that Tab can complete. */
export interface CompletionTable {
  places: readonly CommandPlace[];
  /** Flags that every command takes. */
  globals: readonly Flag[];
}

/** Reads the commands and flags from commander. Commands whose names begin with two underscores stay hidden. */
export function buildCompletionTable(program: Command): CompletionTable {
  const places: CommandPlace[] = [];
  const add = (command: Command, path: string) => {
    const commands = command.commands.filter((child) => !child.name().startsWith('__'));
    places.push({
      path,
      commands: commands.map((child) => ({ name: child.name(), description: firstSentence(child.description()) })),
      flags: command === program ? [] : command.options.map(readFlag),
      argument: readArgument(command.registeredArguments[0], path),
    });
    for (const child of commands) add(child, `${path} ${child.name()}`.trim());
  };
  add(program, '');
  addHelpPlaces(places);
  const help: Flag = { names: ['-h', '--help'], description: 'print help', value: undefined };
  return { places, globals: [...program.options.map(readFlag), help] };
}

/** Adds `help`, which is followed by the words of a command or by its own page. */
function addHelpPlaces(places: CommandPlace[]): void {
  const [program] = places;
  if (!program) return;
  const pages = [{ name: 'exit-codes', description: 'What the exit codes mean' }];
  const named = places.filter(({ path, commands }) => path !== '' && commands.length > 0);
  const below = named.map(({ path, commands }): CommandPlace => describePlace(`help ${path}`, commands));
  places.push(describePlace('help', [...program.commands, ...pages]), ...below);
  const help = { name: 'help', description: 'Print the help of a command, or of exit-codes' };
  places[0] = { ...program, commands: [...program.commands, help] };
}

function describePlace(path: string, commands: CommandPlace['commands']): CommandPlace {
  return { path, commands, flags: [], argument: { kind: 'nothing' } };
}

/** Values of flags that take others as well, or in other spellings. */
const knownValues: Readonly<Record<string, readonly string[]>> = {
  '--pdf-a': pdfALevels,
  '--size': pageSizes,
};

function readFlag(option: Option): Flag {
  const names = [option.short, option.long].filter((name) => typeof name === 'string');
  return { names, description: firstSentence(option.description), value: readValue(option) };
}

function readValue(option: Option): ValueKind | undefined {
  // An optional value follows `=`, and the next word is another argument.
  if (!option.required) return undefined;
  const words = option.argChoices ?? knownValues[option.long ?? ''];
  if (words) return { kind: 'words', words };
  if (option.long === '--profile') return { kind: 'profiles' };
  if (option.long === '--template') return { kind: 'templates' };
  const placeholder = /<(.+)>/.exec(option.flags)?.[1] ?? '';
  // JSON and HTML can be given as files too.
  if (['file', 'json', 'html', 'glob'].includes(placeholder)) return { kind: 'files' };
  return { kind: placeholder === 'folder' ? 'folders' : 'nothing' };
}

function readArgument(argument: Argument | undefined, path: string): ValueKind {
  if (!argument) return { kind: 'nothing' };
  if (argument.argChoices) return { kind: 'words', words: argument.argChoices };
  if (path.startsWith('config ')) return { kind: 'words', words: settingNames };
  const name = argument.name();
  if (name === 'id' && path.startsWith('templates ')) return { kind: 'templates' };
  if (name === 'what') return { kind: 'slugs' };
  if (name.split('|').includes('dir')) return { kind: 'folders' };
  if (name === 'source') return { kind: 'sources' };
  return { kind: name === 'jobs' ? 'files' : 'nothing' };
}

/** The first sentence on a single line, short enough for a list below the prompt. */
function firstSentence(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/ \((?:default|also)\b[^)]*\)/g, '')
    .replace(/[.;:] .*$/, '')
    .replace(/\.$/, '');
}
