import { expect, it } from 'vitest';
import { buildBashScript } from '../../../src/cli/completion/bash.ts';
import type { CompletionTable } from '../../../src/cli/completion/completion-table.ts';
import { buildPowershellScript } from '../../../src/cli/completion/powershell.ts';
import { buildZshScript } from '../../../src/cli/completion/zsh.ts';
import { runCommand } from '../commands/run-command.ts';

const table: CompletionTable = {
  globals: [{ names: ['-h', '--help'], description: 'print help', value: undefined }],
  places: [
    {
      path: '',
      flags: [],
      commands: [
        { name: 'keys', description: "the user's ‘keys’" },
        { name: 'help', description: '' },
      ],
      argument: { kind: 'nothing' },
    },
    {
      path: 'keys',
      flags: [
        { names: ['-o', '--output'], description: 'the file', value: { kind: 'files' } },
        { names: ['--scope'], description: '', value: { kind: 'words', words: ['a', 'b'] } },
      ],
      commands: [],
      argument: { kind: 'words', words: ['x', 'y'] },
    },
  ],
};

it('the script for PowerShell has each place with its words, and what flags take', () => {
  const lines = buildPowershellScript(table).split('\n');
  const at = lines.indexOf('  $places = @{');
  expect(lines.slice(at + 1, at + 9)).toEqual([
    "    '' = @{ Commands = [ordered]@{ 'keys' = 'the user''s ‘‘keys’’'; 'help' = 'help' }; Flags = [ordered]@{  }; Argument = 'nothing' }",
    "    'keys' = @{ Commands = [ordered]@{  }; Flags = [ordered]@{ '--output' = 'the file'; '--scope' = '--scope' }; Argument = 'words x y' }",
    '  }',
    "  $globals = [ordered]@{ '--help' = 'print help' }",
    "  $values = New-Object 'System.Collections.Generic.Dictionary[string,string]'",
    "    $values.Add('-o', 'files')",
    "    $values.Add('--output', 'files')",
    "    $values.Add('--scope', 'words a b')",
  ]);
});

it('the script for bash has the words of each place that has some', () => {
  const lines = buildBashScript(table)
    .split('\n')
    .map((line) => line.trim());
  const shown = lines.filter((line) => /^(?:'|\*\))/.test(line) && !line.includes('$'));
  expect(shown).toEqual([
    "'keys':'-o'|'keys':'--output') kind=files ;;",
    "'keys':'--scope') kind=words list='a b' ;;",
    '*)',
    "'keys') list='-o --output --scope -h --help' ;;",
    "*) list='-h --help' ;;",
    "'') kind=words list='keys help' ;;",
    "'keys') kind=words list='x y' ;;",
  ]);
});

it('the script for zsh shows a description with each word', () => {
  const lines = buildZshScript(table)
    .split('\n')
    .map((line) => line.trim());
  expect(lines.filter((line) => line.startsWith("'") || line.startsWith('*)'))).toEqual([
    "'keys':'-o'|'keys':'--output') kind=files ;;",
    "'keys':'--scope') kind=words list=('a' 'b') ;;",
    '*)',
    "'keys') list=('-o' '--output' '--scope' '-h' '--help') shown=('-o  the file' '--output  the file' '--scope  ' '-h  print help' '--help  print help') ;;",
    "*) list=('-h' '--help') shown=('-h  print help' '--help  print help') ;;",
    "'') kind=shown list=('keys' 'help') shown=('keys  the user'\\''s ‘keys’' 'help  ') ;;",
    "'keys') kind=words list=('x' 'y') ;;",
  ]);
});

it.each([
  ['bash', /\ncomplete -F _platen platen\n$/],
  ['zsh', /^#compdef platen\n/],
  ['fish', /\ncomplete -c platen /],
  ['powershell', /\nRegister-ArgumentCompleter -Native -CommandName platen /],
])('a command prints the script for %s', async (shell, part) => {
  const { stdout, stderr } = await runCommand(['completion', shell]);
  expect([stdout, stderr]).toEqual([expect.stringMatching(part), '']);
  const json = JSON.parse((await runCommand(['completion', shell, '--json'])).stdout);
  expect(json).toEqual({ shell, script: stdout, warnings: [] });
});
