import type { Argument, Command } from 'commander';
import { buildProgram } from '../../src/cli/program/program.ts';
import { escapeCell, formatTable } from './markdown-table.ts';

/** Every command that `--help` shows, with its flags, examples, output and exit codes. */
export async function listCommands(): Promise<string> {
  const program = await buildProgram('', () => () => {}, {});
  return describeAll(program, []).join('\n\n');
}

function describeAll(command: Command, path: readonly string[]): string[] {
  const words = [...path, command.name()];
  const inner = command.commands.filter((item) => item.name() !== 'help' && !isHidden(item));
  const described = inner.length === 0 || path.length === 0 ? [describeCommand(command, words)] : [];
  return [...described, ...inner.flatMap((item) => describeAll(item, words))];
}

function describeCommand(command: Command, words: readonly string[]): string {
  const usage = [words.join(' '), ...command.registeredArguments.map(formatArgument)].join(' ');
  const options = command.options.filter((option) => !option.hidden);
  const rows = options.map(({ flags, description }) => [
    `\`${flags.replaceAll('|', '\\|')}\``,
    escapeCell(description),
  ]);
  const isRoot = words.length === 1;
  const pieces = [
    isRoot ? '## Flags for every command' : `## \`${usage}\``,
    isRoot ? '' : escapeCell(command.description()),
    rows.length === 0 ? '' : formatTable(['flag', 'meaning'], rows),
    isRoot ? '' : formatNotes(command),
  ];
  return pieces.filter((piece) => piece !== '').join('\n\n');
}

/** Commander keeps this to itself. */
function isHidden(command: Command): boolean {
  return (command as unknown as { _hidden?: boolean })._hidden ?? false;
}

function formatArgument(argument: Argument): string {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** The examples, the output and the exit codes, as `--help` prints them. */
function formatNotes(command: Command): string {
  const sections = command.helpInformation().trimEnd().split('\n\n');
  const notes = sections.filter((section) => /^(Examples|Output|Exit codes \()/.test(section));
  return notes.length === 0 ? '' : `\`\`\`text\n${notes.join('\n\n')}\n\`\`\``;
}
