import { type Command, Help, type Option } from 'commander';

/** The parts of a command's help besides its flags. */
interface HelpNotes {
  /** Two or three command lines. */
  examples: readonly string[];
  /** What is printed to stdout, and its JSON shape. Long lines wrap at the width of the terminal. */
  output?: string;
  /** The exit codes that matter here, with what brings them about. */
  exitCodes?: Readonly<Record<number, string>>;
}

const notesOf = new WeakMap<Command, HelpNotes>();

/** Adds examples, output and exit codes to a command's help. */
export function addHelpNotes(command: Command, notes: HelpNotes): Command {
  notesOf.set(command, notes);
  return command;
}

const termOf = new WeakMap<Command, string>();

/** Sets how the list of commands shows a command that is not declared in full. */
export function addHelpTerm(command: Command, term: string): void {
  termOf.set(command, term);
}

/** How the list of commands shows a command. */
export function formatTerm(command: Command): string {
  return termOf.get(command) ?? Help.prototype.subcommandTerm(command);
}

/** What a flag does. Commander also shows the value that an optional one has without any, which its own words say. */
export function describeOption(option: Option): string {
  return Help.prototype.optionDescription(option).replace(/ \(preset: "[^"]*"\)$/, '');
}

/**
 * Commander's help in the order people read: what it does, examples, commands, flags, output, exit codes. The flags that
 * every command takes stand in the help of the program alone.
 */
export function formatHelp(command: Command, helper: Help): string {
  const notes = notesOf.get(command);
  const sections = Help.prototype.formatHelp
    .call(helper, command, helper)
    .split('\n\n')
    .map((section) => section.trimEnd());
  // The line of the usage goes on after its colon.
  const isListed = (section: string) => /^[A-Z][\w ]*:\n/.test(section);
  const [before, listed] = [sections.filter((section) => !isListed(section)), sections.filter(isListed)];
  const commands = listed.filter((section) => section.startsWith('Commands:'));
  const flags = listed.filter((section) => !section.startsWith('Commands:'));
  const after: string[] = [];
  if (notes) before.push(['Examples:', ...notes.examples.map((example) => `  $ ${example}`)].join('\n'));
  if (notes?.output) after.push(`Output:\n${wrap(notes.output, '  ', helper)}`);
  if (notes?.exitCodes) {
    const rows = Object.entries(notes.exitCodes).map(([code, meaning]) => {
      return `  ${code.padEnd(3)} ${wrap(meaning, ' '.repeat(6), helper).trimStart()}`;
    });
    after.push(['Exit codes (all of them: platen help exit-codes):', ...rows].join('\n'));
  } else if (notes) {
    after.push('Exit codes: platen help exit-codes');
  }
  if (command.parent) after.push('Flags for every command (--json, --quiet, --profile, --base-url, …): platen --help');
  return `${[...before, ...commands, ...flags, ...after].join('\n\n')}\n`;
}

/** Wraps each line of a text at the width of the help, and indents it. */
function wrap(text: string, indent: string, helper: Help): string {
  const wrapped = helper.boxWrap(text, (helper.helpWidth ?? 80) - indent.length);
  return wrapped.replaceAll(/^(?=.)/gm, indent);
}
