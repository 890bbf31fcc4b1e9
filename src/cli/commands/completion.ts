import { Argument, type Command } from 'commander';
import type { Register } from '../command/command.ts';
import type { Context } from '../command/context.ts';
import { addHelpNotes } from '../command/help.ts';

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** Declares `platen completion`. */
export function addCompletion(command: Command, register: Register, wholeProgram: () => Promise<Command>): void {
  command.addArgument(new Argument('<shell>', 'the shell that you use').choices(shells));
  addHelpNotes(command, {
    examples: [
      `echo 'source <(platen completion bash)' >> ~/.bashrc`,
      `echo 'source <(platen completion zsh)' >> ~/.zshrc`,
      'platen completion fish --quiet | tee ~/.config/fish/completions/platen.fish',
      'platen completion powershell | Out-String | Invoke-Expression',
    ],
    output: [
      'the script. It belongs to this version of platen. Create it again after an update, or source it as above.',
      'with --json {"shell", "script"}',
    ].join('\n'),
    exitCodes: { 2: 'the shell is not supported' },
  });
  command.action(register((context, _options, [shell]) => runCompletion(context, wholeProgram, shell)));
}

/** Prints the script for a shell, built from the commands and flags themselves. */
async function runCompletion(
  { output }: Context,
  wholeProgram: () => Promise<Command>,
  shell: string | undefined,
): Promise<undefined> {
  const { buildCompletionTable } = await import('../completion/completion-table.ts');
  const table = buildCompletionTable(await wholeProgram());
  const script = (await buildersOf[shell as keyof typeof buildersOf]())(table);
  await (output.json ? output.jsonDocument({ shell, script }) : output.data(script));
  return undefined;
}

const buildersOf = {
  bash: async () => (await import('../completion/bash.ts')).buildBashScript,
  zsh: async () => (await import('../completion/zsh.ts')).buildZshScript,
  fish: async () => (await import('../completion/fish.ts')).buildFishScript,
  powershell: async () => (await import('../completion/powershell.ts')).buildPowershellScript,
};
