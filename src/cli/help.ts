import { type Command, Help } from 'commander';

/** What a command's help shows beside its flags. */
export interface HelpNotes {
  /** Two or three command lines. */
  examples: readonly string[];
  /** What is printed to stdout, and its JSON shape. */
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

/** Commander's help with the examples before the flags, the output and the exit codes after them. */
export function formatHelp(command: Command, helper: Help): string {
  const text = Help.prototype.formatHelp.call(helper, command, helper);
  const notes = notesOf.get(command);
  if (!notes) return text;
  const sections = text.split('\n\n');
  const first = sections.findIndex((section) => /^(Arguments|Options|Commands|Global Options):/.test(section));
  const examples = ['Examples:', ...notes.examples.map((example) => `  $ ${example}`)].join('\n');
  sections.splice(first === -1 ? sections.length : first, 0, examples);
  if (notes.output) sections.push(`Output:\n  ${notes.output.replaceAll('\n', '\n  ')}`);
  if (notes.exitCodes) {
    const rows = Object.entries(notes.exitCodes).map(([code, meaning]) => `  ${code.padEnd(3)} ${meaning}`);
    sections.push(['Exit codes (all: platen help exit-codes):', ...rows].join('\n'));
  }
  return `${sections.map((section) => section.replace(/\n+$/, '')).join('\n\n')}\n`;
}
