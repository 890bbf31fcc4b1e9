import { Command, Help, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { addHelpNotes, addHelpTerm, describeOption, formatHelp, formatTerm } from '../../../src/cli/command/help.ts';

/** A program with a command, whose help has a width. */
function makeProgram(width: number) {
  const program = new Command('platen').description('It renders.').helpOption('-h, --help', 'print help');
  program
    .configureHelp({ formatHelp, helpWidth: width, minWidthToWrap: 12, subcommandTerm: formatTerm })
    .helpCommand(false);
  const make = program.command('make').description('Make it.').option('--size <size>', 'the size');
  return { program, make };
}

describe('the help of a command', () => {
  it('has its parts in order, wrapped at its width', () => {
    const { make } = makeProgram(44);
    addHelpNotes(make, {
      examples: ['platen make a', 'platen make b'],
      output: 'the file, and nothing else that one could read;\nwith --json {"data"}',
      exitCodes: { 2: 'the file is missing', 15: 'the disk is full, or the folder cannot be used' },
    });
    expect(make.helpInformation()).toBe(`Usage: platen make [options]

Make it.

Examples:
  $ platen make a
  $ platen make b

Options:
  --size <size>  the size
  -h, --help     print help

Output:
  the file, and nothing else that one could
  read;
  with --json {"data"}

Exit codes (all of them: platen help exit-codes):
  2   the file is missing
  15  the disk is full, or the folder cannot
      be used

Flags for every command (--json, --quiet, --profile, --base-url, …): platen --help
`);
  });

  it('may have few notes, or none', () => {
    const { make } = makeProgram(80);
    const after = '\n\nFlags for every command (--json, --quiet, --profile, --base-url, …): platen --help\n';
    expect(make.helpInformation().endsWith(`-h, --help     print help${after}`)).toBe(true);
    addHelpNotes(make, { examples: ['platen make'] });
    expect(make.helpInformation().endsWith(`print help\n\nExit codes: platen help exit-codes${after}`)).toBe(true);
  });

  it('lists commands before flags', () => {
    const { program, make } = makeProgram(80);
    addHelpTerm(make, 'make <this>');
    expect(program.helpInformation()).toBe(`Usage: platen [options] [command]

It renders.

Commands:
  make <this>  Make it.

Options:
  -h, --help   print help
`);
  });

  it('is wrapped at 80 columns without a width', () => {
    const { make } = makeProgram(80);
    const word = `${'x'.repeat(38)} `;
    addHelpNotes(make, { examples: [], output: `${word}${word}y` });
    const help = Object.assign(new Help(), { helpWidth: undefined });
    expect(formatHelp(make, help)).toContain(`Output:\n  ${word}${word.trim()}\n  y\n`);
  });
});

describe('a line of a list', () => {
  it('shows a command with its own term, or that of commander', () => {
    const { make } = makeProgram(80);
    expect(formatTerm(make)).toBe('make [options]');
    addHelpTerm(make, 'make <this>');
    expect(formatTerm(make)).toBe('make <this>');
  });

  it('shows no value that a flag has by itself', () => {
    expect(describeOption(new Option('--toc [depth]', 'a table').preset('3'))).toBe('a table');
    expect(describeOption(new Option('--size <size>', 'the size').default('A4'))).toBe('the size (default: "A4")');
  });
});
